"""The number that a question asks for."""

from __future__ import annotations

import pytest

from rulesref.answers.answer import full_answer
from rulesref.answers.candidates import NumericAnswer
from rulesref.answers.numbers import followed
from rulesref.search.engine import search
from rulesref.show import asking
from rulesref.show.data import as_json
from tests.helpers import library


def number(game: str, question: str) -> NumericAnswer | None:
    return full_answer(library(), search(library(), question, game)).number


@pytest.mark.parametrize(
    ("game", "question", "calculator", "values"),
    [
        pytest.param(
            "tigris", "黒5赤3青7緑3で宝4個、何点？", "final", [5, (5, 5, 5, 7)], id="goods"
        ),
        pytest.param(
            "praga", "大学5、技術4だと何点?", "academic", [8], id="names behind one another"
        ),
        pytest.param(
            "caylus", "行政官11 監督13", "bailiff", [2, 13, ("dungeon",)], id="two numbers"
        ),
        pytest.param(
            "caylus",
            "walls has 7 houses, how many spots left",
            "pieces-left",
            [3],
            id="what is left",
        ),
        pytest.param(
            "caylus", "地下に一軒もない、何点引かれる", "castle", [0, -2, 0], id="not one is none"
        ),
        pytest.param(
            "tzolkin", "workers on a 1 and a 5, corn?", "placement-cost", [7, (1, 6)], id="articles"
        ),
    ],
)
def test_a_calculator_is_carried_out(
    game: str, question: str, calculator: str, values: list[object]
) -> None:
    found = number(game, question)
    assert found is not None
    worked = found.answer
    assert worked is not None
    assert worked.calculator.id == calculator
    assert [step.value for _, step in worked.results] == values


@pytest.mark.parametrize(
    ("game", "question", "table", "keys"),
    [
        pytest.param("tzolkin", "ククルカン4段目で何がもらえる", "temple-steps", {"temple": "kukulcan", "level": 4}, id="code and number"),
        pytest.param("caylus", "石工のコスト", "building", {"building": "mason"}, id="a code"),
    ],
)  # fmt: skip
def test_a_row_is_looked_up(game: str, question: str, table: str, keys: dict[str, object]) -> None:
    found = number(game, question)
    assert found is not None
    assert found.table is not None
    assert found.row is not None
    assert found.table.id == table
    assert {key: found.row.cells[key] for key in keys} == keys


@pytest.mark.parametrize(
    ("game", "question"),
    [
        pytest.param("mexica", "can a bridge lead into a founded district", id="no number"),
        pytest.param("caylus", "何手番ある", id="nothing to go by"),
    ],
)
def test_where_a_question_says_too_little_there_is_none(game: str, question: str) -> None:
    assert number(game, question) is None


