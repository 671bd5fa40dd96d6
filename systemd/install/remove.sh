# shellcheck shell=bash
# Taking it away. Games and configuration stay, unless --purge is said and meant.

remove_all() {
    local unit
    [ -z "$purge" ] || confirm_purge
    step 'The service'
    for unit in "${UNITS[@]}"; do
        [ -e "$root/etc/systemd/system/$unit" ] || continue
        if [[ $unit != *@* ]]; then
            ! systemd_runs || act systemctl stop "$unit" || true
            act systemctl --quiet disable "$unit" || true
        fi
        act rm -f "$root/etc/systemd/system/$unit"
    done
    if [ -e "$root$DROP_IN" ]; then
        act rm -f "$root$DROP_IN"
        act rmdir --ignore-fail-on-non-empty "$root$DROP_INS"
    fi
    act rm -f "$root$SYSUSERS" "$root$MODULES"
    # A plain system has no such folder.
    [ ! -d "$root$(dirname "$SYSUSERS")" ] ||
        act rmdir --ignore-fail-on-non-empty "$root$(dirname "$SYSUSERS")"
    ! systemd_runs || act systemctl daemon-reload
    told_removed 'It is stopped, and starts no more.'

    step 'The program'
    current_program >/dev/null # refuses what this script did not make
    # The link first: no half of a program is ever in use.
    ! is_our_command || act rm -f "$root$COMMAND"
    act rm -f "$root$HOME_LINK" "$root$HOME_LINK.new"
    act rm -rf "$root/opt/grillside-a" "$root/opt/grillside-b"
    told_removed "$HOME_LINK is removed."

    step 'I2C and SPI'
    turn_off_buses
    told_removed 'Our lines in config.txt are taken out.'

    step 'Games and configuration'
    if [ "$purge" ]; then
        act rm -rf "$root$GAMES" "$root$(dirname "$CONFIG")"
        ! getent passwd grillside >/dev/null || act userdel grillside
        told_removed 'They are removed.'
    else
        say "Saved games stay in $GAMES, how the box is built in $CONFIG." \
            'install.sh finds them again; install.sh --uninstall --purge removes them.'
    fi

    step 'Done'
    if [ "$dry" ]; then
        say 'Nothing was changed.'
    else
        say 'Packages of the system stay, because others may need them.'
        ! is_pi || say 'I2C and SPI stay on until the next reboot, or where you turned them on yourself.'
    fi
}

told_removed() { [ "$dry" ] || say "$1"; }

confirm_purge() {
    local answer=''
    if [ "$yes" ] || [ "$dry" ]; then
        return
    fi
    [ -t 0 ] || fail 'Removing saved games must be meant, and nobody can be asked here.' \
        'Nothing was changed. If it is meant, add --yes.'
    printf 'All saved games in %s and %s are removed for good.\n' "$GAMES" "$CONFIG"
    read -r -p 'Type purge to go on: ' answer || true
    [ "$answer" = purge ] || fail 'Nothing was changed.' \
        'Without --purge Grillside is removed and games stay.'
}
