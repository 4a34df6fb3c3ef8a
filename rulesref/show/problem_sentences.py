"""The sentences about problems: for each code what is wrong and what to do, and the words that stand in them."""

from __future__ import annotations

import errno
import os

from rulesref.base.messages import N_

#: For each code what is wrong and what to do about it.
SENTENCES: dict[str, tuple[str, str]] = {
    # E1xx text
    "E101": (N_("The file cannot be read: {reason}."), N_("Check the name, and that it is a file that you may read.")),
    "E102": (N_("The file has more than {limit} bytes."), N_("Split it into smaller files, if it is the right one.")),
    "E103": (N_("The file is not UTF-8 here."), N_("Save it as UTF-8.")),
    "E104": (N_("This is not YAML that can be read ({reason})."), N_("Look at this line and the one before: a colon, quote or bracket is missing or too many, or the indentation is wrong. A text that begins with a quote, or has a bracket or comma within braces, needs double quotes around it.")),
    "E105": (N_("There is a control character here, which YAML does not allow."), N_("Delete it.")),
    "E106": (N_("Anchors and aliases ({typed}) are not supported."), N_("Write the value out in full.")),
    "E107": (N_("Tags ({typed}) are not supported."), N_("Delete the tag; put text that begins with ! in quotes.")),
    "E108": (N_("This is nested more than {limit} levels deep."), N_("Flatten it.")),
    "E109": (N_("The key “{key}” appears twice; first on line {first}."), N_("Delete or rename one of them. If it begins a new entry of a list, a “- ” is missing before it.")),
    "E110": (N_("A second document begins here."), N_("Keep one document in a file; delete “---”.")),
    "E111": (N_("The number {typed}… is too large."), N_("Use at most 18 digits, or put it in quotes if it is text.")),
    "E112": (N_("A key must be a plain word."), N_("Write “key: value”.")),
    "E113": (N_("The line is longer than {limit} bytes."), N_("Write one position a line.")),
    "E114": (N_("A half character (\\ud800 to \\udfff) stands here."), N_("Write the character itself.")),
    # E2xx shape
    "E201": (N_("The key “{key}” is missing."), N_("Add “{key}:” with its value.")),
    "E202": (N_("The key “{key}” is not known here."), N_("Did you mean “{near}”?")),
    "E203": (N_("This is {kind}; it should be {expected}."), N_("See “rulesref schema” for the form of this file.")),
    "E204": (N_("“{typed}” is not one of the words allowed here: {allowed}."), N_("Did you mean “{near}”?")),
    "E205": (N_("“{typed}” is not well formed."), N_("Ids are lower-case words joined by hyphens; readings are hiragana; statements are like R001 or R001-R012; colors are like #c0392b.")),
    "E206": (N_("This is too short: at least {least}."), N_("Fill it in, or leave the key out if it is optional.")),
    "E207": (N_("This is too long: at most {most}."), N_("Remove some.")),
    "E208": (N_("The value does not fit here."), N_("See “rulesref schema” for the form of this file.")),
    "E209": (N_("No kind of file has this name."), N_("Did you mean “{near}.yaml”? Rules go in the folder rules/.")),
    "E210": (N_("The file {kind}.yaml is missing."), N_("Every game needs one; “rulesref new-game” writes an example.")),
    "E211": (N_("There is no folder {folder}."), N_("Check the name of the folder.")),
    "E212": (N_("The folder {folder} has no game."), N_("A game is a folder with a game.yaml.")),
    "E219": (N_("{folder} cannot be written ({reason})."), N_("Choose another folder.")),
    "E213": (N_("{folder} exists already."), N_("Choose another id, or another folder.")),
    "E218": (N_("{reason}"), N_("See docs/expressions.md, or “rulesref schema expressions”.")),
    "E216": (N_("Nothing in the expression is called “{typed}”."), N_("Use it there, or delete it here.")),
    "E214": (N_("{file} is damaged."), N_("Install rulesref again.")),
    "E220": (N_("What people type stands under an entry and a language of the game."), N_("Write them above it in brackets: [id-of-an-entry {lang}].")),
    "E215": (N_("“{key}” stands alone here, without a value."), N_("Put what has a comma in double quotes, all of it.")),
    "E221": (N_("Both this sheet and scoring.yaml say how the game is scored."), N_("Delete one of them.")),
    "E222": (N_("Nothing is from {low} to {high}."), N_("Write the smaller number first; players are at least 1.")),
    "E223": (N_("“{typed}” in braces is no name of a value."), N_("Only a name stands in braces. Give what is worked out a name under “define”, and write that.")),
    "E224": (N_("The full-width “{typed}” separates nothing in YAML."), N_("Write “{meant}”.")),
    "E225": (N_("A text with “: ” in it is read as a key and a value."), N_("Put the whole text in double quotes.")),
    # E3xx references
    "E301": (N_("There is no {kind} “{id}”."), N_("Did you mean “{near}”?")),
    "E302": (N_("The table “{table}” has no column “{typed}”."), N_("Did you mean “{near}”?")),
    "E303": (N_("A row of “{table}” is picked by all of these columns: {key}."), N_("Give a value for each of them and for no other.")),
    "E304": (N_("The ruling “{ruling}” has these readings, each of which needs a value: {known}."), N_("Give a value for each of them.")),
    "E305": (N_("The id is “{id}”, but the folder is called “{folder}”."), N_("Make them the same.")),
    "E306": (N_("The id “{id}” appears twice; first in {file}, line {line}."), N_("Rename one of them.")),
    "E307": (N_("The row {key} appears twice; first on line {line}."), N_("Delete one, or add a column to the key.")),
    "E308": (N_("Number of cells: {many}; there should be {expected}."), N_("Give each column one cell; write null for a blank one.")),
    "E309": (N_("“{typed}” does not fit this column ({kind})."), N_("Write a value of that kind, null for blank, or unknown.")),
    "E310": (N_("Nothing here is called “{typed}”."), N_("Did you mean “{near}”?")),
    "E311": (N_("“{typed}” is not a list."), N_("Name a list field, or players.")),
    "E217": (N_("“{typed}” is given something for each of: {names}."), N_("Write them in brackets, in this order.")),
    "E312": (N_("“{typed}” can never come up here; what can: {known}."), N_("Did you mean “{near}”?")),
    "E313": (N_("This is {kind}; it should be {expected}."), N_("Check the name, and what it stands for.")),
    "E314": (N_("This is {kind}, and it is compared with {expected}: they are never equal."), N_("Compare values of one kind.")),
    "E315": (N_("No case is given for: {missing}."), N_("Give a value for each, or one for all others.")),
    "E316": (N_("“{id}” is the name of something else here."), N_("Choose another name.")),
    "E317": (N_("There is no entry {typed}: the list has {high}."), N_("Count the entries from 1.")),
    "W318": (N_("Nothing uses “{id}”."), N_("Delete it, or check the spelling where it should be used.")),
    "E319": (N_("{typed} is out of range ({range})."), N_("Write a value that the field can have.")),
    "E320": (N_("There is no game “{typed}”. Games: {known}."), N_("Did you mean “{near}”?")),
    "E321": (N_("{game} has no calculator “{typed}”. Calculators: {known}."), N_("Did you mean “{near}”?")),
    "E322": (N_("{game} has no table “{typed}”. Tables: {known}."), N_("Did you mean “{near}”?")),
    "E323": (N_("{game} has no topic “{typed}”. Topics: {known}."), N_("Did you mean “{near}”?")),
    "E324": (N_("No entry has the id “{typed}”."), N_("Did you mean “{near}”?")),
    "E325": (N_("The entry “{typed}” exists in several games: {known}."), N_("Name the game: {example}.")),
    "E326": (N_("The table “{table}” has no row “{typed}”."), N_("See all rows: rulesref table {game} {table}")),
    "E327": (N_("There is no kind of file “{typed}”. Kinds: {known}."), N_("Did you mean “{near}”?")),
    "E328": (N_("“{typed}” is not written key=value."), N_("For example: {example}")),
    "E329": (N_("No glossary has “{typed}”."), N_("Did you mean “{near}”?")),
    "E331": (N_("“{id}” is a calculator; a calculator cannot ask another one."), N_("Write its formula here too.")),
    "W332": (N_("Nothing ends this step: people go on choosing for ever."), N_("Give one of its actions “ends: true”, or the step an “until”.")),
    "E333": (N_("The entry “{id}” has no point {typed}: it has {high}."), N_("Count its points from 1.")),
    "E330": (N_("“{id}” is like itself in the end."), N_("Let one of these scorings say everything itself.")),
    # E4xx positions
    "E401": (N_("“{name}” ({key}) is missing."), N_("Add “{key}:”.")),
    "E402": (N_("{typed} should be {expected}."), N_("For example: {example}")),
    "E403": (N_("{typed} is out of range ({range})."), N_("Check the number on the table.")),
    "E404": (N_("“{typed}” is not one of: {allowed}."), N_("Did you mean “{near}”?")),
    "E405": (N_("“{typed}” stands twice."), N_("Delete one of them.")),
    "E406": (N_("{many} entries; at most {most}."), N_("Check what is on the table.")),
    "E407": (N_("“{typed}” is not asked at “{event}”."), N_("Delete it, or choose the event it belongs to.")),
    "E408": (N_("The key “{typed}” is not known here."), N_("Did you mean “{near}”?")),
    "E409": (N_("“{typed}” and “{other}” are the same key."), N_("Keep one of them.")),
    "E410": (N_("“{typed}” is not used in a game of {players}."), N_("Delete this entry.")),
    "E411": (N_("The table “{table}” has no row for {value}."), N_("Check these values.")),
    "E412": (N_("“{value}” is not a number."), N_("Check the value.")),
    "E413": (N_("The calculation divides by 0."), N_("Check the values.")),
    "E414": (N_("No case is given for “{value}”."), N_("Check the value.")),
    "E416": (N_("No source gives “{column}” for this row of the table “{table}”."), N_("Read it off the component and give it by hand.")),
    "E417": (N_("“{name}” is not tracked in this session."), N_("Give it a value: set {name} …")),
    "E418": (N_("“{typed}” is asked of a player, but no player is at hand."), N_("Use it inside turns, or name the player.")),
    "E420": (N_("No player here is called “{typed}”. Known names: {known}."), N_("Did you mean “{near}”?")),
    "E421": (N_("{game} has no scoring in its data."), N_("See “rulesref games”.")),
    "E422": (N_("This is a position of “{typed}”, not of {game}."), N_("Score it with that game, or change “game:”.")),
    "E423": (N_("The position does not say which scoring this is: {known}."), N_("Add “event:”, or use --event.")),
    "E424": (N_("There is no scoring “{typed}”: {known}."), N_("Did you mean “{near}”?")),
    "E425": (N_("There is no ruling “{typed}”."), N_("Did you mean “{near}”? “rulesref disputes” lists them.")),
    "E426": (N_("The ruling “{ruling}” has no reading “{typed}”: {known}."), N_("Did you mean “{near}”?")),
    "E427": (N_("The players are missing."), N_("Add “players:” with a list.")),
    "E428": (N_("A player has no name, or only a number for one."), N_("Give a name; in a file behind “name:”, and in quotes if it is a number.")),
    "E429": (N_("“{typed}” reads the same as another player's name."), N_("Give each a name that differs in more than capitals, width or kind of kana.")),
    "E430": (N_("Number of players: {many}; the game is for {low} to {high}."), N_("Check the list of players.")),
    "E431": (N_("“{thing}” exists once in the game, but {first} and {second} have it."), N_("Check who has it.")),
    "E432": (N_("The position is empty."), N_("See what to fill in: rulesref score {game} --template")),
    "E433": (N_("The two positions are of different scorings: {first} and {second}."), N_("Compare two positions of the same scoring, or use --event.")),
    "E434": (N_("There is no number {typed}, only 1 to {high}."), N_("Count the entries from 1.")),
    "E435": (N_("“{typed}” is not one of the numbers 1 to {high}."), N_("Type one of the numbers shown.")),
    "E436": (N_("{where} has several values: {known}."), N_("Name one of them, with a dot between.")),
    "E437": (N_("“{event}” does not end the game, and BG Stats records finished games."), N_("Use the final scoring.")),
    "E439": (N_("“{typed}” can be several: {known}."), N_("Write more of the name of the one that is meant.")),
    "E440": (N_("{message}"), N_("Check the table. Rules: {rules}. With --anyway it is scored all the same, as with an expansion or rules of your own.")),
    "E442": (N_("Nothing is asked any more that “{typed}” could answer."), N_("Look where a value is one too many.")),
    "E444": (N_("Nothing in {file} was filled in yet."), N_("Put in what is on the table, and score it again; or let the program ask: rulesref score {game}")),
    "E443": (N_("“{typed}” names none of what is counted here: {known}."), N_("Write each with its number.")),
    # E5xx plays
    "E501": (N_("“{typed}” is nothing that can be done now."), N_("Did you mean “{near}”? “?” shows what can be done.")),
    "E503": (N_("No value that can be set is called “{typed}”. Known: {known}."), N_("Did you mean “{near}”?")),
    "E504": (N_("What should “{typed}” be?"), N_("For example: set {typed} 7")),
    "E505": (N_("“{action}” cannot be done now."), N_("“?” shows what can be done; with “!” in front it is done anyway.")),
    "E506": (N_("No scoring is due now."), N_("“?” shows what can be done.")),
    "E507": (N_("“{action}” asks for “{name}”."), N_("Write it behind: {example}")),
    "E508": (N_("Who does “{action}”?"), N_("Type the name ({players}), or begin the line with it: {player} {action}")),
    "E510": (N_("{message}"), N_("Rules: {rules}. With “!” in front it is done anyway.")),
    "E511": (N_("“{name}” would be {value} ({range})."), N_("Correct it with “set”, or put “!” in front. Rules: {rules}.")),
    "E512": (N_("“{name}” does not hold “{value}”."), N_("Correct it with “set”.")),
    "E541": (N_("“{open}” is not finished yet, so “{typed}” has to wait."), N_("Answer what is asked, or take it back with “undo”.")),
    "E542": (N_("Against the rules: {why}"), N_("“!” goes no further than that. If it is meant so, put “!!” in front: !!{typed}")),
    "E519": (N_("The session “{play}” is of the game “{game}”, which is not among the games here."), N_("Name the folder of the game, as when the session began: --data FOLDER. Other sessions: rulesref play list")),
    "E520": (N_("No game has been begun yet."), N_("Begin one: rulesref play new GAME --players A,B")),
    "E521": (N_("There is no session “{typed}”."), N_("Did you mean “{near}”?")),
    "E522": (N_("{file} cannot be written ({reason}). What was stored stays as it is; what is done now is not stored."), N_("Make room, or choose another folder with RULESREF_HOME, and do it again. Where a game goes on line by line, “export FILE” writes it to a file.")),
    "E523": (N_("{file} does not say which session it is: its beginning is damaged, or it is no file of a session."), N_("Put a copy in its place, or move it away. It is left as it is.")),
    "E524": (N_("{file} is damaged: what stands in these lines of it cannot be read and is left out ({lines})."), N_("All its other lines are read. Look at the session; if nothing is missing, the damaged lines of the file can be deleted with an editor.")),
    "E525": (N_("{file} was written by a newer version of rulesref, and is left as it is."), N_("Use that version, or another folder with RULESREF_HOME.")),
    "W526": (N_("Line {n} of {play} (“{typed}”) does not fit any more: {why} The game stands as it was kept after line {at}."), N_("Look whether it is right; “set” corrects it. The next line goes on from there, and “undo” takes lines back as ever.")),
    "E527": (N_("The game was changed in another terminal meanwhile. Your line was not carried out; this is how it stands now."), N_("Look at it, and type your line again if it still fits.")),
    "E528": (N_("{file} is being written by another program."), N_("Try again in a moment.")),
    "E529": (N_("There is no step {step} to go back to: 0 to {last}."), N_("“history” shows the steps.")),
    "E530": (N_("This session has no position to score."), N_("“rulesref score GAME” scores any position.")),
    "E531": (N_("Nothing was taken back that could be done again."), N_("“history” shows the steps.")),
    "E543": (N_("Nothing was taken back that could be done again. Lines were typed over before, “{typed}” last."), N_("Have them back in place of those after them: redo --aside {line}. All are shown by: history all")),
    "E544": (N_("The line before it ({n}) is lost, or does not fit either."), N_("“history” shows the lines.")),
    "E545": (N_("“{typed}” is too long for the name of a session."), N_("Choose a shorter one.")),
    "E548": (N_("No line that was typed over has the number {typed}."), N_("“history all” shows them.")),
    "E549": (N_("“{typed}” is also what is typed for something else in a game."), N_("Give the player another name, such as one with a letter more.")),
    "E532": (N_("{game} has no option “{typed}”."), N_("Did you mean “{near}”?")),
    "E533": (N_("The line cannot be read ({reason})."), N_("It was written by another version, or by hand.")),
    "E534": (N_("{game} has no course in its data to guide you through yet."), N_("Games that have: {known}.")),
    "E535": (N_("A session called “{play}” exists already."), N_("Choose another name.")),
    "E536": (N_("{file} is not an exported session ({reason})."), N_("Sessions are exported with: rulesref play export --as json")),
    "E537": (N_("What stands behind “{typed}” is missing or not known."), N_("For example: {example}")),
    "E538": (N_("No scoring that ends the game has been done in this session."), N_("BG Stats records finished games; --as json, csv and markdown work any time.")),
    "E555": (N_("“{typed}” can be several things here: {known}."), N_("Name it: {field}={typed}")),
    "E556": (N_("“{typed}” can be several actions: {known}."), N_("Begin with one of them.")),
    "E557": (N_("“{typed}” is not understood in “{action}”."), N_("Did you mean “{near}”?")),
    "E559": (N_("“{typed}” is not kept on this track: nothing need be typed for it."), N_("To keep it from now on: track {track}")),
    "E563": (N_("“{typed}” is not known here; “{near}” is."), N_("Enter or “y” reads it so: {line}")),
    "E562": (N_("It is {turn}'s turn, so “{typed}” of {player} has to wait."), N_("Type first what {turn} does; “undo” takes back what was done before.")),
    "E590": (N_("There is no line {step}: 1 to {last}."), N_("“history” shows the lines.")),
    "E591": (N_("“{typed}” does not come to whole lines there."), N_("Give a line of the game, with all that it asks for.")),
    "E592": (N_("It says how the game stood, with other data of the game."), N_("“history” shows the lines.")),
    "E593": (N_("Line {n} ({typed}) would no longer fit: {why}"), N_("With --yes behind the number, what no longer fits is left out.")),
    "E589": (N_("No game is over yet."), N_("“rulesref play list” shows the sessions.")),
    "E586": (N_("{name}: that takes {value}, not {typed}."), N_("Leave it out: it is paid in any case.")),
    "E588": (N_("“{typed}” cannot be rolled."), N_("For example: roll, roll 20, roll 2d6, roll coin, roll player.")),
    "E594": (N_("Nothing was changed."), N_("With --yes behind the number, what no longer fits is left out.")),
    "E595": (N_("Nobody knows “{name}” yet, so it cannot change by {typed}."), N_("Say what it is: “set” with the number alone.")),
    "E596": (N_("“{typed}” can be the place {place} of “{name}”, or {place} of the same."), N_("Write .{place} or @{place} right behind the name; or else give every one.")),
    "E597": (N_("Nothing called “{typed}” is in the trash."), N_("Did you mean “{near}”?")),
    "E598": (N_("{file} cannot be written ({reason})."), N_("Choose another place: --name")),
    "E599": (N_("No rule of {game} lets somebody join or leave during the game."), N_("“ask can someone leave early” says what can be agreed upon. Another name: rename OLD NEW. A value: set NAME VALUE +1.")),
    "E570": (N_("“{game}” is a game of the pack “{pack}”, which is not installed here."), N_("Install the pack again. What you have kept of the game stays as it is.")),
    "E571": (N_("The pack “{pack}” cannot be used: {why}"), N_("All other games can. Tell whoever wrote it, or remove it: python -m pip uninstall {pack}")),
    "E572": (N_("Its entry point names “{package}”, which is no name of a package."), N_("Write the package in which the game folders are.")),
    "E573": (N_("There is no folder of a package “{package}”."), N_("Write the package in which the game folders are.")),
    "E574": (N_("“{pack}” has no game “{game}”: {known}."), N_("Did you mean “{near}”?")),
    "E575": (N_("The game “{game}” is in two of its packages: {folders}."), N_("Remove one of them.")),
    "E540": (N_("The game is over."), N_("“undo” takes the last line back. Another game: rulesref play new GAME --players A,B")),
    "E539": (N_("There are not that many lines to take back: {many}."), N_("“history” shows the steps.")),
    "E546": (N_("There is no form “{typed}”: {known}."), N_("The file's name says it too: play.json, sheet.csv, log.md, play.bgstats.")),
    "E547": (N_("{file} is there already."), N_("Choose another name, or delete it first.")),
    "E560": (N_("The line is longer than {limit} characters."), N_("Type it in several lines.")),
    "E561": (N_("The command is longer than {limit} characters."), N_("Put what is long into a file.")),
    "E580": (N_("The text in {kind} is missing here."), N_("Add “{lang}: …”; or write “languages: [{alone}]” in game.yaml if the whole game is in one language.")),
    "E581": (N_("This does not say in which language it is."), N_("Write “ja:” and “en:”, each with its own; or “languages: [{alone}]” in game.yaml if the whole game is in one language.")),
    "E582": (N_("The texts of this game are in one language only."), N_("Say so here: languages: [{alone}]. Or else write each of them as “ja:” and “en:”.")),
    # E640 on: pages
    "E640": (N_("There is no such page."), N_("Go back, or begin at the first page.")),
    "E641": (N_("The port {port} cannot be used ({reason})."), N_("Is the program running already? Else name another one: --port.")),
    "E643": (N_("The stage “{typed}” of this game goes round without ever waiting for anybody."), N_("Correct its “until”, or what changes the values it asks about.")),
    "E642": (N_("This is a fault of the program, not yours. Nothing was lost."), N_("What to report stands in the terminal of the laptop. Go back and go on.")),
    # E625 on: what comes from elsewhere
    "E625": (N_("This is not JSON that can be read."), N_("Export the session again, or look at this place: a sign is missing, or one too many.")),
    "E626": (N_("The shell asks for words in a way that is not known: _RULESREF_COMPLETE is “{typed}”."), N_("Use one of: {known}. COMP_WORDS and COMP_CWORD come from the shell.")),
    # E6xx wording and coverage
    "E610": (N_("Statements that no entry answers ({many}): {missing}."), N_("Add them to “covers” of a point.")),
    "E611": (N_("Covered, but not listed in “statements”: {beyond}."), N_("Correct the id, or list it.")),
    "E612": (N_("{what}: expected {expected}, found {actual}."), N_("Work it out by hand: correct the game, or what is expected.")),
    "E613": (N_("It should be possible, and is refused: {why}"), N_("Correct the game, or the line. What should be refused says so: “problems: [E440]” in a case, “= refused E510” behind a line.")),
    "E614": (N_("“{typed}” is no line of a known game."), N_("It begins with “# players: Ann, Ben”; then come lines to be typed, and what is so behind them: “= Ann.points 12”, “= turn Ben”, “= due ID”, “= finished”.")),
    "W615": (N_("“{rule}” is hard to find: of {many} titles and phrases of its own {right} find it first, the others {others}."), N_("Say in its title, and by the first of its “terms”, what tells it from these; then what people say of it, in words that the title lacks, such as heard: {heard}")),
    "W618": (N_("“{rule}” is hard to find: of {many} titles and phrases of its own {right} find it first, the others nothing."), N_("Say what people call it, in words that the title lacks, such as heard: {heard}")),
    "E620": (N_("“{typed}” is no line of the game: it asks the companion for something."), N_("Call the method of the OpenPlay instead: undo(), redo(), state(), position(), export().")),
    "E621": (N_("“{typed}” is no position, though it may be the name of a file."), N_("Give a file as pathlib.Path; a text is taken for the position itself.")),
    "E622": (N_("{value} is no plain data."), N_("Use dicts with texts as keys, lists, texts, whole numbers, True, False and None.")),
    "E623": (N_("This OpenPlay was closed."), N_("Open it again, if it is kept in a folder: open_play().")),
    "W620": (N_("Terms that no entry is about: {terms}."), N_("Name them in “terms” of an entry, or drop them.")),
    "W621": (N_("Tables that no entry names: {tables}."), N_("Name them in “tables” of an entry, or give them “rules”.")),
    "W622": (N_("A text of the session cites “{typed}”, and nothing is called so."), N_("It is read on phones as well, where nothing is typed: say the name of the action, the field or the value.")),
    "W623": (N_("With {given} this cannot be worked out, though it is allowed: {why}"), N_("Give the table the row, or the input a smaller range.")),
    "W586": (N_("“{typed}” stands here beside “{other}”, from which it differs by a letter."), N_("Spell them alike if they are the same.")),
    "W523": (N_("The last line of {file} was not written to its end ({lines}), and is left out."), N_("Nobody was told that it is stored. Look at the session, and type it again if it is missing.")),
    "W524": (N_("Not everything in {file} can be read. What can be has been carried over: {many} sessions, each now a file in {folder}."), N_("The old file is left as it is.")),
    "W525": (N_("The sessions of {file} have been carried over: {many}, each now a file in {folder}."), N_("The old file is not used any more. When you have seen that all sessions are there, it may go.")),
    "W528": (N_("{file} has no locks."), N_("Games go on; only one terminal at a time should go on with the same one.")),
    "W543": (N_("What the game does not have any more was left out: {known}."), N_("“show” shows what is kept now.")),
    "W544": (N_("New in the game, and as at its beginning: {known}."), N_("“set” corrects what is different.")),
    "W545": (N_("The step where the game stood is gone ({known}); it stands at the one that is there now."), N_("“?” shows what can be done.")),
    "W522": (N_("{file} can be written again; the game is stored."), N_("Nothing needs to be done.")),
    "W440": (N_("{message}"), N_("Scored as it is. Rules: {rules}.")),
    "W442": (N_("{among} are tied, and what would break the tie was not given: {missing}."), N_("Give it, even if it is 0, and the tie is decided.")),
    "W441": (N_("“{name}”: the log says {known}, and {typed} was typed."), N_("Look at the table; yes takes what was typed.")),
}  # fmt: skip

