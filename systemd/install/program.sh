# shellcheck shell=bash
# The program: a virtual environment on the system's Python that sees the system's packages.
#
# /opt/grillside is a link to one of two folders. A new program is built in the other one and the
# link is put in place by one rename: whenever this breaks off, one whole program is there.

HOME_LINK=/opt/grillside
COMMAND=/usr/local/bin/grillside
PYTHON=/usr/bin/python3
SHIPPED=(LICENSE README.md pyproject.toml firmware players rules vision)
# Only the system may bring these modules: none may lie in the environment itself.
FOREIGN=(numpy cv2 PIL lgpio _lgpio picamera2 libcamera spidev)

# The folder that runs now, "" before the first.
current_program() {
    local link=$root$HOME_LINK
    if [ -L "$link" ] && [ -d "$link" ]; then
        printf '%s' "$root/opt/$(basename "$(readlink "$link")")"
    elif [ -e "$link" ] && ! [ -L "$link" ]; then
        fail "$HOME_LINK is there, and this script did not make it." \
            'Nothing of it was changed. Move it away and run this again.'
    fi
}

# What a program is made of: the checkout's files, Python and what pip brings. Equal: up to date.
fingerprint() {
    {
        cd "$checkout"
        find "${SHIPPED[@]}" -type f -not -path '*/__pycache__/*' -print0 | sort -z |
            xargs -0 sha256sum
        cat systemd/install/program.sh
        "$PYTHON" --version
        pinned "${from_pip[@]}"
    } | sha256sum | cut -c -32
}

# pinned NAME...: their lines for pip, with version and hashes.
pinned() {
    local name
    for name; do
        grep "^${name//./\\.}==" "$checkout/systemd/install/pins.txt" ||
            fail "$name is not in systemd/install/pins.txt." \
                'What ran before still runs. This checkout is not whole: git status tells.'
    done
}

# A user without any right: nothing that pip brings runs as root.
unprivileged() {
    setpriv --reuid nobody --regid nogroup --clear-groups --no-new-privs \
        env HOME="$next/tmp" TMPDIR="$next/tmp" "$@"
}

# works FOLDER: whether the program in it starts with all that it needs, and nothing twice.
works() {
    local site module found
    for site in "$1"/lib/python3*/site-packages; do
        for module in "${FOREIGN[@]}"; do
            found=$(compgen -G "$site/$module" || compgen -G "$site/$module.*" || true)
            [ -z "$found" ] || {
                say "pip has brought a second one of its own: ${found%%$'\n'*}"
                return 1
            }
        done
    done
    unprivileged "$1/bin/python" -I -B - <<'END' && unprivileged "$1/bin/grillside" --version >/dev/null
import babel, cv2, gpiozero, luma.oled, msgspec, numpy, PIL, segno, spidev, starlette, uvicorn, wsproto
import firmware.commands.cli, players, rules, vision
END
}

# is_made_of FINGERPRINT FOLDER: whether a whole program of this stands there. Root writes the
# fingerprint last: one of somebody else's says nothing.
is_made_of() {
    [ -O "$2/fingerprint" ] && [ "$(cat "$2/fingerprint" 2>/dev/null)" = "$1" ] && works "$2"
}

build_program() {
    local old print
    step 'The program'
    old=$(current_program)
    [ "$(basename "$old")" = grillside-a ] && next=$root/opt/grillside-b || next=$root/opt/grillside-a
    if [ "$dry" ]; then
        tell_build
        return
    fi
    print=$(fingerprint)
    if [ "$old" ] && is_made_of "$print" "$old"; then
        say "$HOME_LINK is up to date."
        next=''
        return
    elif is_made_of "$print" "$next"; then
        say "$next was built before, and is whole."
        return
    fi
    rm -rf "$next"
    # It takes 22 on Bookworm, and more while it is built.
    check_room /opt 200
    say "Built in $next; what runs now is not touched."
    fill "$next" || {
        rm -rf "$next"
        fail 'pip could not build the program; it says why above.' \
            'What ran before still runs. Is the Pi in a network? Is its date right (date)?' \
            'Then run this again.'
    }
    works "$next" || {
        rm -rf "$next"
        fail 'The new program does not start, or has packages that only the system may bring.' \
            'What ran before still runs. The lines above tell which; please report them.'
    }
    # All of it is on the card before anything says that it is whole.
    sync
    write "$next/fingerprint" "$print"
}

