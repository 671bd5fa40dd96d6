# shellcheck shell=bash
# The command line.

PANELS=(ssd1309 ssd1306 sh1106 ssd1322 none)
BUTTONS=(reference three adafruit-bonnet waveshare-hat none)

usage() {
    cat <<'END'
sudo ./install.sh                   put Grillside on this Pi, or bring it up to date
sudo ./install.sh --uninstall       take it away; games and configuration stay
sudo ./install.sh --uninstall --purge   take them away too, after asking

  --panel NAME      ssd1309, ssd1306, sh1106, ssd1322 or none, instead of asking
  --buttons NAME    reference, three, adafruit-bonnet, waveshare-hat or none, instead of asking
  --yes             ask nothing: the reference box; with --purge, really
  --dry-run         tell every step and change nothing; needs no root
  --root DIR        with --dry-run: as if DIR were the whole system
  --help            this

docs/install.md tells what is changed where.
END
}

refuse() {
    fail "$1" 'Nothing was changed. ./install.sh --help lists what can be said.'
}

one_of() {
    local option=$1 told=$2 known
    shift 2
    for known; do
        [ "$known" != "$told" ] || return 0
    done
    refuse "$option cannot be '$told'. It is one of: $*."
}

read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
            --panel | --buttons | --root)
                [ $# -ge 2 ] || refuse "$1 needs a word after it."
                case $1 in
                    --panel) one_of "$1" "$2" "${PANELS[@]}" && panel=$2 ;;
                    --buttons) one_of "$1" "$2" "${BUTTONS[@]}" && buttons=$2 ;;
                    --root) root=$2 ;;
                esac
                shift
                ;;
            --yes) yes=1 ;;
            --dry-run) dry=1 ;;
            --uninstall) errand=uninstall ;;
            --purge) purge=1 ;;
            --help | -h)
                usage
                exit 0
                ;;
            *) refuse "'$1' is not known." ;;
        esac
        shift
    done
    if [ "$purge" ] && [ "$errand" != uninstall ]; then
        refuse '--purge goes with --uninstall only.'
    fi
    if [ "$root" ]; then
        [ "$dry" ] || refuse '--root goes with --dry-run only.'
        root=$(cd "$root" 2>/dev/null && pwd -P) || refuse 'The folder after --root is not there.'
        root=${root%/}
    fi
}