#: What a value is that a field cannot hold: less than there can be, or more.
OUTSIDE = {
    "hand": N_("Not enough {name}: {need} needed, {had} in hand."),
    "left": N_("Not enough {name}: {need} needed, {had} left."),
    "low": N_("“{name}” cannot go below {low} (now {had})."),
    "high": N_("“{name}” goes up to {high} (now {had})."),
}  # fmt: skip

#: As what a line of a play would take the name of a player.
UNTELLABLE = {
    "sign": N_("“{typed}” has no letter, so no line that is typed could name the player."),
    "number": N_("“{typed}” is read as a number in a game, not as a player."),
    "command": N_("“{typed}” is a command in every game, so no player can be called so."),
    "answer": N_("“{typed}” answers a question or ends a turn in every game, so no player can be called so."),
    "action": N_("“{typed}” is an action of this game, so no player can be called so."),
}  # fmt: skip

#: What is wrong with the text of an expression.
MALFORMED = {
    "character": N_("“{text}” has no meaning in an expression."),
    "meant": N_("“{text}” has no meaning in an expression; write {meant}."),
    "quote": N_("A quote is not closed."),
    "end": N_("The expression ends too early: {wanted} is missing."),
    "unexpected": N_("“{text}” cannot stand here; {wanted} should."),
    "list": N_(
        "A list is gone through by its name alone: nothing in brackets can follow “{text}” here."
    ),
    "written-out": N_("A list that is written out is gone through by a name: give it one under “define”."),
    "placed": N_("{text}(…) gives an entry one name; with its place it is sum(1 for entry, place in list where …)."),
    "chain": N_("Only two values are compared at a time; join comparisons by “and”."),
    "twice": N_("The case {text} stands here twice."),
    "digits": N_("A number has at most {limit} digits."),
    "deep": N_("This is nested more than {limit} levels deep."),
    "row": N_("A row of “{table}” is picked by its key, or as the last with column <= value; rows that fit are added up by sum(…)."),
    "rounded": N_("{text} takes a division: {text}(a / b)."),
    "fraction": N_("“{text}” is not a whole number; write {meant}."),
    "gathered": N_("{text} goes through a list whose entries get a name: {text}(entry.size for entry in list)."),
    "result": N_("“{calculator}” needs the name of a result behind it: {calculator}(…).result."),
    "inputs": N_("Each input of “{calculator}” is given by its name: name = value. A row of a table is picked in square brackets: {calculator}[…].column."),
}  # fmt: skip
#: What an expression lacks.
WANTED = {
    "value": N_("a value"), "name": N_("a name"), "code": N_("a code in single quotes"),
    "number": N_("a number"), "operator": N_("an operator such as +"), "end": N_("the end"),
}  # fmt: skip

