# Every text of the page, in English. Words of the games are terms (-man, -king): glossary.ts.

## The page

title = Zermelo
title-of = { $screen } · Zermelo
nav = Main
nav-watch = Watch
nav-help = Help
nav-about = About
nav-setup = New game
skip = Skip to the board
play = Play
settings = Settings
close = Close
cancel = Cancel
loading = One moment…
no-connection = No connection, trying again…
older = This page is older than the server.
reload = Reload
title-game = { $turn } – { $game }
try-again = Try again
less = Less
more = More
link = Link
to-the-games = To the games
nowhere-title = Nothing here
nowhere-text = There is no page “{ $address }”. The link may be of another version, or a piece of it is missing.
lost-title = That game is not to be found
lost-room = There is no game “{ $code }” here. The link may be old, or a letter of it is missing. Ask whoever sent it, or begin a game of your own.
lost-screen = This part of the page did not arrive. Check the connection, then try again.

## Home

home-title = { $games } games. No luck.
home-lead = Play the computer, a friend at your side, or somebody far away. See who should win, move by move.
home-games = Games
home-against = Against
home-resume = Go on with { $game }
home-set-up-game = { $game }: set up
with-computer = Computer
with-here = Friend here
with-friend = Friend by link
with-anyone = Anyone now
with-watch = Two computers
with-computer-help = The computer answers at once. You can take moves back.
with-here-help = Two people at one screen, turn by turn.
with-friend-help = You get a link to send; the game begins when your friend opens it.
with-anyone-help = You are paired with whoever wishes the same game.
with-watch-help = Two computers play each other, as fast as you like.

game-connect4 = Connect Four
game-tictactoe = Tic-tac-toe
game-gomoku = Five in a row
game-checkers = Checkers
game-draughts = International draughts
game-teeko = Teeko
game-reversi = Reversi
game-hex = Hex
game-connect3d = Connect Four 3-D
game-qubic = Qubic

level = Level
level-name = Level { $level }
level-option = { $level }: { $word }
level-word-1 = beginner
level-word-2 = learner
level-word-3 = easy
level-word-4 = fair
level-word-5 = good
level-word-6 = strong
level-word-7 = expert
level-word-8 = the best it can
agent-name = { $name ->
    [pvs] Strong search
    [mtdf] MTD(f)
    [mcts] Tree search
    [flat-mc] Monte Carlo
    [minimax] Minimax
    [negamax] Negamax
    [alphabeta] Alpha-beta
    [solver] Perfect player
    [random] Random
    [greedy] Greedy
    [level] Computer
    [novice] Novice
   *[other] { $name }
 }

## Set-up

setup-title = New game
setup-game = Game
setup-side = You play
side-first = First
side-second = Second
side-random = By chance
setup-clock = Clock
setup-name = Your name
setup-position = Another position
setup-start = Position (as text)
setup-moves = Moves played before
bring-text = A game as text (JSON, CSV or PDN)
bring-file = Open a file
bring-done = { $moves ->
    [one] Read: 1 move.
   *[other] Read: { $moves } moves.
 } { $count ->
    [one] { "" }
   *[other] It is the first of { $count } games.
 }
