# shellcheck shell=bash
# What the system's own packages bring. pip brings the rest, as pins.txt holds it (program.sh).

# Compiled, and built for this system: never from pip on a Pi. openssl makes the page's certificate.
NEEDED=(openssl python3-numpy python3-opencv python3-pil python3-spidev python3-venv)
# Raspberry Pi OS alone has these.
PI_ONLY=(python3-lgpio python3-picamera2)
# From the system where it is new enough, since the system mends them; else from pip. The least
# versions are those of pyproject.toml, or, with a dash, Debian's first without the known holes.
EITHER=(
    anyio=4.0 babel=2.10 click=7.0 gpiozero=2.0.1.post3 h11=0.14.0-1.1~deb12u1
    idna=3.10-1+deb13u1 luma.oled=3.13 msgspec=0.18 segno=1.5 starlette=0.46.1-3+deb13u3
    typing-extensions=4.10 uvicorn=0.30 wsproto=1.2
)
# What gpiozero and luma.oled ask for, as new as they are.
ALWAYS_FROM_PIP=(cbor2 colorzero luma.core smbus2)

apt_quietly() {
    # A card of a Zero 2 W is slow, and unattended-upgrades may hold the lock for minutes.
    act env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 \
        -o Dpkg::Use-Pty=0 "$@"
}

# For each package that apt knows a line with its name and the version it would install or has.
candidates() {
    # Another root has lists of its own, or none.
    apt-cache ${root:+-o "Dir=$root" -o "Dir::State::status=$root/var/lib/dpkg/status"} \
        policy "$@" 2>/dev/null | awk '
            /^[^ ]/ { name = $1; sub(/:$/, "", name) }
            $1 == "Candidate:" && $2 != "(none)" { print name, $2 }
        ' || true
}

new_enough() { dpkg --compare-versions "${1#*:}" ge "$2"; }

# missing_of PACKAGE...: those that are not installed, or too old.
missing_of() {
    local package
    for package; do
        [ "${state[$package]:-}" = installed ] &&
            new_enough "${version[$package]}" "${least[$package]:-0}" || printf '%s\n' "$package"
    done
}

# Sets wanted, the packages for apt, missing, those of them to install, and from_pip, what pip must
# bring. apt and dpkg are asked once each: on a Zero 2 W each takes a second.
sort_packages() {
    local package name told number
    local -A known=() state=() version=() least=()
    for package in "${EITHER[@]}"; do
        least[python3-${package%%=*}]=${package#*=}
    done
    while read -r name told; do
        known[$name]=$told
    done < <(candidates "${NEEDED[@]}" "${PI_ONLY[@]}" "${!least[@]}")
    wanted=("${NEEDED[@]}") from_pip=("${ALWAYS_FROM_PIP[@]}")
    for package in "${PI_ONLY[@]}"; do
        [ -z "${known[$package]:-}" ] || wanted+=("$package")
    done
    for package in "${EITHER[@]}"; do
        name=${package%%=*} told=${known[python3-${package%%=*}]:-}
        if [ "$told" ] && new_enough "$told" "${package#*=}"; then
            wanted+=("python3-$name")
        else
            from_pip+=("$name")
        fi
    done
    while read -r name told number; do
        state[$name]=$told version[$name]=$number
    done < <(dpkg-query ${root:+--admindir "$root/var/lib/dpkg"} -W \
        -f '${Package} ${db:Status-Status} ${Version}\n' "${wanted[@]}" 2>/dev/null || true)
    mapfile -t missing < <(missing_of "${wanted[@]}")
}

install_packages() {
    local wanted missing package
    step 'Packages of the system'
    sort_packages
    if [ ${#missing[@]} -gt 0 ]; then
        # On plain Trixie 280 MB to fetch and 1,200 unpacked; Raspberry Pi OS has some of it already.
        [ "$dry" ] || check_room / 1800
        # What was broken off in the middle is first put in order; else this does nothing.
        act env DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true
        apt_quietly update || fail 'apt cannot fetch its lists of packages.' \
            'Nothing of Grillside was changed. Is the Pi in a network? Is its date right (date)? If apt' \
            'says that another one holds its lock: wait some minutes, a new Pi looks for updates.' \
            'Then run this again.'
        [ "$dry" ] || sort_packages
        apt_quietly install --no-install-recommends "${missing[@]}" ||
            fail 'apt could not install what is needed; it says why above.' \
                'What ran before still runs. Often this helps: sudo apt-get full-upgrade' \
                'Then run this again: it goes on from there.'
    else
        say 'All are there.'
    fi
    say "From the system: ${wanted[*]}"
    say "From pip: ${from_pip[*]}"
    for package in "${PI_ONLY[@]}"; do
        [[ " ${wanted[*]} " == *" $package "* ]] || lacking "$package"
    done
}

# What it means that this system does not know a package of the Pi.
lacking() {
    if [ "$1" = python3-lgpio ] && is_pi && [ -z "$dry" ]; then
        fail 'This system has no package python3-lgpio, without which no button works.' \
            'What ran before still runs. Raspberry Pi OS has it; plain Debian has not. Put' \
            'Raspberry Pi OS Lite (64-bit) on a card and run this there.'
    fi
    case $1 in
        python3-lgpio) say "There is no $1 here: buttons on pins will not work." ;;
        *) say "There is no $1 here: a webcam works, the Pi's own camera does not." ;;
    esac
}
