# shellcheck shell=bash
# How the box is built: asked once, then kept.

CONFIG=/etc/grillside/config.toml

choose_box() {
    if [ -e "$root$CONFIG" ]; then
        if [ "$panel$buttons" ]; then
            say "$CONFIG is there and stays: --panel and --buttons are not used." \
                "Change it there, then: sudo systemctl restart grillside"
        fi
        return
    fi
    if [ "$yes" ] || [ "$panel$buttons" ]; then
        return
    elif ! [ -t 0 ]; then
        say 'Nobody can be asked here: the reference box (panel ssd1309, five buttons).' \
            "Another one: --panel and --buttons, or later in $CONFIG"
        return
    fi
    step 'Two questions'
    choose buttons 'Which buttons?' \
        reference 'five buttons, wired as docs/build/ tells' \
        three 'three buttons: left, OK, right' \
        adafruit-bonnet 'Adafruit 128x64 OLED Bonnet' \
        waveshare-hat 'Waveshare 1.3" OLED HAT'
    case $buttons in
        adafruit-bonnet | waveshare-hat) ;; # their panel is on the board
        *)
            choose panel 'Which panel?' \
                ssd1309 '2.42", SSD1309' \
                ssd1306 '0.96", SSD1306' \
                sh1106 '1.3", SH1106: what an SSD1306 shows is two pixels aside on it' \
                ssd1322 '256x64, SSD1322, on SPI' \
                none 'none: only a browser on this machine'
            ;;
    esac
}

# choose VARIABLE QUESTION NAME MEANING...: Enter is the first.
choose() {
    local -n chosen=$1
    local question=$2 answer number
    shift 2
    local -a told=("$@")
    printf '\n%s\n' "$question"
    for ((number = 1; number <= ${#told[@]} / 2; number++)); do
        printf '  %d  %s\n' "$number" "${told[number * 2 - 1]}"
    done
    while true; do
        read -r -p "Number (Enter is 1): " answer || interrupted
        answer=${answer:-1}
        if [[ $answer =~ ^[1-9]$ ]] && [ "$answer" -le $((${#told[@]} / 2)) ]; then
            chosen=${told[answer * 2 - 2]}
            return
        fi
        echo "A number from 1 to $((${#told[@]} / 2)), please."
    done
}

box() {
    local chip=$panel
    # A board with buttons brings its panel; else the one we recommend.
    case $buttons in
        adafruit-bonnet | waveshare-hat) ;;
        *) chip=${panel:-ssd1309} ;;
    esac
    printf '%s\n' '# How this box is built. All keys: grillside config --explain'
    [ -z "$chip" ] || printf '\n[panel]\ndriver = "%s"\n' "$chip"
    printf '\n[buttons]\npreset = "%s"\n' "${buttons:-reference}"
    # Without the light that pin does nothing.
    [ "${buttons:-reference}" != reference ] || printf '\n[led]\npin = 12\n'
}

write_box() {
    step 'How the box is built'
    if [ -e "$root$CONFIG" ]; then
        say "$CONFIG stays as it is."
    else
        put "$root$CONFIG" "$(box)" || true
    fi
}