bring-too-large = That file is too large: at most 1 MB can be read.
no-answer = No answer from the server. Try again in a moment.
setup-unknown-game = This page does not know the game “{ $game }”. Choose one above.
copy-set-up = Copy link
start-watching = Start
start-friend = Get a link
start-anyone = Find somebody
param-width = Columns
param-height = Rows
param-depth = Depths
param-k = In a row to win
param-size = Size
param-variant = Variant
param-variant-standard = Standard
param-variant-advanced = Advanced: larger squares count
param-first-centre = First man in the centre
param-first-centre-on = Allowed
param-first-centre-off = Not allowed
param-kings25 = Draw after 25 moves of kings only
param-kings25-on = Yes
param-kings25-off = No
param-swap = Swap rule
param-swap-on = On: the second player may take over the first stone
param-swap-off = Off
watch-first = First computer
watch-second = Second computer
endless = Begin again after each game
random-first = First move by chance
algorithm-more = More: choose how it thinks
algorithm = Algorithm
algorithm-minimax = Minimax
algorithm-alphabeta = Alpha-beta
algorithm-pvs = Strong search
algorithm-flat-mc = Monte Carlo
algorithm-mcts = MCTS
algorithm-solver = Perfect
algorithm-random = Random
algorithm-minimax-help = Looks at every line to a depth and assumes the best of both sides.
algorithm-alphabeta-help = The same move as minimax, without the branches that can’t matter.
algorithm-pvs-help = The strong search: a table, good moves first, deeper where it counts.
algorithm-flat-mc-help = Plays each move out at random many times and takes the one that won most.
algorithm-mcts-help = Plays games out, more often where they go well (UCT).
algorithm-solver-help = Knows who wins, and how soon. It makes no mistakes.
algorithm-random-help = Any legal move.
algorithm-other-help = As the link says.
search-depth = Depth in moves
search-time = or time for a move
time-value = { $time }
playouts = Games played out for a move
switch-alphabeta = Alpha-beta
switch-threads = Two threads
clock-none = No clock
clock-move = { $seconds } s a move
clock-days = { $days ->
    [one] 1 day
   *[other] { $days } days
 }
clock-days-move = { $days } days a move
clock-game = { $minutes } min + { $seconds } s

## During a game

your-turn = Your turn
time-low = { $side }: ten seconds left.
turn-of = { $side } to move
thinks = { $name } is thinking
paused = Paused
aborted = Called off
waiting-player = Waiting for a player
nobody-yet = Nobody yet
you = You
away = away
moves-first = moves first
moves-second = moves second
watchers = { $count ->
    [one] 1 watches
   *[other] { $count } watch
 }
piece-count = { $count ->
    [one] 1 piece
   *[other] { $count } pieces
 }
says = { $name }: { $saying }
saying-hello = Hello!
saying-good_luck = Good luck!
saying-have_fun = Have fun!
saying-well_played = Well played!
saying-oops = Oops!
saying-thanks = Thank you!
saying-good_game = Good game!
saying-goodbye = Goodbye!
say = Say something
task-upright = Choose a column.
task-posts = Choose a { -post(count: 1) }.
task-cube = Choose a cell.
task-points = Choose a { -point(count: 1) }.
task-hexagons = Choose a cell.
task-grid = Choose a { -square(count: 1) }.
task-chequered = Choose a { -man(count: 1) }.
task-pass = Only a pass is possible.
task-or-swap = Choose a cell, or the piece on the board to swap: you take it over.
do-pass = Pass
task-piece = Choose one of your pieces, then where it goes.
take-back = Take back
taken-back = Taken back.
hint = Hint
hint-thinking = Looking for a good move…
hint-says = Try { $move }.
no-hint = No hint for this position.
scores = Scores
flip = Flip
draw = Draw
agree-draw = Agree a draw
offer-a-draw = Offer a draw
abort = Call off
resign = Resign
resign-ask = Give this game up?
new-game = Start over
copy = Copy
copy-link = Copy link
copied = Copied
copy-failed = The browser does not allow copying. Copy the address by hand.
export = Save game
export-as = Save { $format }
type-move = Type a move
play-move = Play
moves = Moves
no-moves = No moves yet.
at-start = The start.
step-first = To the start
step-back = One move back
step-forward = One move on
step-last = To the present position
confirm-move = Play { $move }
refused = That move is not possible.
is-over = The game is over.
not-your-turn = It is not your turn.
accept = Accept
decline = Decline
withdraw = Withdraw
offer-draw = { $name } offers a draw.
offer-takeback = { $name } would like to take a move back.
offer-rematch = { $name } would like to play again.
offered-draw = You offer a draw.
offered-takeback = You asked to take a move back.
offered-rematch = You asked to play again.
claim-soon = Your opponent has left. You can claim the game in { $seconds } s.
claim-now = Your opponent has left. You may wait, or claim the game.
claim-win = Claim the win
claim-draw = Claim a draw
join = Play
join-text = A side is free. Take it, and the game begins.
wait-friend = Send this link to your friend. The game begins when it is opened.
wait-anyone = Waiting for somebody who wants the same game. You can also send this link.
all-planes = All
side-views = Side views
side-view-of = Column { $column } through all depths
diagonal = Diagonal
sheet-plane = { -depth(count: 1) } { $name }
sheet-column = { -column(count: 1) } { $name }, from front to back
space-impossible = This browser can’t draw in 3-D. The flat view below has all of it.
board-label = { $game } board

