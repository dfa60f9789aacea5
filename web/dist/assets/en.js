var e=`# All texts of the page, in English. The words of the games are terms (-man, -king), defined in glossary.ts.

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
loading = Loading…
no-connection = No connection, trying again…
older = This page is out of date.
reload = Reload
title-game = { $turn } – { $game }
try-again = Try again
less = Less
more = More
link = Link
to-the-games = To the games
nowhere-title = Page not found
nowhere-text = There is no page “{ $address }”. The link may be incomplete or belong to another version.
lost-title = Game not found
lost-room = There is no game “{ $code }” here. The link may be old or incomplete. Ask for a new link, or start another game.
lost-screen = This part of the page could not be loaded. Check your connection, then try again.

## Home

home-title = { $games } games of pure skill.
home-lead = Play against the computer, a friend at the same screen, or someone far away. See who should win after each move.
home-games = Games
home-against = Against
home-resume = Continue { $game }
home-set-up-game = Set up { $game }
with-computer = Computer
with-here = Friend here
with-friend = Friend by link
with-anyone = Anyone online
with-watch = Two computers
with-computer-help = The computer answers at once. You can take back moves.
with-here-help = Two people take turns at one screen.
with-friend-help = You get a link to send. The game starts when your friend joins.
with-anyone-help = You are paired with someone who wants the same game.
with-watch-help = Two computers play each other, at the speed you choose.

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
level-word-4 = medium
level-word-5 = good
level-word-6 = strong
level-word-7 = expert
level-word-8 = maximum
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
side-random = Random
setup-clock = Time control
setup-name = Your name
setup-position = Another position
setup-start = Position (as text)
setup-moves = Moves already played
bring-text = A game as text (JSON, CSV or PDN)
bring-file = Open a file
bring-done = { $moves ->
    [one] 1 move read.
   *[other] { $moves } moves read.
 } { $count ->
    [one] { "" }
   *[other] This is the first of { $count } games.
 }
bring-too-large = The file is too large. The limit is 1 MB.
no-answer = No answer from the server. Try again in a moment.
setup-unknown-game = Unknown game “{ $game }”. Choose one above.
copy-set-up = Copy link
start-watching = Start
start-friend = Get a link
start-anyone = Find an opponent
param-width = Columns
param-height = Rows
param-depth = Depth
param-k = In a row to win
param-size = Size
param-variant = Variant
param-variant-standard = Standard
param-variant-advanced = Advanced: larger squares count
param-first-centre = First man in the centre
param-first-centre-on = Allowed
param-first-centre-off = Not allowed
param-kings25 = Draw after 25 moves by kings only
param-kings25-on = Yes
param-kings25-off = No
param-swap = Swap rule
param-swap-on = On: the second player may take over the first stone
param-swap-off = Off
watch-first = First computer
watch-second = Second computer
endless = Start again after each game
random-first = Random first move
algorithm-more = More: choose the algorithm
algorithm = Algorithm
algorithm-minimax = Minimax
algorithm-alphabeta = Alpha-beta
algorithm-pvs = Strong search
algorithm-flat-mc = Monte Carlo
algorithm-mcts = MCTS
algorithm-solver = Perfect
algorithm-random = Random
algorithm-minimax-help = Searches every line to a fixed depth and assumes best play by both sides.
algorithm-alphabeta-help = Chooses the same move as minimax, but skips the branches that cannot change the result.
algorithm-pvs-help = The strong search: it remembers positions, tries good moves first and searches important lines deeper.
algorithm-flat-mc-help = Plays many random games after each move and chooses the move that won most.
algorithm-mcts-help = Plays random games, more of them after promising moves (UCT).
algorithm-solver-help = Computes who wins and in how many moves. It makes no mistakes.
algorithm-random-help = Plays a random legal move.
algorithm-other-help = The algorithm given in the link.
search-depth = Depth in moves
search-time = or time per move
time-value = { $time }
playouts = Random games per move
switch-alphabeta = Alpha-beta
switch-threads = Two threads
clock-none = No clock
clock-move = { $seconds } s per move
clock-days = { $days ->
    [one] 1 day
   *[other] { $days } days
 }
clock-days-move = { $days } days per move
clock-game = { $minutes } min + { $seconds } s

## During a game

your-turn = Your turn
time-low = { $side }: ten seconds left.
turn-of = { $side } to move
thinks = { $name } is thinking
paused = Paused
aborted = Game aborted
waiting-player = Waiting for a player
nobody-yet = No player yet
you = You
away = away
moves-first = moves first
moves-second = moves second
watchers = { $count ->
    [one] 1 spectator
   *[other] { $count } spectators
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
task-or-swap = Choose a cell, or swap: choose the piece on the board to take it over.
do-pass = Pass
task-piece = Choose one of your pieces, then its destination.
take-back = Take back
taken-back = Taken back.
hint = Hint
hint-thinking = Looking for a good move…
hint-says = Try { $move }.
no-hint = No hint for this position.
scores = Scores
flip = Flip
draw = Draw
agree-draw = Agree to a draw
offer-a-draw = Offer a draw
abort = Abort game
resign = Resign
resign-ask = Resign this game?
new-game = Start over
copy = Copy
copy-link = Copy link
copied = Copied
copy-failed = The browser does not allow copying. Copy the address manually.
export = Save game
export-as = Save { $format }
type-move = Type a move
play-move = Play
moves = Moves
no-moves = No moves yet.
at-start = Start of the game.
step-first = To the start
step-back = One move back
step-forward = One move forward
step-last = To the current position
confirm-move = Play { $move }
refused = That move is not possible.
is-over = The game is over.
not-your-turn = It is not your turn.
accept = Accept
decline = Decline
withdraw = Withdraw
offer-draw = { $name } offers a draw.
offer-takeback = { $name } asks to take back a move.
offer-rematch = { $name } offers a rematch.
offered-draw = You offered a draw.
offered-takeback = You asked to take back a move.
offered-rematch = You offered a rematch.
claim-soon = Your opponent has left. You can claim the game in { $seconds } s.
claim-now = Your opponent has left. You can wait or claim the game.
claim-win = Claim the win
claim-draw = Claim a draw
join = Play
join-text = One side is free. Press Play to join the game.
wait-friend = Send this link to your friend. The game starts when your friend joins.
wait-anyone = Waiting for an opponent who wants the same game. You can also send this link to someone.
all-planes = All
side-views = Side views
side-view-of = Column { $column } through all depths
diagonal = Diagonal
sheet-plane = { -depth(count: 1) } { $name }
sheet-column = { -column(count: 1) } { $name }, from front to back
space-impossible = This browser can’t draw in 3-D. The flat view below shows the whole board.
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
reason-points = The side with more points wins. Equal points are a draw.
reason-connection = The edges are connected.
reason-repetition = The same position occurred too often.
reason-move_limit = Too many moves without progress.
reason-time = { $loser } ran out of time.
reason-resignation = { $loser } resigned.
reason-agreement = Both players agreed to a draw.
reason-illegal_move = { $loser } played an illegal move.
reason-crash = The program of { $loser } crashed.
reason-stall = The program of { $loser } did not answer.
reason-disconnect = { $loser } lost the connection.
reason-adjudication = The game was adjudicated.
reason-abandoned = { $loser } left the game.
rematch = Rematch
to-rematch = Go to the rematch
again = Play again
change-set-up = Change set-up
main-menu = Main menu

## Watching

watch-title = Watch
watch-computers = Computer against computer
watch-computers-text = A strong level plays a stronger one. Choose a game, or set up both players yourself.
watch-set-up = Set up both players
watch-live = Live games
watch-playing = { $games ->
    [one] 1 game
   *[other] { $games } games
 }, { $people ->
    [one] 1 person online
   *[other] { $people } people online
 }
watch-connecting = Connecting to the server…
watch-none = No games in progress.
watch-seeks = Looking for an opponent
watch-no-seeks = Nobody is waiting right now.
watch-seek = Find an opponent
pool-waiting = { $count ->
    [one] 1 person waiting
   *[other] { $count } people waiting
 }
versus = { $first } – { $second }
statistics = Statistics
stat-moves = Moves
stat-time = Mean time
stat-nodes = Positions per move
stat-wins = Wins
stat-draws = { $count ->
    [one] and 1 draw
   *[other] and { $count } draws
 }
seconds = { $value } s
milliseconds = { $value } ms
pause = Pause
go-on = Resume
pace = Speed
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
verdict-even = About equal.
verdict-better = { $side } is better.
verdict-much-better = { $side } is much better.
verdict-unknown = Unknown.
verdict-thinking = Thinking…

## Sides, pieces, cells and moves

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
cell-chosen = selected
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
board-chosen = { $place } selected. Choose a destination.
board-released = Selection cancelled.
board-may-stop = Choose the same square again to stop here, or continue.
board-ambiguous = There are several ways to get there. Choose the squares one by one.
board-must-capture = You have to capture.
board-no-move-there = This piece can’t move now.
board-not-possible = That is not possible now.

## Keys

keys = Keys
key-arrows = Arrows
key-arrows-do = move between cells
key-enter = Enter
key-enter-do = play or select
key-escape-do = cancel the selection
key-columns-do = play that column
key-names-do = go to that column or square
key-planes-do = go to the next plane
key-third-do = go to the next cell in the third direction
key-pass-do = pass, if possible
key-steps-do = step through the game
key-type-do = type a move

## Settings

settings-language = Language
settings-theme = Theme
theme-system = Same as system
theme-light = Light
theme-dark = Dark
settings-colours = Colours for red and yellow
colours-classic = Red and yellow
colours-blue-orange = Blue and orange
settings-coordinates = Coordinates on the board
settings-sound = Sound
settings-motion = Animations
settings-confirm = Confirm each move
settings-kept = Settings are stored only in this browser.
settings-denied = This browser does not allow storage. The settings last until you leave the page.

## Errors

error-client-no-answer = No answer from the server. Trying again.
error-client-no-door = This server does not offer that function.
error-move-column-full = That column is full.
error-move-taken = That place is occupied.
error-move-no-flip = A disc there would turn nothing over.
error-move-can-place = You can place a disc: passing is not possible.
error-move-must-capture = You have to capture.
error-move-other-capture = Another capture takes more pieces and must be played.
error-move-off-board = There is no such place on this board.
error-move-malformed = That is not valid notation for a move of this game.
error-move-ambiguous = Several moves match that text. Write all squares.
error-move-all-placed = All men are on the board. Move one.
error-move-not-all-placed = Put all men on the board first.
error-move-blocked = The way is blocked.
error-move-first-centre = The first man must not be placed in the centre.
error-move-no-swap = Only the second player’s first move may be a swap.
error-move-floating = The cell below is empty.
error-move-nobody-there = There is no piece there.
error-move-not-neighbours = A man can only move to a neighbouring point.
error-move-not-yours = That piece is not yours.
error-move-too-long = That text is too long for a move.
error-move-unreachable = That piece can’t go there.
error-move-not-your-turn = It is not your turn.
error-move-stale = The game has changed in the meantime. This is the current position.
error-move-game-over = The game is over.
error-game-unknown = This server does not have that game, or not in that size.
error-agent-unknown = This server does not have that computer player.
error-agent-refused-here = That computer player needs more resources than this server allows. Choose another computer player.
error-room-held = The server can’t store moves at the moment. Try again.
error-room-not-playing = The game is not in progress.
error-room-not-yours = Only the players can do that.
error-room-not-followed = The connection is being restored. Try again.
error-offer-none = That offer is no longer open.
error-guest-none = This browser no longer has your session. Join again.
error-position = That text is not a position of this game.
error-record-unreadable = No game could be read from that text. Use JSON, CSV or PDN.
error-room-unknown = There is no such game.
error-room-full = Both sides are taken. You can watch.
error-room-own = You can’t play against yourself. Send the link to a friend.
error-room-too-many = Too many games are open. Finish one first.
error-room-too-late = It is too late to abort the game. You can resign.
error-offer-not-now = You can’t offer that now.
error-claim-not-yet = Your opponent may still come back.
error-say-too-much = Too many messages. Wait a little.
error-request-too-many = Too many requests. Wait a moment.
error-analysis-busy = The server is busy. Try again in a moment.
error-store-unavailable = The server can’t store moves at the moment. Your move is kept and will be sent again.
error-server-stopping = The server is restarting. The game continues in a moment.
error-server-internal = Server error. Try again in a moment.
error-guest-name = That name can’t be used.

## Help

help-title = How to play
help-lead = Each game in a minute. There is no hidden information and no dice: the player who looks further ahead wins.
rules-connect4 = Take turns dropping discs into the columns. A disc falls to the lowest free place.
rules-connect4-more = Four of your discs in a row win: across, up, or on a diagonal. With perfect play the first player wins, by starting in the middle.
rules-tictactoe = Take turns putting your sign on a free square. Three in a row win.
rules-tictactoe-more = With perfect play by both sides the game is always a draw.
rules-gomoku = Take turns putting your sign on any free square. Five in a row win: across, up, or on a diagonal.
rules-gomoku-more = Watch for open threes. A row of three with both ends free becomes a row of four, which cannot be stopped at both ends.
rules-checkers = Men move one square diagonally forward. A man captures an enemy piece by jumping over it, if the square behind it is free. Captures are mandatory. Keep jumping while there is something to capture.
rules-checkers-more = A man that reaches the last row becomes a king, which can also move backwards. A player who can’t move loses. Black moves first.
rules-draughts = Played on a hundred squares. Men move forward, but can also capture backwards. You must capture as many pieces as possible.
rules-draughts-more = Flying kings: a king moves any distance along a diagonal and captures from a distance. A player who can’t move loses. White moves first.
rules-teeko = Each side has four men. First take turns placing them, then move one man one step in any direction to a free point.
rules-teeko-more = Four men in a row win, and so do four in a small square.
rules-reversi = Put a disc on a free square so that a row of enemy discs lies between it and another of your discs. All discs of the row are turned over. A player who can’t place a disc passes.
rules-reversi-more = When neither side can place a disc, the side with more discs wins. Corner discs can never be turned over, so don’t give corners away. Black moves first.
rules-hex = Take turns placing stones on free cells. The first side to connect the two edges of its colour with a chain of stones wins. A draw is impossible.
rules-hex-more = With the swap rule the second player may take over the first stone by clicking on it: it turns blue and goes to the mirror cell across the long diagonal. So begin with a stone that is neither strong nor weak.
rules-connect3d = Take turns dropping balls onto the posts. A ball falls to the lowest free place on its post.
rules-connect3d-more = Four of your balls in a row win, in any of thirteen directions. All are shown below.
rules-qubic = A cube of four by four by four. Take turns putting a ball into any free cell. Balls do not fall.
rules-qubic-more = Four in a row win, in any direction through the cube. There are 76 such lines.
ways-title = All ways to win in 3-D
ways-text = A winning line runs along one axis, along a diagonal of a plane, or diagonally through the cube.
way-columns = across
way-up = up a post
way-depth = from front to back
way-front = diagonal, seen from the front
way-floor = diagonal, seen from above
way-side = diagonal, seen from the side
way-space = through the space

## About

about-title = About Zermelo
about-lead = A place for games without hidden information and without chance.
about-name = In 1913 Ernst Zermelo proved that in every such game one side can force a win, or both can force a draw. For some of the games here the computer knows which it is. For the others it searches.
about-free-title = Free and open
about-free = Zermelo is free software. One program plays, solves, measures and teaches. It also serves this page. No account, no advertisements.
about-privacy-title = Privacy
about-privacy = Settings are stored only in this browser. A cookie is set only when you play with others, so that nobody else can play your side. Nothing is loaded from other sites.
about-terminal-title = In the terminal
about-terminal = The same games, levels and solvers are available on the command line.
`;export{e as default};