@pytest.mark.parametrize(
    ("game", "question", "line"),
    [
        pytest.param("mexica", "unclaimed bit of land at the end, 11 squares, im second on it. points?", "→ Points for unfounded districts in period 2 (size (land spaces) 11): second place 6", id="a row"),
        pytest.param("mexica", "瞬間移動って何AP使う", "→ アクションのコスト一覧(アクション テレポート): AP 5", id="what is named"),
        pytest.param("tzolkin", "パレンケの5番で農業3まで上げてたらコーンいくつとれる", "→ パレンケとヤシュチランで得るもの(歯車 パレンケ、アクション 5、収穫するもの コーン、農業の技術 3): コーン 12、木材 0、石 0、金 0、水晶髑髏(ストックにある分だけ) 0", id="a calculator"),
        pytest.param("mexica", "two of us tied top on the 12 tile, third guy behind us. what does he get", "→ Calpulli tokens (size (gold, 1st) 12): others there (white, 3rd) 3", id="a rank asks"),
        pytest.param("mexica", "Two of us on different arms of the palace. Both get 5?", None, id="nothing asks"),
        pytest.param("tzolkin", "skull on the fifth spot of the blue weel scores what", "→ Gear actions (space 5): points 8", id="a number that says which"),
        pytest.param("tzolkin", "got 4 unused skuls at the end, how many pts", "→ points for leftovers (crystal skulls 4): 12", id="misspelt"),
        pytest.param("tzolkin", "3個の労働者トークンを2番、4番、5番のマスに置くと、コーンは全部でいくつ必要ですか。", "→ 置くコスト(マスの番号 2、4、5): コーンの合計 14、1個ごとのコーン 2 5 7", id="a list of which"),
        pytest.param("praga", "三人プレイだと全部で何手番やるんだっけ、合計で", "→ プレイ人数ごとの準備と長さ(人数 3): ゲーム全体のターン数 48", id="the title"),
        pytest.param("caylus", "塔に2個建てたら恩恵いくつ", "→ 城の家コマ(セクション 塔、家コマ 2): 建てて得る勝利点 6、決算の勝利点 0、決算の恩賞 1", id="two of something"),
        pytest.param("caylus", "2 players have passed in a 3p game, what does a worker cost", "→ cost of a worker (players 3, players who have passed 2, target anywhere else, workers 1): 3", id="people who do something"),
        pytest.param("mexica", "みせつりつの17マスのとち、2いは何てん？", "→ 第2ピリオドの設立されていない区画の名声点(大きさ(陸地スペースの数) 17): 2位 9", id="a counter in hiragana"),
        pytest.param("mexica", "橋を2回渡るのに何AP", None, id="how often"),
        pytest.param("praga", "金を6個持つと何がもらえる", None, id="how much of it is not which one"),
        pytest.param("praga", "How many points is the stone seal?", "→ Seals (seal stone seal): points each 2", id="nothing comes of nothing"),
        pytest.param("tzolkin", "フードデイは何回ある？", None, id="what all rows are called names none"),
        pytest.param("caylus", "塔がもう満員で家が置けないときもマイナス2点？", None, id="points count no houses"),
        pytest.param("caylus", "I own 2 green houses and the hotel, whats my income", "→ income (residential buildings 2, hotel yes): 6", id="the one input with a number"),
        pytest.param("tzolkin", "信仰を1から3に上げる、資源何個", "→ 技術レベルを上げるコスト(今のレベル 1、上げた後のレベル 3): 5", id="beside what is named"),
        pytest.param("praga", "自分のキューブは何個?", None, id="of one's own, where the list tells all"),
        pytest.param("tigris", "defender has 4 on the board, i attack w 2, how many from my hand to win", "→ tiles from hand needed to win a conflict (your side attacker, your strength on the board 2, the other side's strength 4): 3", id="what is called so"),
        pytest.param("tzolkin", "ウシュマル3番に置くコスト", None, id="which space, not how many"),
        pytest.param("tzolkin", "建築をレベル0からレベル3まで上げるのに必要な資源は何個", "→ 技術レベルを上げるコスト(今のレベル 0、上げた後のレベル 3): 6", id="from and to"),
        pytest.param("tzolkin", "チャクのいちばん上って何てん", "→ 寺院の各段で得るもの(寺院 チャク、段(開始段が0) 5): 青のフードデイの勝利点 8", id="the last of steps"),
        pytest.param("mexica", "I claim the thirteen while two other pawns are standing in it, how much do they get", "→ founding points (size 13, other Pilli Mexica 2): founder 7, each other player there 4", id="what is left may count anything"),
        pytest.param("caylus", "church 4 coins gives how many points", None, id="the second entry does not know the church"),
        pytest.param("tigris", "how many tiles do I hold", None, id="the second entry has no number of the question"),
        pytest.param("caylus", "地下牢に家がなかったら何点引かれる", None, id="what is not there"),
        pytest.param("caylus", "caylus how many workers each", "→ Pieces of each player (piece workers): for each player 6", id="the name of the game says no more"),
        pytest.param("praga", "本を2つもらったけど、もう一番上。何点", "→ 最上段でさらに進んだときの得点(進む段階 2): 4", id="the last of steps is no number"),
        pytest.param("praga", "本を2つもらった。技術は一番上。何点", "→ 書物で進む技術トラック(技術トラック 8、書物 2): 段階 8、技術タイル 0、得点 4", id="the last of steps of an input is its greatest number"),
        pytest.param("praga", "cathedral row 4, hunger wall row 3, points for both rows", "→ points for both rows together (Hunger Wall row 3, Cathedral row 4): 21", id="a word that two share"),
        pytest.param("caylus", "i own 3 residences and the library, how much money do i collect in phase 1", "→ income (residential buildings 3, library yes): 6", id="what a phase is called by"),
        pytest.param("caylus", "塔の決算のとき1軒も建ててない人は何点引かれる？", "→ 城の家コマ(セクション 塔、家コマ 0): 建てて得る勝利点 0、決算の勝利点 -4、決算の恩賞 0", id="not even one"),
        pytest.param("tigris", "total tile count of the game", "→ Components (part civilization tile): count 153", id="a name that adds up joins nothing"),
        pytest.param("mexica", "８マスの区画で二人が一位タイ、三人目の俺は何点", "→ 設立済みの区画で同値のときの名声点(大きさ 8、同値の人数 2、同値の順位 1位): 同値のそれぞれ 8、すぐ下のプレイヤー 2", id="a rank between people and what they are"),
        pytest.param("mexica", "7マスの区画で2人が2位で同点、一人何点", "→ 設立済みの区画で同値のときの名声点(大きさ 7、同値の人数 2、同値の順位 2位): 同値のそれぞれ 4、すぐ下のプレイヤー 0", id="for each, where a result says so"),
        pytest.param("mexica", "4人で前半の終わりのトークン何枚", "→ ピリオドごとのカルプリトークンと神殿駒の数(ピリオド 第1ピリオド): カルプリトークン 8", id="so many play, where nothing depends on it"),
        pytest.param("mexica", "Tom has one 4, I've got 3+2, Bob a single 1 in the district worth 10. what does Bob score", "→ points for a district (size 10, founded yes, period 2, nobility 4, 5, 1): 5 10 3", id="people by name"),
        pytest.param("mexica", "in a founded 7 I have 4 and 2, Kai has 5, points for each?", "→ points for a district (size 7, founded yes, period 2, nobility 6, 5): 7 4", id="a strange name, and what is added"),
        pytest.param("mexica", "２人プレイ、大きさ10の区画に中立レベル計5・俺3・相手2。俺は何点？", "→ 区画の名声点(大きさ 10、設立済み はい、ピリオド 2、霊的な高貴さ 3、2、中立 5): 5 3", id="dots part numbers"),
        pytest.param("mexica", "赤がピラミッド4と2、茶が3を2つ、黒が4と1。11の区画だとそれぞれ何点？", "→ 区画の名声点(大きさ 11、設立済み はい、ピリオド 2、霊的な高貴さ 6、6、5): 11 11 3", id="what each side has of a thing"),
        pytest.param("mexica", "I founded the 9 while Ann's pawn was standing inside, what does Ann get", "→ founding points (size 9, other Pilli Mexica 1): founder 5, each other player there 3", id="somebody's is one"),
        pytest.param("tzolkin", "workers on spaces 1 to 3, how much corn", "→ cost of placing (spaces 1, 2, 3): corn in all 9, corn for each worker 1 3 5", id="from one to another"),
        pytest.param("tzolkin", "0番に1個と3番に1個おくコスト", "→ 置くコスト(マスの番号 0、3): コーンの合計 4、1個ごとのコーン 0 4", id="one at each"),
        pytest.param("caylus", "4番手 最初の所持金", "→ 初期資金(手番順 4番手): 7", id="what is only chosen, where what is open makes no difference"),
        pytest.param("caylus", "1番手 最初の収入後の所持金", "→ 初期資金(手番順 1番手、最初の収入の後 はい): 7", id="for any number of players"),
        pytest.param("caylus", "zero in the walls at the second count", None, id="what is only chosen, where what is open makes a difference"),
        pytest.param("caylus", "公共の市場でキューブ売ったら何ドゥニエ", "→ 市場で資源を売る値段(市場 公共建物の市場、売る資源 1): 4", id="how many of a word of the game"),
        pytest.param("caylus", "prestige points of the cathedral", "→ All buildings (building cathedral): prestige points when built 25", id="the kind of number ends a word of the game"),
        pytest.param("tigris", "反乱された。相手は神殿２枚に接してて手から３枚足してきた。こっちの神官の隣は神殿１枚だけ、何枚足せば守れる?", "→ 内部紛争に勝つのに要る手持ちの神殿(自分の側 防御側、自分のリーダー駒に隣接する神殿 1、相手の戦力 2、相手が手持ちから出した枚数 3): 4", id="whose it is, beside what stands there"),
        pytest.param("caylus", "how many stone for statue plus monument", "→ All buildings (statue, monument): cost in stone 2 + 4 = 6", id="two rows together"),
        pytest.param("caylus", "図書館とホテル合わせて何点", "→ 建物一覧(図書館、ホテル): 建築時の勝利点 10 + 16 = 26", id="together in any form"),
        pytest.param("caylus", "two statues, how many points", "→ All buildings (statue, statue): prestige points when built 7 + 7 = 14", id="a row twice"),
        pytest.param("caylus", "How much do I pay for a residence?", "→ All buildings (building residential building): cost in cloth 1, cost in deniers 1", id="what is paid for it, not what it pays"),
        pytest.param("caylus", "余ったお金は最後に何点?", "→ ゲーム終了時の変換(残ったもの 4ドゥニエごと): 勝利点 1", id="for how many it is"),
        pytest.param("mexica", "2nd in the 9 and the 12, total points", "→ Points for unfounded districts in period 2 (9, 12): second place 5 + 6 = 11", id="two numbers together"),
        pytest.param("caylus", "statue or theater, how much gold", None, id="one or the other"),
        pytest.param("caylus", "けいらす ちか じょうへき とう なんマス", None, id="one beside the other without a word that adds"),
        pytest.param("mexica", "レベル4の神殿2つ建てるのに必要なAP", "→ アクションのコスト(神殿駒のレベル 4、4): 合計AP 8、6APの残り 0、6APで足りない分のアクショントークン 2", id="so many at one level"),
        pytest.param("mexica", "three of us tied for first in a 7, each gets", "→ points for a tie in a founded district (size 7, players tied 3, place of the tie first): each of those tied 7, the next player behind 0", id="what each gets"),
        pytest.param("praga", "採石場レベル5で生産したら石はいくつ", "→ レベルから見た生産の数(トラック 採石場トラック、レベル 5): 5", id="a level is no space"),
        pytest.param("praga", "how many walls for 10 vp", None, id="points are no walls"),
        pytest.param("mexica", "whats the white number on the 13", "→ Calpulli tokens (size (gold, 1st) 13): others there (white, 3rd) 4", id="a column that is called"),
        pytest.param("caylus", "two players stables", "→ Setup by number of players (players 2): stables not used", id="a column that is called, of those who play"),
        pytest.param("caylus", "how many gold cubes in supply", None, id="what has a name of its own is nothing else"),
        pytest.param("caylus", "3人パスしてる。労働者置くのに何デナリ", "→ ワーカーを置く費用(パスした人数 3、置く場所 ほかの場所、ワーカー 1): 4", id="who do something are not all who play"),
        pytest.param("caylus", "starting money for 4th player", "→ starting money (place in the turn order fourth player): 7", id="a calculator by its name"),
        pytest.param("praga", "plaza tiles total", "→ Components (item plaza tiles): count 11", id="in all asks how many"),
        pytest.param("tigris", "five point cubes how many per colour", None, id="five times a count is no count"),
        pytest.param("tigris", "神殿7枚と財宝3個 何点", None, id="no word of what a calculator is for"),
        pytest.param("tigris", "i did not win the war, 3 green tiles on the board, points", None, id="only what is not so"),
        pytest.param("tigris", "won the war, 3 green tiles on the board, points", "→ points for winning a war (war color green, the loser's tiles on the board 3): 4", id="a word of what a calculator is for"),
        pytest.param("tzolkin", "ワーカー4個目で払うコーン", None, id="which of several things it is"),
        pytest.param("tzolkin", "チチェン7番ドクロいくつ何点", "→ 歯車のアクション一覧(歯車 チチェン・イツァ、マス 7): 勝利点 10", id="which space it is"),
        pytest.param("praga", "how many techs can one guy get over the game", None, id="one of people"),
        pytest.param("praga", "i have 7 walls, opp has 4. how many pts ahead am i from walls", None, id="what somebody else has"),
        pytest.param("mexica", "we closed off the palace, is that 5 bonus still paid on top?", None, id="yes or no"),
    ],
)  # fmt: skip
def test_the_best_entry_has_the_number_of_what_is_most_likely_said(
    game: str, question: str, line: str | None
) -> None:
    lang = "en" if question.isascii() else "ja"
    found = number(game, question)
    assert (asking.number(found, lang) if found else None) == line