## The end

result = Result
end-win = { $side } wins in { $count ->
    [one] 1 move
   *[other] { $count } moves
 }
end-draw = A draw after { $count ->
    [one] 1 move
   *[other] { $count } moves
 }
reason-line = The line is complete.
reason-board_full = The board is full.
reason-no_move = { $loser } has no move left.
reason-points = More points win, equal points are a draw.
reason-connection = The edges are connected.
reason-repetition = The same position came up too often.
reason-move_limit = Too many moves without progress.
reason-time = { $loser } ran out of time.
reason-resignation = { $loser } gave up.
reason-agreement = Both agreed.
reason-illegal_move = { $loser } played a move that is not possible.
reason-crash = The program of { $loser } broke down.
reason-stall = The program of { $loser } gave no answer.
reason-disconnect = The connection of { $loser } was lost.
reason-adjudication = It was decided from outside.
reason-abandoned = { $loser } left.
rematch = Rematch
to-rematch = To the rematch
again = Play again
change-set-up = Change set-up
main-menu = Main menu

## Watching

watch-title = Watch
watch-computers = Computer against computer
watch-computers-text = A strong level against a stronger one. Choose the game, or set up both players yourself.
watch-set-up = Set up both players
watch-live = Played now
watch-playing = { $games ->
    [one] 1 game
   *[other] { $games } games
 }, { $people ->
    [one] 1 person here
   *[other] { $people } people here
 }
watch-connecting = Connecting to the server…
watch-none = Nobody plays at the moment.
watch-seeks = Looking for an opponent
watch-no-seeks = Nobody waits at the moment.
watch-seek = Look for an opponent
pool-waiting = { $count ->
    [one] 1 person waits
   *[other] { $count } people wait
 }
versus = { $first } – { $second }
statistics = Statistics
stat-moves = Moves
stat-time = Mean time
stat-nodes = Positions a move
stat-wins = Wins
stat-draws = { $count ->
    [one] and 1 draw
   *[other] and { $count } draws
 }
seconds = { $value } s
milliseconds = { $value } ms
pause = Pause
go-on = Go on
pace = Pace
pace-0 = as fast as possible
pace-1 = fast
pace-2 = moderate
pace-3 = slow
pace-4 = very slow

## Scores

pill-win = W{ $count }
pill-draw = =
pill-loss = L{ $count }
worth-win = wins
worth-draw = draws
worth-loss = loses
worth-win-in = wins in { $count ->
    [one] 1 move
   *[other] { $count } moves
 }
worth-draw-in = draws
worth-loss-in = loses in { $count ->
    [one] 1 move
   *[other] { $count } moves
 }
verdict-win = { $side } wins with perfect play.
verdict-win-in = { $side } wins in { $count ->
    [one] 1 move
   *[other] { $count } moves
 } with perfect play.
verdict-draw = A draw with perfect play.
verdict-even = About even.
verdict-better = { $side } is better.
verdict-much-better = { $side } is much better.
verdict-unknown = Not known.
verdict-thinking = Thinking…

## What is said of the board

side-red = Red
side-yellow = Yellow
side-blue = Blue
side-orange = Orange
side-black = Black
side-white = White
side-cross = X
side-nought = O
piece-stone-red = red { -disc(count: 1) }
piece-stone-yellow = yellow { -disc(count: 1) }
piece-stone-blue = blue { -disc(count: 1) }
piece-stone-orange = orange { -disc(count: 1) }
piece-stone-black = black { -disc(count: 1) }
piece-stone-white = white { -disc(count: 1) }
piece-stone-cross = X
piece-stone-nought = O
piece-man-black = black { -man(count: 1) }
piece-man-white = white { -man(count: 1) }
piece-man-red = red { -man(count: 1) }
piece-king-black = black { -king(count: 1) }
piece-king-white = white { -king(count: 1) }
place-square = { $name }
place-column-row = { -column(count: 1) } { $column }, { -row(count: 1) } { $row }
place-column-depth-row = { -column(count: 1) } { $column }, { -depth(count: 1) } { $depth }, { -row(count: 1) } { $row }
cell-empty = empty
cell-edge = { $side } edge
cell-last = last move
cell-winning = winning
cell-chosen = chosen
cell-possible = possible
cell-hint = hint
said-place = { $side } plays { $square }.
said-pass = { $side } passes.
said-swap = { $side } takes over the stone on { $from }, which goes to { $square }.
said-move = { $side } moves from { $from } to { $to }.
said-move-crowned = { $side } moves from { $from } to { $to } and gets a { -king(count: 1) }.
said-capture = { $side } jumps from { $from } to { $to } and captures { $count ->
    [one] one
   *[other] { $count }
 }.
