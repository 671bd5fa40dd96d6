"""Refusals in English, by the code of the error.

Each says what happened, what it means if that is not obvious, and what to do.
"""

from collections.abc import Mapping

from firmware.speech.language import N_, Template

ERRORS: Mapping[str, Template] = {
    # moves
    "game_over": N_("The game is over."),
    "not_in_this_game": N_("This game has no move “{move}”."),
    "throw_not_now": N_("You cannot throw now. First: {phase}."),
    "keep_not_now": N_("You cannot keep dice now. First: {phase}."),
    "stop_not_now": N_("You cannot stop now. First: {phase}."),
    "take_not_now": N_("You cannot pick a tile now. First: {phase}."),
    "number_of_dice": N_("You have {left} dice to throw. You entered {dice}."),
    "face_unknown": N_("These dice have no {face}: they show {faces}."),
    "not_thrown": N_("There is no {face} in this throw."),
    "already_kept": N_("You kept {face} already in this turn. Choose another face."),
    "stop_before_first_throw": N_("Throw first: a turn cannot stop before it began."),
    "stop_brings_nothing": N_("{total} brings nothing, so you cannot stop: {why}. Throw on."),
    "cannot_take": N_("{total} does not bring tile {tile}."),
    "no_reroll_left": N_("No dice can be re-rolled now."),
    "too_many_changed": N_("{changed} dice changed, {allowed} may. Check them again."),
    "rerolled_wrong": N_(
        "{dice} dice cannot have been re-rolled: {changed} changed, {allowed} may be re-rolled."
    ),
    "not_a_reroll": N_("This is no re-roll: all dice are thrown now."),
    "attack_not_now": N_("You cannot attack now. You can: {phase}."),
    "no_attack_left": N_("You have no attack. Four dice in a row would give one."),
    "own_ant": N_("You cannot attack your own ant."),
    "no_such_track": N_("There is no track {track}: they go from {least} to {most}."),
    "no_ant_there": N_("{player} has no ant on track {track}."),
    "track_captured": N_(
        "{player} holds the food of track {track}: all other ants there are pinned."
    ),
    "ant_pinned": N_("{player}'s ant on track {track} is pinned: another lies on it."),
    "first_space_firm": N_(
        "{player}'s ant on track {track} is on the first space, where nobody is pushed."
    ),
    "too_few_attacks": N_("That takes {cost} attacks. You have {left}."),
    "march_not_now": N_("You cannot move now. You can: {phase}."),
    "already_marched": N_("You moved on track {track} already. The second move is on another."),
    "no_die_for_track": N_("No die shows {track}, so you cannot move on track {track}."),
    "on_the_food": N_("Your ant on track {track} has reached the food."),
    "pass_not_now": N_("You cannot pass now. First: {phase}."),
    "without_queens": N_("This table plays without queens."),
    "take_queen_not_now": N_("You take a queen instead of attacking and moving. You can: {phase}."),
    "has_queen": N_("You have a queen already; nobody can have two."),
    "no_queen": N_("You have no queen."),
    "spend_queen_not_now": N_("A queen cannot bring {use} now. You can: {phase}."),
    "queen_without_effect": N_("You could not use {use}, so a queen would not help."),
    "only_throws_are_read": N_("Only a throw is read from dice, not “{move}”."),
    "nothing_to_undo": N_("There is nothing to undo: this is the start of the game."),
    # repairs
    "pick_first": N_("Pick a tile first, or undo. Then you can correct the table."),
    "nothing_to_void": N_("There is no throw to void. To take back a finished turn, undo it."),
    "no_such_player": N_("{player} is not playing in this game."),
    "gone_home": N_("{player} has gone home."),
    "too_few_would_stay": N_("At least {least} players must stay. To end the game here, type q."),
    "table_of_another_game": N_("That table is not one of {game}."),
    "no_such_spot": N_("There is no spot {spot}: they go from {least} to {most}."),
    "spot_holds": N_("Spot {spot} can hold one plate, two plates of one player, or one snail."),
    "spot_owner": N_("Spot {spot}: plates need an owner, and an owner needs plates."),
    "one_for_each_player": N_("There must be one entry for each of the {players} players."),
    "less_than_nothing": N_("A number cannot be below 0."),
    "too_many_snails": N_("There are only {most} snails in the box."),
    "too_many_worms": N_("There can be only {most} worms on the table."),
    "too_many_plates": N_("{player} has only {most} plates."),
    "too_few_worms": N_(
        "{player} has too few worms: the plates on the grill were paid with {least}."
    ),
    "no_such_tile": N_("There is no tile {tile}: they go from {least} to {most}."),
    "tile_missing": N_("The {tile} lies nowhere: each tile must be on the grill or in a stack."),
    "tile_too_many": N_("The {tile} lies there once too often."),
    "one_for_each_track": N_("There must be one entry for each of the {tracks} tracks."),
    "track_length": N_("Track {track} has {length} spaces, the food counted."),
    "food_holds_one": N_("Only one ant can be on the food of track {track}."),
    "ant_twice": N_("{player} cannot have two ants on track {track}."),
    # a new game
    "game_unknown": N_("No game is called “{game}”. There are: {games}."),
    "number_of_players": N_("This game is for {least} to {most} players, not for {players}."),
    "name_empty": N_("A name needs 1 to {longest} letters."),
    "name_too_long": N_("That name has {length} characters; {longest} is the most."),
    "name_marks": N_("A letter of a name has at most {most} marks on it."),
    "name_right_to_left": N_(
        "“{character}” cannot be drawn: names are letters written from left to right."
    ),
    "name_character": N_(
        "A name cannot contain “{character}” ({code_point}): use letters, digits, spaces, - ' ."
    ),
    "name_twice": N_("Two players are called {name}. Give one another name."),
    "colour_unknown": N_("This game has no {colour}: choose from {colours}."),
    "colour_twice": N_("Two players have {colour}. The colours are {colours}."),
    "starter_unknown": N_("Player {starter} cannot start: players are 0 to {most}."),
    "variant_unknown": N_("This game has no option “{variant}”. It has: {variants}."),
    "variant_twice": N_("An option is chosen twice."),
    "variants_clash": N_("Only one of these can be chosen: {variants}."),
    "target_out_of_range": N_("Points to win: {target} is not within {least} to {most}."),
    "dice_unknown": N_("It cannot be played with “{dice}” dice, only with: {sets}."),
    "page_needs_sim": N_("--page is for the simulated table by hand: add --sim, no --script."),
    "no_doubled_face": N_("The {dice} dice have no doubled face; only the junior dice have one."),
    "box_of_another_game": N_("{field}: that is not what is printed on {game}."),
    "box_unknown": N_("{field}: there is no such number; they go from {least} to {most}."),
    "box_missing": N_("{field} is missing."),
    "box_worms": N_("{field}: worms are 1 to {most}."),
    "box_length": N_("{field}: a track has {least} to {most} spaces."),
    "box_food": N_("{field}: food is worth {least} to {most} points."),
    "box_doubled": N_("{field}: must be one of {faces}."),
    # what players type
    "no_hints": N_("This table plays with quiet snatches, so there are no hints."),
    "resume_alone": N_("a resumed game has its players: leave out --game and --players."),
    "opencv_missing": N_(
        "OpenCV is missing, and this command needs it. On a Raspberry Pi: sudo apt install"
        " python3-opencv. Elsewhere, in the folder of Grillside: pip install -e '.[opencv]'"
    ),
    "package_missing": N_(
        "The Python package {name} is missing, and this command needs it. Install Grillside again."
    ),
    "no_home": N_("There is no home folder: say with --folder DIR where to keep games."),
    "typed_face": N_("“{word}” is neither dice nor a command. ? lists all you can type."),
    "typed_player": N_("“{word}” is nobody here. The players are {names}."),
    "typed_two_players": N_("“{word}” could be {names}. Type more of the name."),
    "typed_number": N_("“{word}” is no number."),
    "typed_adjust": N_("That does not describe pieces. ? shows how to adjust."),
    "nothing_differs": N_("The pieces are already there."),
    "typed_page": N_("“{word}” changes nothing here. ? lists all you can type."),
    "typed_resume": N_(
        "“{word}” is no answer here. Enter resumes this game, n begins a new one, q leaves."
    ),
    "nothing_to_snatch": N_("In this game nothing can be snatched."),
    "no_snatch": N_("{rival} has no tile on top that {total} could snatch."),
    "typed_dice": N_("Type all six dice as they lie now, or reroll and the dice to re-roll."),
    "typed_again": N_("Say which dice: reroll 2 2 re-rolls two dice that show 2."),
    "not_so_many": N_("There are not so many {face}."),
    "again_too_many": N_("You may re-roll {allowed} dice, not {dice}."),
    "typed_attack": N_("Say whose ant, and on which track: attack NAME 3."),
    "typed_queen": N_("Spend a queen with: queen reroll, queen attack or queen move."),
    "no_such_space": N_("Track {track} has the spaces 1 to {most}; home is 0."),
    "typed_held": N_("“{word}” are no faces of ordinary dice: write them like 2345."),
    "level_unknown": N_("There is no player “{level}”. There are {levels}."),
    "no_win_chances": N_("Win chances cannot be told: {reason}."),
    "no_turn_yet": N_("No turn was played yet, so there is nothing to review."),
    "games_from_one": N_("{games} games cannot be played: ask for 1 or more."),
    "held_too_many": N_("Only {most} dice are thrown; you hold {dice}."),
    "held_not_now": N_("You can hold dice only with ordinary dice: leave out --held."),
    "typed_numbers": N_("{count} numbers are needed, one for each of {least} to {most}."),
    "language_unknown": N_("There is no language “{language}” here, only: {languages}."),
    # pictures
    "expect_count": N_(
        "“{word}” is no number of dice, which is 0 to {most}: "
        "say --expect 8, or --expect 7,8 for either."
    ),
    "empty_file": N_("the file is empty."),
    "not_a_picture": N_("this is no picture of a kind that is read here: save it as JPEG or PNG."),
    "damaged": N_("the picture is damaged or breaks off: copy it again, or take a new one."),
    "too_small": N_(
        "{width} x {height} pixels cannot show a die: at least {least} x {least} are needed."
    ),
    "too_large": N_("{width} x {height} pixels are too many to be read here: make it smaller."),
    "too_many_scans": N_(
        "the picture is stored in {scans} passes or more: save it as a usual JPEG."
    ),
    "file_too_large": N_("the file has more than {most} MB: this is no picture of dice."),
    "not_a_file": N_("this is neither a file nor a folder."),
    "no_pictures": N_(
        "there are no pictures in this folder. They are told by endings like .jpg or .png."
    ),
    "cannot_open": N_("{reason}."),
    "video_broken": N_(
        "the video is damaged or of an unknown kind: save it as MP4, or film again."
    ),
    "video_too_long": N_("the video is longer than {most} seconds: cut out one throw."),
    "video_too_large": N_(
        "the video has more than {most} million pixels in all: cut out one throw,"
        " or make it smaller."
    ),
    # taught dice
    "bad_name": N_("“{name}” cannot be a name: that has 1 to {most} characters to print."),
    "face_count": N_("Dice have 1 to {most} faces, not {faces}."),
    "face_twice": N_("Two faces are called {name}. Give one another name."),
    "all_pips": N_("These dice have no drawings, and pips need no teaching."),
    "look_count": N_("{name}: {looks} pictures; a face can have 1 to {most}."),
    "dice_damaged": N_("These dice are damaged: copy their file again, or teach them."),
    "dice_too_large": N_("More than {megabytes} MB: this is no file of taught dice."),
    "dice_newer": N_(
        "These dice are of version {version}, this program knows {known}: update Grillside."
    ),
    "not_dice": N_("This is no file of taught dice."),
    "no_taught_dice": N_("No dice are called “{name}”: none have been taught."),
    "dice_not_taught": N_("No dice are called “{name}”. There are: {names}."),
    "means_unknown": N_("These dice have no face “{name}”, only: {names}."),
    "means_face": N_("{game} knows no face “{name}”, only: {names}."),
    "means_nothing": N_("What is “{name}” in {game}? Each face must mean one of the game's."),
    "means_missing": N_("No face of these dice means {name}, which {game} needs."),
    "dice_named": N_("No dice are called “{name}”. There are: {names}."),
    "dice_reserved": N_("“{name}” is what the dice of a game are called. Choose another name."),
    "dice_exist": N_("There are dice called “{name}” already: say --force to replace them."),
    "file_exists": N_("{file} is there already: say --force to replace it."),
    "out_folder": N_("{file} is a folder: say what the file in it shall be called."),
    "out_no_file": N_(
        "{file} is a pipe, a device, somebody else's link or the like, and stays: say another file."
    ),
    "means_what": N_("“{word}” has no meaning: write --means sun=1,moon=worm."),
    "means_twice": N_("“{name}” has two meanings: say one."),
    "means_game": N_("In which game? Say --game as well."),
    "dice_folder_link": N_("{file} is a link, and dice are kept in a folder: make it one."),
    "folder_is_none": N_("{file} is no folder: say the one in which games are kept."),
    "no_folder": N_("There is no folder {file}: make it first."),
    "no_face_folder": N_("{file} has no folder “{name}” with pictures of that face."),
    "nothing_seen": N_("{name}: no die was seen well enough. Take other pictures of it."),
    "exam_failed": N_(
        "No die matches the others of its face, so nothing is saved: show all faces again, "
        "in better light."
    ),
    "looks_too_large": N_("These pictures take more than {megabytes} MB: show fewer dice."),
    # records
    "record_empty": N_("the record is empty: its first line must be the header."),
    "lines_from_one": N_("there is no line {at}: lines are counted from 1, the header."),
    "no_such_line": N_("there is no line {at}: the record has {most}."),
    "record_too_long": N_("the record has more than {most} lines: this is no game."),
    "record_full": N_(
        "The file of this game is full ({most} lines): begin a new one, and adjust its table."
    ),
    "line_blank": N_("the line is blank."),
    "byte_order_mark": N_("the file begins with a byte order mark: save it as plain UTF-8."),
    "record_newer": N_(
        "the record is of version {version}, this program knows {known}: update Grillside."
    ),
    "record_version": N_("there is no record version {version}; this program knows {known}."),
    "line_too_long": N_("the line is longer than {most} bytes: this is no record."),
    "line_torn": N_("the line breaks off at column {column}: the record was cut short."),
    "line_damaged": N_(
        "the line does not fit its checksum: it was damaged or changed, or one before it is lost."
    ),
    "header_damaged": N_("one of the two headers is damaged; nothing of the game is lost."),
    "not_json": N_("this is not one JSON object; the trouble begins at column {column}."),
    "not_utf8": N_("no UTF-8 text from column {column} on: this is no record."),
    "too_deep": N_("brackets are nested too deeply: this is no record."),
    "number_too_long": N_("a number has more than {most} digits."),
    "not_a_json_number": N_("{word} is no number in JSON."),
    "field_twice": N_("the field “{field}” is there twice."),
    "unknown_field": N_("unknown field “{field}”; known here: {known}."),
    "missing_field": N_("the field “{field}” is missing ({wanted})."),
    "wrong_type": N_("“{field}” must be {wanted}."),
    "not_a_number": N_("“{field}” must end in a number without leading zeros."),
    "levels_players": N_("The record names levels for {count} seats of {players}."),
    "not_a_date": N_("“{field}” cannot be “{word}”: a date is written like 2026-05-17."),
    "unknown_word": N_("“{field}” cannot be “{word}”; it is one of: {known}."),
    "unknown_move": N_("unknown move “{move}”; this game knows: {known}."),
}