@pytest.mark.parametrize(
    ("game", "first", "question", "says"),
    [
        pytest.param("caylus", "行政官11 監督13", "じゃあ監督9なら？", "12", id="an input"),
        pytest.param("caylus", "行政官11 監督13", "and provost 12?", "13", id="english"),
        pytest.param("caylus", "4人で2人パスしてたら置くのいくら", "じゃあ3人なら？", "3", id="people"),
        pytest.param("praga", "卵3個で何点", "じゃあ4なら", "10", id="the one number"),
        pytest.param("tzolkin", "ククルカン4段目で何がもらえる", "じゃあ5段目は？", "9", id="a row"),
        pytest.param("tzolkin", "ククルカン4段目で何がもらえる", "チャクは？", "7", id="a name of a row"),
        pytest.param("caylus", "stables with two players", "and with 3?", "3か所とも使います", id="who play"),
        pytest.param("caylus", "stables with two players", "workers with 3 players?", "ワーカー 6", id="another column"),
        pytest.param("caylus", "行政官11 監督13", "監督の動かし方", None, id="another question"),
        pytest.param("caylus", "行政官11 監督13", "じゃあ", None, id="nothing"),
        pytest.param("tzolkin", "ククルカン4段目で何がもらえる", "じゃあ99段目は？", None, id="no such row"),
    ],
)  # fmt: skip
def test_a_question_may_change_the_one_before(
    game: str, first: str, question: str, says: str | None
) -> None:
    before = number(game, first)
    assert before is not None
    again = followed(question, before)
    assert (again and says in asking.number(again, "ja").split("): ")[1]) if says else again is None


