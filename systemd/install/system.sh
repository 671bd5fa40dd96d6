# shellcheck shell=bash
# Whether this is a system to install on, and that only one is at it.

is_pi() { grep -qs '^Raspberry Pi' "$root/proc/device-tree/model"; }

# False in a chroot, where units are enabled but nothing can be started.
systemd_runs() { [ -d "$root/run/systemd/system" ]; }

check_system() {
    if [ -z "$dry" ] && [ "$EUID" != 0 ]; then
        fail 'This must run as root, because it installs packages and a service.' \
            'Nothing was changed. Say: sudo ./install.sh' \
            '(./install.sh --dry-run tells what it would do, without root.)'
    fi
    [ -z "$dry" ] || say 'Only told, nothing is changed (--dry-run). Lines with + would be done.'
    [ "$errand" = install ] && check_release
    [ "$dry" ] || take_lock
}

check_release() {
    local name='' architecture
    # shellcheck source=/dev/null
    name=$(. "$root/etc/os-release" 2>/dev/null && printf '%s' "${VERSION_CODENAME:-}") || true
    case $name in
        trixie) ;;
        bookworm) say 'Bookworm works; Trixie is newer, and what is tried first.' ;;
        *)
            fail "This system calls itself '${name:-unknown}', which was never tried." \
                'Nothing was changed. Put Raspberry Pi OS Lite (64-bit), Trixie or Bookworm, on a' \
                'card and run this there. Without a Pi, make table plays on any machine.'
            ;;
    esac
    [ "$root" ] && return
    architecture=$(dpkg --print-architecture)
    case $architecture in
        arm64) ;;
        amd64) say 'This is a PC, not a Pi: panel, buttons and camera of a Pi will be missing.' ;;
        *)
            fail "This system is $architecture, and Grillside needs a 64-bit one." \
                'Nothing was changed. Put Raspberry Pi OS Lite (64-bit) on a card and run this there.'
            ;;
    esac
}

# In a folder of root's alone: in /run/lock anybody may put a link. The system forgets the lock with
# the process, however it ends.
LOCK=/run/grillside-install.lock
take_lock() {
    exec 9>"$LOCK"
    flock -n 9 || fail 'Another install.sh is at work.' \
        'Nothing was changed by this one. Wait for the other to end.'
}

# check_room FOLDER MEGABYTES
check_room() {
    local free
    free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$2" ] || fail "There are $free MB left on the card; this takes $2." \
        'What ran before still runs. Make room (sudo apt-get clean helps a little) or take a' \
        'larger card, then run this again.'
}
