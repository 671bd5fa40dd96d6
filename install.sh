#!/usr/bin/env bash
# Puts Grillside on a Raspberry Pi, brings it up to date when run again, or takes it away:
# docs/install.md. Its parts are in systemd/install/, in the order in which they run.
# shellcheck source-path=SCRIPTDIR
[ "${BASH_VERSION:-}" ] || exec bash "$0" "$@" # somebody said: sh install.sh
set -euo pipefail
shopt -s inherit_errexit
umask 022
export LC_ALL=C.UTF-8

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
[ -d "$checkout/systemd/install" ] || {
    echo 'install.sh: It needs the whole checkout around it: git clone it, then run it there.' >&2
    exit 1
}
panel='' buttons='' yes='' dry='' root='' errand=install purge='' silent='' from_pip=()

. "$checkout/systemd/install/saying.sh"
. "$checkout/systemd/install/arguments.sh"
. "$checkout/systemd/install/system.sh"
. "$checkout/systemd/install/packages.sh"
. "$checkout/systemd/install/program.sh"
. "$checkout/systemd/install/boot.sh"
. "$checkout/systemd/install/box.sh"
. "$checkout/systemd/install/units.sh"
. "$checkout/systemd/install/remove.sh"

read_arguments "$@"
# Root's programs must not lie where the checkout's own would be found instead.
cd "${root:-/}"
check_system

trap 'interrupted' INT TERM HUP
if [ "$errand" = uninstall ]; then
    remove_all
    exit 0
fi

choose_box
install_packages
build_program
turn_on_buses
write_box
swap_program
install_units
tell_end
