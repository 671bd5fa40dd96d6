# shellcheck shell=bash
# The Pi's own configuration: I2C and SPI on, I2C at 400 kHz, in one marked block.

BEGIN='# grillside begin: written by install.sh, taken out by install.sh --uninstall'
END='# grillside end'
SPEED=400000

# The file that the firmware reads, "" on what is no Pi. Since Bookworm /boot/config.txt only tells
# where the other one is.
boot_file() {
    local file
    for file in "$root/boot/firmware/config.txt" "$root/boot/config.txt"; do
        [ -f "$file" ] && printf '%s' "$file" && return
    done
    return 0
}

# The file without our block. Of a block without its end only our own lines are taken.
without_block() {
    LC_ALL=C awk -v begin="$BEGIN" -v end="$END" -v ours="$(block)" '
        function flush(i) { for (i = 1; i <= held; i++) if (!mine[bare[i]]) print line[i]; held = 0 }
        BEGIN {
            count = split(ours, known, "\n")
            for (i = 1; i <= count; i++) mine[known[i]] = 1
        }
        { plain = $0; sub(/\r$/, "", plain) }
        plain == begin { flush(); inside = 1; next }
        inside && plain == end { held = 0; inside = 0; next }
        inside { held++; line[held] = $0; bare[held] = plain; next }
        { print }
        END { flush() }
    ' "$1"
}

# own_speed < FILE: the speed of I2C that somebody set for every model, "" if nobody did.
own_speed() {
    LC_ALL=C awk '
        /^[ \t]*\[/ { elsewhere = $1 !~ /^\[all\]/ }
        !elsewhere && /^[ \t]*dtparam=(.*,)?i2c(_arm|1)?_baudrate=[0-9]/ {
            sub(/.*i2c(_arm|1)?_baudrate=/, "")
            speed = $0 + 0
        }
        END { if (speed) print speed }
    '
}

# [all] ends a section for other models; an empty dtoverlay ends the parameters of an overlay. What
# stands last holds, so lines elsewhere in the file do no harm.
block() {
    printf '%s\n' "$BEGIN" '[all]' 'dtoverlay=' 'dtparam=i2c_arm=on'
    [ "${1:-}" ] || printf '%s\n' "dtparam=i2c_arm_baudrate=$SPEED"
    printf '%s\n' 'dtparam=spi=on' "$END"
}

# has_block FILE SPEED: whether our block stands in it, also where somebody wrote below it.
has_block() {
    [[ $'\n'$(tr -d '\r' <"$1")$'\n' == *$'\n'"$(block "$2")"$'\n'* ]]
}

# set_buses FILE: see to our block. Status 1: there was nothing to do.
set_buses() {
    local rest speed
    rest=$(without_block "$1") || fail "$1 cannot be read." 'It was not changed. Look at it.'
    speed=$(own_speed <<<"$rest")
    ! has_block "$1" "$speed" || return 1
    put "$1" "${rest:+$rest$'\n'}$(block "$speed")"
}

turn_on_buses() {
    local file speed
    step 'I2C and SPI'
    file=$(boot_file)
    if [ -z "$file" ]; then
        say 'There is no config.txt here: this is no Pi, and nothing is turned on.'
        return
    fi
    speed=$(without_block "$file" | own_speed)
    if [ "$speed" ] && [ "$speed" != "$SPEED" ]; then
        say "$file sets the speed of I2C to $speed itself, and that stays." \
            "With $SPEED the panel is quick; with 100000 each picture takes 90 ms."
    fi
    if ! [ -e "$file.before-grillside" ]; then
        act cp "$file" "$file.grillside-new"
        act mv "$file.grillside-new" "$file.before-grillside"
    fi
    if set_buses "$file"; then
        say "As it was before: $file.before-grillside"
    else
        say "$file is as it should be."
    fi
}

turn_off_buses() {
    local file rest
    file=$(boot_file)
    [ "$file" ] || return 0
    rest=$(without_block "$file")
    put "$file" "$rest" || true
    [ ! -e "$file.before-grillside" ] || act rm -f "$file.before-grillside"
}

# Whether the buses are not yet as the file says: asked of the kernel, not of the file.
reboot_needed() {
    local file speed hex bus=/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency
    file=$(boot_file)
    is_pi && [ "$file" ] || return 1
    [ -e "$root/dev/i2c-1" ] || return 0 # SPI comes on with it
    speed=$(without_block "$file" | own_speed)
    hex=$(od -An -tx1 "$root$bus" 2>/dev/null | tr -d ' \n') || true
    [ "$hex" ] || return 1 # this kernel does not tell
    [ "$((16#$hex))" != "${speed:-$SPEED}" ]
}