#: What a name that nothing has may be meant for.
PERHAPS = {
    "rung": N_("Without a “value” the comparison is that of the points: “by: total”. Any other needs its “value”."),
    "table": N_("This is a table; say which row and which column: {typed}[…].column."),
    "loop": N_("Write “{near}”, or name “{first}” in a loop: … for {first} in players."),
    "entry": N_("An entry of a list is not changed by itself: set the whole list, or put and take."),
    "itself": N_("A named value can use those above it, not itself."),
    "minus": N_("A minus has spaces on both sides: {as}."),
    "code": N_("A code stands in single quotes: '{typed}'. Where it begins a text of YAML, write double quotes around all."),
}  # fmt: skip

#: What kinds of values and of entries are called.
KIND_NAMES = {
    "text": N_("text"), "whole": N_("a whole number"), "flag": N_("true or false"),
    "nothing": N_("nothing"), "list": N_("a list"), "mapping": N_("keys with values"),
    "choice": N_("one of the words"), "choices": N_("a list of words"), "wholes": N_("a list of whole numbers"),
    "a code": N_("a code"), "number": N_("a number"), "player": N_("a player"), "record": N_("keys with values"), "records": N_("a list"), "by-player": N_("a value for each player"),
    "code": N_("one of its codes"), "rule": N_("rule"), "term": N_("term"), "table": N_("table"),
    "calculator": N_("calculator"), "topic": N_("topic"), "source": N_("source"), "ruling": N_("ruling"),
    "good": N_("good"), "group": N_("group"), "field": N_("field"), "action": N_("action"),
    "reading": N_("reading"), "event": N_("scoring"), "ja": N_("Japanese"), "en": N_("English"),
}  # fmt: skip