said-capture-crowned = { $side } jumps from { $from } to { $to }, captures { $count ->
    [one] one
   *[other] { $count }
 } and gets a { -king(count: 1) }.
said-drop = { $side } plays column { $column }, row { $row }.
said-drop-on-post = { $side } plays column { $column }, depth { $depth }, row { $row }.
said-place-in-cube = { $side } plays column { $column }, depth { $depth }, row { $row }.
board-chosen = { $place } chosen. Now where to?
board-released = Let go.
board-may-stop = Choose the same square again to stop here, or go on.
board-ambiguous = There are several ways there: choose the squares one by one.
board-must-capture = You have to capture.
board-no-move-there = This piece can’t move now.
board-not-possible = That is not possible now.

## Keys

keys = Keys
key-arrows = Arrows
key-arrows-do = go from place to place
key-enter = Enter
key-enter-do = play, or choose
key-escape-do = let go
key-columns-do = play that column
key-names-do = go to that column or square
key-planes-do = to the next plane
key-third-do = to the next cell on the third line
key-pass-do = pass, where that is possible
key-steps-do = step through the game
key-type-do = type a move

## Settings

settings-language = Language
settings-theme = Theme
theme-system = As the system
theme-light = Light
theme-dark = Dark
settings-colours = Colours of red and yellow
colours-classic = Red and yellow
colours-blue-orange = Blue and orange
settings-coordinates = Coordinates on the board
settings-sound = Sound
settings-motion = Motion
settings-confirm = Confirm each move
settings-kept = Kept in this browser alone.
settings-denied = This browser keeps nothing: the settings hold until you leave.

## Errors

error-client-no-answer = No answer from the server. Trying again.
error-client-no-door = This server does not offer that.
error-move-column-full = That column is full.
error-move-taken = That place is taken.
error-move-no-flip = A disc there turns nothing over.
error-move-can-place = You can place a disc: passing is not possible.
error-move-must-capture = You have to capture.
error-move-other-capture = Another capture takes more: it has to be played.
error-move-off-board = There is no such place on this board.
error-move-malformed = That is not how moves of this game are written.
error-move-ambiguous = Several moves are written so: name all squares.
error-move-all-placed = All men are on the board: move one.
error-move-not-all-placed = Put all men on the board first.
error-move-blocked = The way is blocked.
error-move-first-centre = The first man may not go into the centre.
error-move-no-swap = Only the second player’s first move may be a swap.
error-move-floating = There has to be something below.
error-move-nobody-there = Nobody stands there.
error-move-not-neighbours = A man goes to a point beside it.
error-move-not-yours = That piece is not yours.
error-move-too-long = That is too long for a move.
error-move-unreachable = That piece can’t go there.
error-move-not-your-turn = It is not your turn.
error-move-stale = The game has gone on meanwhile. This is how it stands.
error-move-game-over = The game is over.
error-game-unknown = This server does not know that game, or not in that size.
error-agent-unknown = This server does not know that computer player.
error-agent-refused-here = This server does not lend that much of its machine. Choose another computer player.
error-room-held = The server can’t store moves at the moment. Try again.
error-room-not-playing = The game is not on.
error-room-not-yours = Only the players can do that.
error-room-not-followed = The connection is being renewed. Try again.
error-offer-none = That is not offered any more.
error-guest-none = The browser has forgotten who you are. Join again.
error-position = That text is no position of this game.
error-record-unreadable = No game can be read there. It has to be JSON, CSV or PDN.
error-room-unknown = There is no such game.
error-room-full = Both sides have players. You can watch.
error-room-own = You can’t play against yourself. Send the link to a friend.
error-room-too-many = Too many games are open. Finish one first.
error-room-too-late = It is too late to call it off. You can resign.
error-offer-not-now = That can’t be offered now.
error-claim-not-yet = Your opponent may still come back.
error-say-too-much = That was a lot of talk. Wait a little.
error-request-too-many = Too many requests. Wait a moment.
error-analysis-busy = The server is busy. Try again in a moment.
error-store-unavailable = The server can’t store moves at the moment. Yours is kept and sent on.
error-server-stopping = The server is being restarted. The game goes on in a moment.
error-server-internal = The server failed. Try again in a moment.
error-guest-name = That name can’t be used.

