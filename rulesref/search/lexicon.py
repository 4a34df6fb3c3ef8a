"""Everyday words of rules questions: what people at any table say, grouped by what they mean.

The glossary of a game knows its own words; this knows the words around them. A question that says
``いくら`` finds an entry that says ``費用`` or ``cost``. Used when an index is made; the words then
stand in the snapshot beside the glossary's. Japanese words are found anywhere in a text, English
ones as whole words, whatever their endings. A word may stand in several groups. The group
``elsewhere`` has titles and pieces of other games and things of every day: a question about them is
about something else, unless a game has the word in its glossary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from rulesref.base.text import fold
from rulesref.search.analysis import SHORT, key_of
from rulesref.search.readings import reading_of

_GROUPS = """
cost: いくら, 費用, コスト, 価格, 値段, 代金, 料金, 金額, 支払, 払う, 払わ, 払い, 払え, 払っ, はらう, はらっ, 何金, 何AP, なんAP, お金かか, 何コスト, おいくら, 払わず, 払える, 取られ, 有料 = cost, price, how much, pay, paid, payment, fee, charge, spend, spent, afford, expensive, costs, toll, bill, pricey, fork out, hand over, give up, owe, cheap
points: 得点, 点数, 何点, なんてん, 点入, 点がはい, とくてん, 勝利点, スコア, ポイント, 点もら, 点を得, 点になる, 点に, 点は, の点, 点つ, 点ある, 何ポイント = point, score, vp, worth, value, victory point, pointless, worth anything, good for, scored, scores
how-many: 何個, 何枚, 何本, 何人, 何回, 何体, 何軒, 何マス, 何目, いくつ, なんこ, なんまい, なんぼん, なんかい, 個数, 枚数, 本数, 人数, 回数, まいすう, 数, 何コ, 何ヶ, 何か所, 何箇所, 何色, 何種類, 何マスま, 幾つ = how many, number, amount, quantity, count, how much, how big, number of, amount of, count of
when: いつ, タイミング, 時期, 時点, どの時 = when, timing, moment, at what point
where: どこ, 場所, 位置, 置ける場所, 置き場, 置けない = where, place, location, which space
who: 誰, だれ, どちら, どっち = who, whose, whom, anyone, anybody
order: 順番, 順序, 処理順, じゅんばん, 順に, の順, 順で, 先, どれから, 流れ, 手順, あと, 後に, まえに, 前に = order, sequence, before, after, procedure, deltas, first, then
tie: 同点, 同数, 同順位, 引き分け, 引分, ひきわけ, 並んだ, 並ぶ, ならん, 同じ数, 同じだっ, 同じなら, 同じとき, タイブレ, 同得点, 横並び, 並ば, 同じ値, 五分, 互角, 同着 = tie, tied, ties, tiebreak, tie break, tiebreaker, draw, drawn, equal, same number, even, same score, same points, same total, break a tie, deadlock, same amount, level, equally, equal on, share the lead, stalemate
end: 終わる, 終わり, 終わった, 終わっ, 終える, 終了, おわる, おわり, 最後, さいご, ラスト, 最終 = end, ends, ending, ended, finish, finished, over, final, last
start: 最初, さいしょ, 開始, 始め, 始ま, はじめ, はじま, 初期, スタート, 初め, 一番目, 1番目 = start, starting, begin, beginning, initial, first, opening
setup: 準備, じゅんび, セットアップ, 並べ方, 並べる, 並べて, 配置, 配る, 配り, 用意, 初期配置, 最初に置, はじめに置 = setup, set up, prepare, preparation, layout, lay out, deal, dealt
limit: 上限, 最大, 制限, 限り, 限度, 何枚まで, 何個まで, 何本まで, 何回まで, どこまで, いくつまで, まで, 無制限, 好きなだけ, いくつでも, 何個でも, 何枚でも, 何回でも, 好きなだけ, 何段まで, 最高で, しか, 上限枚, 超え = limit, limited, maximum, max, at most, up to, cap, any number, unlimited, as many, no limit, how far, how high, ceiling, hoard, as many as, no more than, how many at most, how long, restriction, restricted, can I have more than
minimum: 最低, 最小, 少なくとも, 以上 = minimum, min, at least, or more
other-player: 他人, 他の人, 他のひと, ほかの人, 別の人, 人の, 相手, あいて, 別のプレイヤー, 他プレイヤー, 他のプレイヤー, ほかのプレイヤー, 敵, 隣の人, 誰かの, だれかの = other player, another player, opponent, someone else, somebody else, someone, somebody, others, rival, else, other people, their, his, her, bob
everyone: 全員, みんな, 各プレイヤー, 各自, 全プレイヤー, それぞれ = everyone, everybody, each player, all players, every player, each
own: 自分, じぶん, 自身, 俺, 僕, 私, 一式 = own, my, mine, myself, yourself, your
occupied: 先客, 埋ま, うまっ, いっぱい, 乗ってる, 乗っている, 占め, 既に, すでに, もうある, 先にいる, もういる, 人がいる, 置かれている, 置いてある, 満杯, 満員, 満タン, 占拠, 占領, ふさが, 塞が, 使われて, 誰かいる, 置かれた, 取られて, 占有 = occupied, full, taken, already, blocked, filled, someone there, full up, someone else is there, already there, already has, already have, in the way, in use, blocked by
empty: 空き, 空い, 空っぽ, 空の, あいて, 誰もい, 誰も, 誰の, 何もない, 一つもない, 1つもない, だれも = empty, free, vacant, nobody, no one, none, without, gap, hole
run-out: なくな, 無くな, 足りな, たりな, 使い切, 尽き, 品切れ, 不足, 切れた, もうない, もう無い, 在庫, ストック, 枯渇, サプライ, 底をつ, 残っていない, 残ってない, ないとき, ない場合, ないなら, 品薄, 売り切れ, 使い果た, 使っちゃっ, 出払, 全部使, 空っぽに, 払底, 残ってな, 足らな, 手持ちがな, 全部置 = run out, ran out, runs out, none left, supply, short, shortage, exhaust, not enough, no more, empty, gone, out of, used up, run dry, ran dry, none around, depleted, all gone, last one, none remaining, nothing left, no pieces left, all placed, all used, all out, enough, dont have enough, lack
leftover: 余り, 余っ, 余る, あまり, あまっ, 残り, 残っ, 使わなかっ, 使わない, 持ち越, 繰り越, のこり, 余った, 余分, 使い残, 残金, 未使用, あまる = leftover, left over, left, unused, remain, remaining, unspent, carry over, keep, save, saved, spare, remainder, excess, surplus, rest of, unplaced, unplayed, extra, spare ones
keep: 残る, 残す, 残り続, 保持, 保つ, ずっと, そのまま, 消え, 消滅, 永久, 永続, いつまでも, 持ち続 = keep, kept, stay, retain, remain, permanent, permanently, disappear, vanish, lost, forever
discard: 捨て, 除外, 取り除, 取り去, どかし, どかす, どける, 箱に戻, 破棄, 撤去, 除去, 消す, すてる, ゴミ, 退場, 廃棄, どけ, 消え, 消滅, 取り外 = discard, remove, removed, removal, throw away, get rid, trash, kick out, destroy, box, gone, junk, dump, toss, throw out, throw it out, chuck, bin, take off, taken off, wipe, scrap, kicked out, bumped, bump, boot, evict, clear, goes away, go away
take-back: 戻す, 戻る, 戻っ, 戻し, 戻せ, 返す, 返っ, 返し, 引き上げ, 引っ込め, 手元, 回収, 帰っ, 帰る, もどす, もどっ, もどる, 抜い, 抜く, 引っこめ, 引き揚げ, 引き上げ, 引き取, 持ち帰, 回収し, 連れ戻 = return, back, get back, take back, come home, go home, retrieve, pick up, home, withdraw, pull back, grab back, bring back, recall, returned, yank, take up, pick it up, back to me, into my hand
gain: もらう, もらえ, もらっ, もらい, 得る, 得ら, 得ます, 獲得, 受け取, 手に入, 取れ, 取る, 取っ, 取り方, 入手, 入る, 貰 = gain, get, receive, take, obtain, earn, collect, win, claim, got, grab, earn, come from, grab, accept, goodies
put: 置く, 置け, 置い, 置き, 置か, おく, おける, おいて, 乗せ, 載せ, 配置, 送る, 設置, 出す, 建てに, 乗っけ, 入れ, 挿, 投入, 配備, セット = place, placed, put, lay, laid, set, drop, placement, play, sit, stick, slot in, insert, commit, dump, put down, put it
move: 移動, 動か, 動く, 動き, 進む, 進め, 進み, 進ん, 歩く, 歩い, 移す, 移し, うごか, すすむ, すすめ, 渡る, 通る, 通れ, 行く, 行ける, ずらす, ずらし, ずらせ, 登る, 登り, 登れ, のぼる, 下がる, 下げ, 飛べ, 飛ぶ, ワープ, テレポ, 瞬間移動, 乗り換え, 移れ, 移る = move, moving, movement, go, travel, walk, advance, step, cross, push, pass through, shift, forward, climb, climbing, slide, relocate, jump, hop, leap, fly, teleport, warp, carry, run, drive
build: 建て, 建設, 建築, 作る, 作れ, 作っ, 築, たてる, たてた, 設立, 造, 組み立 = build, built, construct, erect, make, found, create, raise, put up
must: しなきゃ, 必ず, 強制, 義務, しないと, 必須, なければな, 絶対, かならず, やらないと, しなければ, 要る, いるか, 必要ある, せねば, ないとだめ, ないといけ = must, have to, mandatory, forced, compulsory, require, required, obliged, need to, always, do I need, gotta, no choice, needed, whether I want, obligatory, supposed to
optional: 断る, 断れ, 拒否, 任意, スキップ, 飛ばせ, しなくて, やらなくて, やらない, 使わなくて, 取らなくて, 辞退, 放棄, いらない, なくてもよ, しないことも, やめ, 受け取らな, いらな, 売らなくて, やらなくても, しなくても, 見送, 権利だけ, したくな, 使いたくな, 欲しくな, 取りたくな = optional, may decline, decline, refuse, skip, choose not, not want, instead of, ignore, nothing, pass up, voluntary, rather not, turn down, say no, dont want, dont have to, do not have to, leave it, forgo, do nothing, waive, without using, not take, not use, unwilling
repeat: 2回, 二回, もう一度, もう1回, もう一回, もう1度, 何度でも, 何回でも, 連続, 繰り返, くりかえ, 再び, 続けて, 二度, 2度, 何度も, 何回も, 毎回, またもう, もう1つ, もう一つ, もう1個, また, 重複, ダブ = twice, again, repeat, repeated, second time, more than once, several times, two times, once more, another time, double up, repeatedly, over and over, one more, another one, more than one time, second one, yet another
both: 両方, 二つとも, 2つとも, どちらも, 2つ, 二つ, 複数, まとめて, 2個, 2か所, 2箇所, 2枚, 二連, ダブル = both, two, several, multiple, more than one, pair, double, pair of
once: 1回だけ, 一度だけ, 1度だけ, 1回のみ, 1つだけ, 一つだけ, 1回限り, 使い捨て, 1個だけ, 一回だけ, 1度しか, 一度しか, 1回しか, 一回しか, 1つしか, 一つしか = once, only one, one time, single, one shot, just one, only once, just once, once per, once only, single use
same: 同じ, おなじ, 同一, 同種, いっしょ = same, identical, alike, same one, same thing, same space, same kind
different: 違う, 違い, 異な, ちがい, ちがう, 別々, 差, 比べ = different, difference, versus, vs, compare, distinct, unlike, inner vs outer
simultaneous: 同時, いっぺん, 一度に, いちどに, 一緒に, 一気に, いちどきに, 同タイミング = simultaneous, simultaneously, at once, same time, at the same time, together, in one go, all in one, both at once, same moment, at one time
immediately: すぐ, その場, 直後, 即, 今すぐ, ただちに, 今回, このターン, この手番, そのターン, その手番, 今ラウンド, このラウンド, すぐに, 即座, その瞬間, 直ちに = immediately, right away, at once, now, same turn, this turn, this round, instantly, straight, straight away, on the spot, instant, right after
next-time: 次の, 次から, 次回, 次ターン, 翌, つぎの, 次に, あとから, 後から, 後で = next, later, following, afterwards, next round, next turn, come after, comes after, what follows
turn: 手番, ターン, 自分の番, の番, 番に, 1手番, 手番中, 手番に, 番 = turn, turns, my go, go, a go
round: ラウンド, 周, 巡 = round, rounds
direction: 向き, 方向, 前方, 後ろ, 左右, どっち向き, むき, 逆, 反対, 向か, 回転, 向きを変, 回し, 縦向き, 横向き = direction, facing, forward, backward, which way, sideways, orientation, left, right, toward, away, rotate, rotated, any way, any direction, turned around, spin, which way round
adjacent: 隣, となり, 隣接, 横, 接し, 接する, くっつ, 触れ, 接触, そば, 脇 = adjacent, adjacency, next to, touch, neighbor, neighbour, beside, border, by, side by side
connected: つなが, 繋が, つなげ, 連結, 結ぶ, 結ん, つなぐ, 続いて, つなげら, つながっ, つながる = connect, connected, connection, link, linked, attach, join, hook up, together, joined, linked up, touching, connects, reach each other
diagonal: 斜め, ななめ, 対角, 角, 四隅, 隅 = diagonal, diagonally, corner
exchange: 交換, こうかん, 換え, 両替, 引き直, 入れ替え, 取り替え, 変換, 変え, 替え, 引き換え = exchange, swap, trade, convert, conversion, replace, redraw, change, turn into, cash in, rate, swap out
buy: 買う, 買え, 買い, 買っ, 購入 = buy, bought, purchase
sell: 売る, 売れ, 売っ, 売却 = sell, sold
choose: 選ぶ, 選べ, 選ん, 選択, 好きな, 自由, えらぶ, えらべ, なんでも, 何でも, どれでも, 決める, 決め, 決めら, どれにする, 選び = choose, choice, pick, any, whichever, select, free, wish, like, decide, may I choose, decides, decide which, who decides, up to me, up to you, which one, which ones
hidden: 隠, かくし, 非公開, 秘密, 伏せ, 裏向き, 見せな, 内緒, ついたて, 衝立 = hidden, hide, secret, private, face down, screen, conceal
open: 公開, 見せ, 見え, 表向き, 見る, 見て, のぞ, 覗, 見ても, 解禁, 開く, 開放, 解放 = open, public, reveal, show, visible, face up, look, see, peek, inspect, unlock, unlocked, available
count: 数え, 数に入, 数に含, 含む, 含め, 含ま, 合計, 足し, 加算, カウント, かぞえ, 合わせ = count, counted, include, included, add, total, sum, add up, plus
rounding: 端数, 切り捨て, 切り上げ, 半分, 割り切れ, 分け合, 山分け = rounding, round up, round down, rounded, half, fraction, halves, divide, share
two-players: 2人, 二人, ふたり, 2人用, 2人プレイ, 2人戦, 二人きり = two player, 2 player, 2p, two of us, two hander, two handed, just two
three-players: 3人, 三人, 3人戦 = three player, 3 player, 3p, three of us
four-players: 4人, 四人, 4人戦 = four player, 4 player, 4p, four of us
five-players: 5人, 五人 = five player, 5 player, 5p
solo: ソロ, 1人, 一人, ひとり, 1人用 = solo, solitaire, one player, single player, automa
kinds: 種類, 一覧, リスト, どれ, どんな, 何がある, どういうの, 全部, 内訳, リストアップ = kind, type, list, all, which, overview, summary, sort, options, possibilities
color: 色, いろ = color, colour
piece: 駒, コマ, 人コマ, ワーカー, やつ, 労働者, 人形, ミープル = piece, pawn, figure, meeple, guy, worker, man, dude, token
tile: タイル, 札, 板, チップ = tile, chip, plank
card: カード = card
contents: 内容物, 入ってる, 箱の中, 箱に, 全部で, コンポーネント, 中身, 構成, 構成物 = contents, component, in the box, box, pieces, how many are there, consist
edition: 旧版, 新版, 版, 昔の, エディション, 違う版, 前の版 = edition, printing, version, old, new, reprint, older, differences between editions
effect: 効果, どうなる, できること, 役割, 役目, 何する, 何をする, 何ができる, なんのため, 何のため, 使い道, 使い方, 意味, はたらき, 仕組み, 働き, どんな働き, 何が起き = effect, do, does, what for, purpose, role, use, used for, mean, meaning, function, work, ability, power, benefit of, point of, what good, whats the deal
condition: 条件, じょうけん, ときだけ, 必要, 要る, ないと, 要件, できる条件, 満たし = condition, require, requirement, need, needed, only if, if
possible: できない, 禁止, だめ, ダメ, 置けない, 不可, 反則, いける, あり, アリ, ありか, 有り, いいの, 許さ, 認め, 可, OK, 大丈夫 = not allowed, forbidden, cannot, prohibited, illegal, banned, legal, allowed, possible, block, ok to, permitted, able, are we allowed, okay, fine, valid, legit, forbid, prevent, disallow
win: 勝つ, 勝ち, 勝者, 勝った, 勝利者, 優勝, 勝敗, 勝て = win, winner, winning, won, victory, victorious, wins, beat, beats, victor
lose: 負け, 敗者, 敗北 = lose, loser, losing, lost, defeat, beaten
lose-thing: 失う, 失い, 失っ, 失わ, 減る, マイナス, 罰, ペナルティ, 減点, 引かれ, なくす, 引かれる = lose, loss, negative, minus, penalty, deduct, below zero, punish, punishment, penalised, penalized, dropped
cover: 重ね, かさね, 覆, かぶせ, 上書き, 上に乗, 上に建, 上に置, 積む, 積み, 乗る, のって, のっか = cover, covered, stack, on top, overbuild, over, pile, top of, underneath
split: 分かれ, 割れ, 分断, 分割, 割る, 分け, 切り離, 切れ, 切り分け, 分裂 = split, divide, cut, separate, break, cut off, breaks apart, fall apart, falls apart, come apart, torn, sever, partition
unite: 合体, 合わさ, まとま, 合併, 統合, 併合, 統一, くっつ, つながっちゃ, 合流 = unite, unify, unification, merge, combine, join, joining, joined, joins, become one, fuse, bridge two
stop: 止ま, とまる, 着いた, 着く, 到達, 届く, 超え, 越え, 着地, 踏ん, 通過, 飛び越, ぶつか, 行き止ま = reach, land, arrive, stop, pass, beyond, exceed, past, hit, jump, over, stop on, ends up, bump into, dead end, run into
size: 大きさ, サイズ, 広さ, 大きい, 小さい, 一番大き, 何マスの = size, big, biggest, large, largest, small, smallest, space
rank: 1位, 2位, 3位, トップ, 順位, 一位, 二位, 最多, 一番多, 多数, マジョリティ, 最大勢力, 一番強, いちばん強, 最強 = majority, first place, second place, third place, most, highest, rank, place, lead, leading, top, strongest, dominant
top: 一番上, 最上, 頂上, てっぺん, 上端, いちばん上, 最高 = top, highest, peak, very top, uppermost
bottom: 一番下, 最下, いちばん下, 底, 最低段 = bottom, lowest, below
free-of-charge: 無料, タダ, ただで, 払わず, 0金, 無償 = free, for nothing, no cost, without paying
discount: 値引, 割引, 安く, ねびき, 安い = discount, cheaper, reduction, reduce, less
draw: 引く, 引い, 引き方, ドロー, 山札, 引ける, ひいて, ひいた, ひく = draw, drew, pull, bag, deck, stack
refill: 補充, 補給, めくる, めくっ, 埋める, 追加, 新しく, ほじゅう, 並べ直, 流す, 流し, 引き直し, 一掃, 入れ替 = refill, replenish, restock, new, reveal new, display, fresh, refresh, flush, renew, redraw, reshuffle, wipe, replaced, new ones
flip: 裏, 裏返, ひっくり返, 面, 反転, 表, 裏面 = flip, side, turn over, back side, reverse, turned, front
attack: 攻撃, 攻め, 仕掛け, 戦い, 戦争, 争い, 割って, 荒ら, 横取り, 奪う, 奪わ, 奪い, 攻め込, けんか = attack, attacker, war, fight, battle, conflict, steal, stolen, take over, hijack, invade, hit, provoke, start a war, fighting, fights
defend: 防御, 守, 防ぐ, 防止, 防げ = defend, defender, protect, protection, safe, prevent
share: 共有, 一緒に使, 共通, 分け合 = share, shared, common
start-player: スタートプレイヤー, スタP, 親, 先手, 先番, 一番手, 最初のプレイヤー, ファーストプレイヤー = start player, first player, starting player, player order, turn order, goes first
seat: 手番順, 番手, 時計回り, 席順, 次誰, 次は誰, プレイ順, 右回り, 左回り, 回る順 = turn order, clockwise, seat, seating, next player, player order, anticlockwise, counterclockwise, go around, direction of play, around the table, passes to, pass to the left
pass: パス, 降りる, 降りた, おりる, 抜ける, 休む = pass, passed, drop out
income: 収入, 生産, 産出, 出る, 産み出 = income, produce, production, output, yield, generate
resource: 資源, 素材, リソース, キューブ, 材料, 物資, 品物, 資材 = resource, good, cube, material
money: お金, 金, 所持金, コイン, 硬貨, 現金, 通貨 = money, coin, cash, currency, gold
reward: 報酬, ボーナス, ごほうび, 褒美, 特典, 賞 = reward, bonus, benefit, prize
score-time: 決算, 得点計算, 集計, 採点, 計算, けっさん, 点数計算, 決算時 = scoring, score, tally, evaluation, count up, scored, when do we score, when is it scored, scoring time, counted up
game-end: ゲーム終了, 終了条件, いつ終わ, 終わる条件, ゲームの終わり, ゲームエンド, 終わるタイミング = game end, end of the game, end the game, endgame, game over, final round, stop the game, stops the game
upgrade: 強化, アップグレード, 改良, 上げる, 上が = upgrade, improve, raise, advance, level up
level: レベル, 段, 段階, Lv, ランク, 何段 = level, step, tier, row, height
column: 列, 縦 = column
row: 行, 段, 横 = row
track: トラック, 目盛, レール, 欄 = track, marker, space
unit-space: マス, スペース, 場所 = space, spot, square, slot, field, site, position
land: 陸, 地面, 土地, 島 = land, island, ground
water: 水, 川, 河, 湖, 海, 池 = water, river, lake, sea
hand: 手札, 手持ち, 手元, 持ち札, てふだ, 手持ちの = hand, hold, holding, in my hand
own-building: 持ち主, 所有者, 所有, 持主, オーナー, 誰のもの, だれのもの, 誰の, だれの, 誰のに = owner, own, belong, property, ownership, whose, who owns, belongs, belong to, mine, ours, who does it belong
neutral: 中立, 誰のものでもない, ダミー, 幽霊, ゴースト, 仮想 = neutral, dummy, nobody, ghost, phantom, non player, third player, imaginary
replace-old: 前の, 古い, 元の, 下の, 下にあっ, もとの, 潰し, 潰す, つぶし, つぶす, つぶれ, 置き換え, 建て替え = old, previous, former, underneath, below, replaced, original
variant: 変則, ヴァリアント, バリアント, 選択ルール, 初心者, オプション, 上級, 拡張 = variant, optional rule, beginner, advanced, expansion, house rule
goal: 目的, 勝利条件, 目標 = aim, goal, object, objective, win condition
length: 長さ, 何ラウンド, 何ターン, 何手番, 全部で何 = length, long, how many rounds, how many turns
negative: マイナス, 負の, 0未満, ゼロ以下, 零 = negative, below zero, minus, floor
again-later: 途中, 中断, あとで使, 取っておく, 貯め, ためて, 貯めら, 貯まる, 貯金, ため込 = save, later, bank, postpone, delay, stockpile, hoard, halfway, hold back, carry over
inside: 中, 内側, 内 = inside, inner, internal, within
outside: 外, 外側, 外部 = outside, outer, external
eat: 食べ, 食料, 食事, 養, 食わせ, たべ, 飯 = feed, food, eat, feeding, hungry, starve
beg: 乞, 物乞い, 恵ん = beg, begging
escape: 逃げ, 脱出, 抜け出, 閉じ込, 囲ま, 出られ, 逃がす, 引っ込め = escape, trapped, boxed in, enclosed, get out, stuck, surround, pull out, run away, dodge, avoid, back out, walled in, boxed in
agreement: 約束, 交渉, 相談, 取引 = deal, negotiate, negotiation, agreement, talk, promise
mistake: 間違, ミス, やり直 = mistake, undo, take back a move, error
ask-turn: 誰から, だれから, 誰が先 = who goes first, who starts
already-used: 使った, 使用済, 使える, 使う, 使い, 借り = use, used, usable, borrow, borrowing
several-effects: 組み合わせ, 併用, 一緒, 合わせ技, いっしょに使 = combine, combination, together, stack, as well as, on top of that, in addition, also get, both
every-turn: 毎ターン, 毎ラウンド, 毎回, 毎手番, ターンごと, ラウンドごと = every turn, each turn, every round, each round, per turn, per round, each time, every time
cancel: 中止, 無効, キャンセル, なかったこと, 不発 = cancel, cancelled, void, nothing happens, fizzle
max-players: 何人, プレイ人数, 人数 = how many players, player count, number of players
name: 名前, 呼び方, 称号, 何て呼, 名称 = name, called, title
age: 何歳, 年齢, 歳から, 歳以上, 子ども, 子供, こども, 小学生, 年上, 年下, 最年長, 最年少 = age, ages, how old, children, kids, child, years old, oldest, youngest, elder
duration: 何分, 何時間, プレイ時間, 所要時間, 時間 = playing time, play time, minutes, hours, duration, how long does, how long is, game length
structure: 構成, 全体, 概要, 大まか, ざっくり = structure, overall, outline, overview, at a glance
map: 地図, マップ, 盤面, ボード = map, board, layout
miscount: 合わない, 数え直, 数え間違, 検算, 確かめ = miscount, miscounted, sanity, recount, check, double check, verify
how-to: やり方, やりかた, しかた, 仕方, 方法, どうやって, どうすれば, 進め方 = how to, how does, way to, ways to, procedure, instructions
fall-off: 落ちる, 落ち, 押し出, はみ出, 脱落, 飛び出, 盤外 = fall off, fell off, drop off, push off, pushed off, knock off, knocked off, slide off, off the board, off the edge, hang over, stick out, overhang
first-round: 1ラウンド目, 最初のラウンド, 第1ラウンド, 初手, 最初のターン, 最初の手番, 1ターン目 = first round, round one, round 1, turn one, turn 1, first turn
distance: 間隔, 距離, 離れ, 離す, 近く, 遠い, 遠く = distance, apart, spread, spread out, gap between, near, far, away, nearby
stand: 立つ, 立て, 立っ, 居座, とどま, 居残, いるだけ, 居合わせ, 居る = stand, standing, sit, sitting, park, parked, parking, staying, present, bystander, rest, resting, camp, camping
difficulty: 難し, むずかし, 難易度, 手強, 厳し, やさし, 簡単, かんたん = hard, harder, difficult, difficulty, tough, tougher, challenge, challenging, easy, easier, simple, simpler
midway: 途中, 最中, 手番中, いつでも = in the middle of, middle of, mid turn, during, at any time, anytime, any time, whenever, halfway, half way
burn: 燃や, 燃え, 焼く, 焼い, 焼き, 焼け = burn, burning, burned, burnt
picture: アイコン, マーク, 記号, 絵, シンボル, 印 = icon, symbol, picture, mark
print: 印刷, 書いてある, 描いてある, 数字 = printed, number on, written, shown
other-turn: 番じゃない, 番でない, 番ではな, 人の番, 相手の番, 他人の番, 他人の手番, 相手の手番, 人の手番, 手番じゃ, 手番でな, 手番以外, 手番外 = not my turn, someone elses turn, somebody elses turn, opponents turn, other players turn, another players turn, out of turn, off turn, isnt my turn, not your turn
instead: 代わり, かわり, 代用, ジョーカー, ワイルド, 万能, とみなす, みなし, 扱い = instead, in place of, substitute, wild, wildcard, joker, count as, counts as, treated as, considered, stand in, stand in for
trigger: 発動, 起動, 起きる, 起き, 起こ, 発生, きっかけ, 誘発, 作動, 実行 = trigger, triggers, activate, activated, activates, activation, set off, occur, happens, fire, fires, kick in, kicks in, resolve, resolved, carried out
closed: 閉ま, 閉じ, 閉鎖, 停止, 使えなくな, 機能しな, 無効化 = shut, shut off, shut down, closed, close, switched off, switch off, turned off, disabled, inactive, deactivate, deactivated, not activated, lose its effect
area: 区画, 地区, エリア, 領域, 範囲, 地域, 区域, 領地 = area, region, district, zone, territory, quarter, section
surround: 囲む, 囲まれ, 囲い, 囲っ, 囲んだ, 取り囲 = surround, surrounded, enclose, enclosed, encircle, ring, fenced, walled, closed in, closed off, bounded
edge: 端, 縁, ふち, へり, 外周, はじ, はしっこ, 盤の外, はみ出 = edge, rim, perimeter, boundary, off the board, border, margin, hang over, stick out
straight: まっすぐ, 真っ直ぐ, 直線, 一列, 一直線, 並んで = straight, straight line, in a row, in a line, consecutive, line up
afford: 払えな, 払えん, 払えなか, 金がな, お金がな, 金欠, 貧乏, 手持ちがな, 一文無し, 足りない = cant pay, cannot pay, cant afford, cannot afford, broke, no money, short of money, not enough money, too poor, unable to pay, penniless
per: ごと, につき, あたり, 1個で, 1つで, 1枚で = per, for each, for every, apiece, each one, each of
doubled: 倍, 2倍, 二倍, 倍増 = double, doubled, times two, twice as much, multiply, multiplied
destroy: 壊す, 壊れ, 壊さ, 破壊, 崩, 取り壊, つぶ = destroy, destroyed, break, broken, demolish, tear down, ruin, knock down, wreck, smash, collapse
last-place: ビリ, 最下位, びり, 最後尾, 後れ = last place, trailing, behind, furthest behind, dead last, in last
any-order: 好きな順, 任意の順, どの順, どっちが先, どちらが先, 順番は自由, どれから先 = any order, what order, which order, in which order, which first, which comes first, comes first, order of, before or after
actions: アクション数, 何アクション, 行動, アクション, 何ができる, やれること = action, actions, how many actions, things I can do, do on my turn, what can I do
reserve: 確保, 予約, キープ, 取り置 = reserve, reserved, hold, hold on to, earmark, set aside
forget: 忘れ, うっかり, 見落と = forget, forgot, forgotten, missed, overlooked, too late
unused-colours: 使わない色, 余った色, 4色目, 四色目, 余る色 = unused color, unused colour, spare color, fourth color, 4th color, fourth colour, 4th colour, other colors, leftover color
wait: 待つ, 待っ, 待機, 寝か = wait, waiting, delay, hold off, stay put
whole: 丸ごと, まるごと, 全体, 全部, すべて, 全て = whole, entire, entirely, everything, completely, all of it, all of them
elsewhere: カタン, カルカソンヌ, ドミニオン, アグリコラ, パンデミック, テラフォーミング, テラミスティカ, ウイングスパン, スプレンダー, アズール, プエルトリコ, パワーグリッド, 電力会社, ブラスバーミンガム, グルームヘイヴン, ガイアプロジェクト, 大鎌戦役, チケットトゥライド, モノポリー, 人生ゲーム, 人狼, 麻雀, マージャン, 将棋, 囲碁, オセロ, チェス, ポーカー, ブラックジャック, トランプ, 大富豪, 大貧民, 花札, バックギャモン, ババ抜き, 七並べ, ジェンガ, 遊戯王, ポケカ, さいころ, 出目, デッキ, 手牌, 役満, 切り札, トリテ, 入札, オークション, 落札, ヒツジ, レンガ, 盗賊, ゾンビ, ドラゴン, 魔法, 呪文, 呪い, モンスター, 宇宙, ロケット, 惑星, 鉄道, 電車, 飛行機, 海賊, ラクダ, ワイン, ビール, ピザ, 寿司, おやつ, お菓子, ラーメン, 昼ごはん, 晩ごはん, 天気, 株価, ニュース, 映画, 音楽, 電話, プリンター, パスワード, メール, 充電, 電池, トイレ, 病院, 宿題, 誕生日, 地雷, 兵士, 地雷原, 容疑者, 推理, 占い師, チョコ, コーヒー, 紅茶, スパイス, 拡張版, 騎士, ダイス, ビッド, ツモ, リーチ, ロンした, ロンで, 配牌, スペード, ジョーカー札, ルーレット, すごろく, 双六, ドロー2, ドロー4, 空港, 新幹線, バス停, レシピ, 歯医者, 美容院, 居酒屋, 攻撃, 防御, 軍隊, 戦闘, 侵略, 洪水, 疫病, 病気, ヒーロー, 契約, キャラクター, イベントカード, 目的カード, 家畜, 暗殺, 破産, 羊, 小麦 = catan, carcassonne, dominion, agricola, pandemic, terraforming mars, terra mystica, wingspan, splendor, azul, puerto rico, power grid, brass birmingham, gloomhaven, gaia project, scythe, ticket to ride, monopoly, game of life, werewolf, mahjong, shogi, othello, chess, checkers, poker, blackjack, bridge bidding, trick taking, rummy, backgammon, uno, scrabble, jenga, yugioh, magic the gathering, pokemon, twilight imperium, dungeons and dragons, cribbage, go fish, die roll, roll the dice, trump, sheep, ore, robber, zombie, dragon, spell, wizard, sword, monster, spaceship, rocket, planet, railway, train, plane, harbor, harbour, pirate, cattle, chicken, camel, wine, beer, pizza, sushi, snack, lunch, weather, stock market, movie, music, phone, laptop, printer, password, wifi, email, charger, battery, station, toilet, hospital, homework, birthday, gun, soldier, artillery, suspect, chocolate, coffee, tea, miniature, hit points, experience points, asteroid, thief, jail, mortgage, checkmate, en passant, castling, pawn promotion, royal flush, full house, deckbuilding, meteor, vampire, quest, dice, bid, bids, bidding, in check, pass go, tram, knight, draw four, draw two, longest road, roulette, joker card, trick, suit, auction, flight, airport, taxi, restaurant, dentist, doctor, haircut, poem, netflix, youtube, google, attack, army, troops, combat, invade, flood, plague, disease, hero, contract, livestock, cow, horse, tax, assassin, mana, loan, card, road
part-only: 一部, 半分だけ, 途中まで, 少しだけ, 部分的 = partial, partially, part of, only part, some of, half of, not all, fewer than
"""


def groups() -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Each group: its id, its Japanese and its English words."""
    for line in _GROUPS.strip().splitlines():
        name, _, both = line.partition(": ")
        ja, _, en = both.partition(" = ")
        yield name, tuple(ja.split(", ")), tuple(en.split(", "))


@cache
def everyday() -> Mapping[str, tuple[str, ...]]:
    """Every word as it is looked up, and the groups it belongs to."""
    found: dict[str, dict[str, None]] = {}
    for name, ja, en in groups():
        for key in map(key_of, (*ja, *en)):
            found.setdefault(key, {})[name] = None
        for word in map(fold, ja):
            read = reading_of(word)
            if read and len(read) > SHORT:
                found.setdefault(read, {})[name] = None
    return {key: tuple(names) for key, names in found.items()}