#: What systems say of a file, which they say in English.
_OF_SYSTEM = {
    os.strerror(code): said
    for code, said in (
        (errno.ENOENT, N_("there is no such file or folder")),
        (errno.ENOTDIR, N_("what should be a folder is none")),
        (errno.EISDIR, N_("it is a folder")),
        (errno.EACCES, N_("there is no permission for it")),
        (errno.EPERM, N_("there is no permission for it")),
        (errno.EROFS, N_("nothing can be written there")),
        (errno.ENOSPC, N_("there is no room left")),
        (errno.EEXIST, N_("something else has this name")),
        (errno.EINVAL, N_("no file can have this name")),
        (errno.ENAMETOOLONG, N_("no file can have this name")),
        (errno.ELOOP, N_("links lead in a circle")),
    )
}
#: Why something cannot be read or written.
REASONS = {
    **_OF_SYSTEM,
    # files
    "missing": N_("there is no such file"), "forbidden": N_("there is no permission to open it"),
    "folder": N_("it is a folder"), "device": N_("it is neither a file nor an open pipe"),
    "loop": N_("links lead in a circle"), "dangling": N_("it is a link to what is not there"),
    "name": N_("no file can have this name"),
    # YAML
    "tab": N_("a tab indents, where only spaces may"), "quote": N_("a quote is not closed"),
    "bracket": N_("a bracket is not closed, or a comma is missing"),
    "colon": N_("no colon fits here"), "colon-missing": N_("the colon after a key is missing"),
    "indentation": N_("the indentation does not fit"),
    "wide-space": N_("a full-width space stands where one of half the width should"),
    "hyphen": N_("the “- ” before an entry of a list is missing"),
    "comment": N_("a # begins a comment; a text that has one needs quotes"),
    "after": N_("this cannot follow what stands before it"),
    "character": N_("text that begins like this needs quotes"),
    "escape": N_("a backslash that means nothing stands between quotes"),
    "form": N_("its form is wrong"),
}  # fmt: skip