## Help

help-title = How to play
help-lead = Each game in a minute. Nothing is hidden and nothing is thrown: what wins is seeing further.
rules-connect4 = Drop discs into the columns by turns. A disc falls to the lowest free place.
rules-connect4-more = Four of yours in a row win: across, up, or on a diagonal. With perfect play the first player wins, by starting in the middle.
rules-tictactoe = Put your sign on a free square by turns. Three in a row win.
rules-tictactoe-more = Nobody has to lose: with perfect play it is always a draw.
rules-gomoku = Put your sign on any free square by turns. Five in a row win: across, up, or on a diagonal.
rules-gomoku-more = Watch for open threes: a row of three with both ends free becomes four, and four can no longer be stopped at both ends.
rules-checkers = Men go one square diagonally ahead. An enemy with a free square behind it is captured by jumping over it, and you have to capture when you can. Go on jumping while there is something to take.
rules-checkers-more = A man that reaches the last row becomes a king, which also goes back. Who can’t move loses. Black begins.
rules-draughts = Played on a hundred squares. Men go ahead, but capture backwards, too. You have to take as many as you can.
rules-draughts-more = Kings fly: they go any distance along a diagonal and capture from afar. Who can’t move loses. White begins.
rules-teeko = Each side has four men. First put them down by turns, then move one man one step in any direction to a free point.
rules-teeko-more = Four in a row win, and so do four in a small square.
rules-reversi = Put a disc on a free square so that it encloses a row of enemy discs with another of yours: they all turn over. Who can’t place a disc passes.
rules-reversi-more = When nobody can place a disc, more discs win. The corners can never be turned over: don’t give them away. Black begins.
rules-hex = Place stones on free cells by turns. Each side joins the two edges of its colour by a chain of its stones, and one of them always does.
rules-hex-more = With the swap rule the second player may take over the first stone, by a click on it: it turns blue and goes to the mirror cell across the long diagonal. So begin with a stone that is neither strong nor weak.
rules-connect3d = Drop balls onto the posts by turns. A ball falls to the lowest free place on its post.
rules-connect3d-more = Four of yours in a row win, in any of thirteen directions. All are drawn below.
rules-qubic = A cube of four by four by four. Put a ball into any free cell by turns; nothing falls.
rules-qubic-more = Four in a row win, in any direction through the cube. There are 76 such lines.
ways-title = All ways to win in 3-D
ways-text = A line may run along one axis, along a diagonal of a plane, or through the space.
way-columns = across
way-up = up a post
way-depth = from front to back
way-front = diagonal, seen from the front
way-floor = diagonal, seen from above
way-side = diagonal, seen from the side
way-space = through the space

## About

about-title = About Zermelo
about-lead = A place for games in which everything is known and nothing is left to chance.
about-name = In 1913 Ernst Zermelo proved that in every such game one side can force a win, or both can force a draw. For some of the games here the computer knows which; for the others it searches.
about-free-title = Free and open
about-free = It is free software: one program that plays, solves, measures and teaches. It serves this page, too. No account, no advertisement.
about-privacy-title = What is kept
about-privacy = Settings stay in this browser. A cookie is set only when you play with others, so that your side is yours. Nothing is loaded from elsewhere.
about-terminal-title = In the terminal, too
about-terminal = The same games, levels and solvers are one command away.