@pytest.mark.parametrize(
    ("game", "question", "line"),
    [
        pytest.param(
            "caylus",
            "i put 4 batches in the castle how many vp",
            "→ castle houses (houses 4): Dungeon: prestige points when built 20 prestige points at the scoring 0 favors at the scoring 1, Walls: prestige points when built 16 prestige points at the scoring 0 favors at the scoring 2, Towers: prestige points when built 12 prestige points at the scoring 0 favors at the scoring 2",
            id="an option",
        ),
        pytest.param(
            "caylus",
            "2 others have passed, cost of a worker?",
            "→ cost of a worker (players who have passed 2, target anywhere else, workers 1): 3",
            id="a number that makes no difference",
        ),
        pytest.param(
            "caylus",
            "2人プレイで置くときのパス後のコスト",
            "→ ワーカーを置く費用(人数 2): パスした人数 0: 1、1: 3",
            id="a key",
        ),
        pytest.param(
            "praga",
            "卵の点",
            "→ 卵の得点: 卵の数 0: 0、1: 1、2: 3、3: 6、4: 10",
            id="the only key",
        ),
        pytest.param(
            "praga",
            "points for walls?",
            "→ Points for walls: walls (at least) 0 to 2: 0, 3: 4, 4 to 5: 10, 6: 18",
            id="several that come to the same",
        ),
    ],
)
def test_what_is_left_open_is_answered_for_each_of_its_values(
    game: str, question: str, line: str
) -> None:
    found = number(game, question)
    assert found is not None
    lang = "en" if question.isascii() else "ja"
    assert asking.number(found, lang) == line
    told = as_json(found, lang)
    assert told["open"] == found.open
    assert len(told["each"]) == len(found.each) > 1