#: What to do about a file that cannot be read, by the reason.
UNREADABLE = {
    "missing": N_("Check the name, and the folder it is in."),
    "folder": N_("Give the name of a file in it."),
    "forbidden": N_("Make it readable for you, or copy it to a folder of yours."),
    "dangling": N_("Give the name of the file itself."),
}

#: How values of a kind can be written.
EXAMPLES = {
    "whole": "7, 3+6+2", "flag": "true, false", "choices": "[a, b]", "records": "- {…}",
    "wholes": "[3, 1]", "by-player": "{A: 3, B: 2}", "record": "{…: …}", "list": "- …",
}  # fmt: skip

#: What to do about what stands in no file.
UNPLACED = {
    "E205": N_("Write lower-case letters, digits and hyphens: my-game."),
    "E401": N_("Add {key}=…."),
    # What is worked out from numbers alone is never worked out all the same.
    "E440": N_("Check the numbers. Rules: {rules}."),
}
#: What to do where an expression has a value of one kind, and another is expected.
MISTAKEN = {
    ("number", "flag"): N_("Write a comparison, such as “… > 0”, or true or false."),
    ("code", "number"): N_("A code is compared by = or !=, or told apart by “case”; here a number is needed."),
}  # fmt: skip
#: What helps an entry that is hard to find, where it has no words of its own to be told.
WORDLESS = {
    "W615": N_("Say in its title, and by the first of its “terms”, what tells it from these."),
    "W618": N_("Say under “heard” what people call it."),
}
