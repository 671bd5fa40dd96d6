# shellcheck shell=bash
# The service: its files, its user, and that it starts with the Pi.

GAMES=/var/lib/grillside
UNITS=(
    grillside.service grillside-splash.service grillside-trouble.service
    grillside-power-off.socket grillside-power-off@.service
)
ENABLED=(grillside.service grillside-splash.service grillside-power-off.socket)
SYSUSERS=/etc/sysusers.d/grillside.conf
MODULES=/etc/modules-load.d/grillside.conf
DROP_INS=/etc/systemd/system/grillside.service.d
DROP_IN=$DROP_INS/network-page.conf

# Each file in systemd/ and where it goes; network-page.conf only where the page is for the network.
unit_files() {
    local unit
    for unit in "${UNITS[@]}"; do
        printf '%s %s\n' "$unit" "/etc/systemd/system/$unit"
    done
    printf '%s %s\n' grillside.sysusers.conf "$SYSUSERS" grillside.modules-load.conf "$MODULES"
    ! page_in_network || printf '%s %s\n' network-page.conf "$DROP_IN"
}

# Asked of the program itself, which reads the file as the table does.
page_in_network() {
    [ -e "$root$CONFIG" ] && [ -x "$root$HOME_LINK/bin/python" ] || return 1
    "$root$HOME_LINK/bin/python" -I -B - "$root$CONFIG" <<'END'
import sys
from pathlib import Path

from firmware.config.file import usable

config, _ = usable(Path(sys.argv[1]))
sys.exit(not (config.page.on and config.page.network))
END
}

install_units() {
    local source target content changed=''
    step 'The service'
    while read -r source target; do
        content=$(<"$checkout/systemd/$source")
        ! put "$root$target" "$content" "systemd/$source" || changed=1
    done < <(unit_files)
    if page_in_network; then
        say 'Phones of the house may see the page (network = true in [page]).'
    elif [ -e "$root$DROP_IN" ]; then
        act rm -f "$root$DROP_IN"
        rmdir --ignore-fail-on-non-empty "$root$DROP_INS" 2>/dev/null || true
        changed=1
    fi
    act systemd-sysusers "$root$SYSUSERS"
    act systemctl --quiet enable "${ENABLED[@]}"
    if systemd_runs; then
        start_service "$changed"
    else
        say 'No systemd runs here: it is enabled, and starts with the next boot.'
    fi
    # Python loads parts of a program when they are first needed: one that runs keeps its folder.
    ! runs_old || return 0
    remove_old_program
}

# Whether the service still runs the program of before.
runs_old() { systemd_runs && systemctl --quiet is-active grillside.service && ! runs_current; }

start_service() {
    act systemctl daemon-reload
    act systemctl restart systemd-modules-load.service || true
    if reboot_needed; then
        return # there is no panel yet to show anything on
    fi
    [ -z "$1" ] || act systemctl restart grillside-power-off.socket
    if [ "$1" ] || ! runs_current; then
        say 'It starts now. A game that was on goes on at the same move.'
        # After too many failures systemd would refuse to start it for minutes.
        act systemctl reset-failed grillside.service 2>/dev/null || true
        act systemctl restart grillside.service || silent=1
    else
        say 'It runs.'
    fi
}

# Whether the service that runs was started from the program of now.
runs_current() {
    local process
    process=$(systemctl show --property MainPID --value grillside.service) || return 1
    [ "$process" != 0 ] && [[ $(tr '\0' ' ' <"/proc/$process/cmdline") == "$(current_program)/"* ]]
}

tell_end() {
    step 'Done'
    if [ "$dry" ]; then
        say 'Nothing was changed.'
        return
    fi
    "$HOME_LINK/bin/grillside" config --config "$CONFIG" ||
        say "$CONFIG has mistakes, told above. Without them it starts better."
    say "Games are kept in $GAMES, how the box is built in $CONFIG."
    if [ "$silent" ]; then
        fail 'The service does not start.' \
            'Everything is installed, and no game is lost. Why it does not, say:' \
            'grillside doctor    and    journalctl -u grillside -n 30'
    elif reboot_needed; then
        say 'Now: sudo reboot    (I2C and SPI are on only after it). The panel then greets you.'
    else
        say 'Look at every part: grillside doctor'
    fi
}