@pytest.mark.parametrize(
    "question",
    [
        "slot 1 and slot 2, how much gold altogether",
        "クレーンのスロット1とスロット2 金は合計いくつ",
    ],
)
def test_what_nobody_knows_is_not_added_up(question: str) -> None:
    found = number("praga", question)
    assert found is None or not found.added


def test_what_is_added_up_is_data_row_by_row() -> None:
    found = number("praga", "壁タイルと建物タイルは合計何枚")
    assert found is not None
    told = as_json(found, "ja")
    assert told["text"] == "→ 内容物(壁タイル、建物タイル): 数 36 + 36 = 72"
    assert (told["added"], len(told["each"])) == (True, 2)


@pytest.mark.parametrize(
    ("game", "question"),
    [
        pytest.param("tigris", "大災害タイルって一人何枚?", id="of all, not of each"),
        pytest.param("tzolkin", "how do I get a 4th meeple", id="which one, not how many"),
    ],
)
def test_a_list_does_not_answer_what_it_only_seems_to(game: str, question: str) -> None:
    assert number(game, question) is None


def test_a_sheet_of_the_best_entry_may_hear_more_words() -> None:
    found = number("mexica", "12マスの区画、設立のとき中にいた他の人は何点？")
    assert found is not None
    assert found.answer is not None
    assert found.answer.calculator.id == "founding"