tell_build() {
    if [ "$old" ]; then
        say 'Only if something has changed since it was built:'
    fi
    act install -d -o nobody -g nogroup "$next"
    say '+ then as the user nobody:'
    say "   | $PYTHON -m venv --system-site-packages $next" \
        "   | copy the checkout without its leftovers" \
        "   | pip install --require-hashes --no-deps ${from_pip[*]}" \
        "   | pip install --no-index --no-deps the copy; pip and setuptools are removed again"
    act chown -hR root:root "$next"
    say '+ check that none of these came from pip, and that the program starts:'
    printf '   | %s\n' "${FOREIGN[@]}"
}

# Wheels only: a Zero 2 W has too little memory to compile, and a compiler is not needed otherwise.
# Our own source has nothing to compile.
PIP_OPTIONS=(
    --no-deps --only-binary ':all:' --no-cache-dir --disable-pip-version-check --no-input
    --progress-bar off
)

# The folder is nobody's while it is filled, and root's before anything in it is used. Until then
# root neither reads nor writes in it.
fill() {
    local venv=$1
    install -d -o nobody -g nogroup "$venv" || return
    unprivileged "$PYTHON" -m venv --system-site-packages "$venv" || return
    # /tmp may lie in memory, of which a Zero 2 W has little.
    unprivileged mkdir "$venv/tmp" "$venv/source" || return
    # A copy: leftovers of earlier builds in the checkout would be shipped too.
    tar -C "$checkout" --exclude=__pycache__ -cf - "${SHIPPED[@]}" |
        unprivileged tar -C "$venv/source" --no-same-owner -xf - || return
    pinned setuptools "${from_pip[@]}" |
        unprivileged tee "$venv/tmp/pins.txt" >/dev/null || return
    unprivileged "$venv/bin/pip" install "${PIP_OPTIONS[@]}" --require-hashes \
        --requirement "$venv/tmp/pins.txt" || return
    unprivileged "$venv/bin/pip" install "${PIP_OPTIONS[@]}" --no-index --no-build-isolation \
        "$venv/source" || return
    unprivileged "$venv/bin/pip" uninstall --quiet --yes setuptools pip || return
    chown -hR root:root "$venv" && chmod -R go-w "$venv" || return
    rm -rf "$venv/tmp" "$venv/source" "$venv/fingerprint"
}

swap_program() {
    step 'Into use'
    if [ "$next" ]; then
        act ln -sfn "$(basename "$next")" "$root$HOME_LINK.new"
        act mv -fT "$root$HOME_LINK.new" "$root$HOME_LINK"
    fi
    if [ -e "$root$COMMAND" ] && ! is_our_command; then
        say "$COMMAND is somebody else's and stays; ours is $HOME_LINK/bin/grillside"
    elif ! is_our_command; then
        act mkdir -p "$root$(dirname "$COMMAND")"
        act ln -sfn "$HOME_LINK/bin/grillside" "$root$COMMAND"
    fi
    [ "$dry" ] || say "$("$HOME_LINK/bin/grillside" --version) is in use."
}

is_our_command() { [ "$(readlink "$root$COMMAND")" = "$HOME_LINK/bin/grillside" ]; }

# Only once nothing runs from it any more: Python loads parts when they are first needed.
remove_old_program() {
    local now folder
    now=$(current_program)
    for folder in "$root"/opt/grillside-[ab]; do
        [ ! -d "$folder" ] || [ "$folder" = "$now" ] || act rm -rf "$folder"
    done
}
