# shellcheck shell=bash
# What is said, and the only ways in which anything is changed: with --dry-run they tell instead.

step() { printf '\n== %s\n' "$1"; }

say() { printf '   %s\n' "$@"; }

# What happened; then what it means and what to do.
fail() {
    printf '\ninstall.sh: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit 1
}

interrupted() {
    trap - INT TERM HUP
    fail 'Interrupted.' \
        'What ran before still runs, and no game is touched.' \
        'Run the same command again: it goes on from there.'
}

# act COMMAND...: run it, or tell that it would be.
act() {
    if [ "$dry" ]; then
        printf '   +'
        printf ' %q' "$@"
        printf '\n'
    else
        "$@"
    fi
}

# put FILE CONTENT [SOURCE]: write it whole or not at all, and only if it is not there already.
# Status 1: there was nothing to do. A file system of DOS knows no modes, so none is set here.
put() {
    local file=$1 content=$2 source=${3:-} new=$1.grillside-new
    if [ -f "$file" ] && printf '%s\n' "$content" | cmp -s - "$file"; then
        return 1
    elif [ "$dry" ] && [ "$source" ]; then
        say "+ copy $source to $file"
    elif [ "$dry" ]; then
        say "+ write $file:"
        printf '%s\n' "$content" | sed 's/^/   | /'
    elif ! write "$new" "$content" || ! mv -f "$new" "$file"; then
        fail "$file cannot be written." \
            'Is the card full, or its file system read-only? df -h and mount tell.' \
            'The file is as it was. Put that right and run this again.'
    fi
}

# On the card before it has its name: power may be pulled at any time.
write() {
    mkdir -p "$(dirname "$1")" && printf '%s\n' "$2" >"$1" && sync "$1"
}
