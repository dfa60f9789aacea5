var e=`# Tous les textes de la page, en français. Les mots des jeux sont des termes (-man, -king) : glossary.ts.

## La page

title = Zermelo
title-of = { $screen } · Zermelo
nav = Navigation
nav-watch = Regarder
nav-help = Aide
nav-about = À propos
nav-setup = Nouvelle partie
skip = Aller au plateau
play = Jouer
settings = Réglages
close = Fermer
cancel = Annuler
loading = Un instant…
no-connection = Pas de connexion, nouvel essai…
older = Cette page est plus ancienne que le serveur.
reload = Recharger
title-game = { $turn } – { $game }
try-again = Réessayer
less = Moins
more = Plus
link = Lien
to-the-games = Vers les jeux
nowhere-title = Rien ici
nowhere-text = La page « { $address } » n’existe pas. Le lien vient peut-être d’une autre version, ou il en manque un morceau.
lost-title = Cette partie est introuvable
lost-room = Il n’y a pas de partie « { $code } » ici. Le lien est peut-être ancien, ou il y manque une lettre. Demandez-le à nouveau, ou commencez une autre partie.
lost-screen = Cette partie de la page n’est pas arrivée. Vérifiez la connexion, puis réessayez.

## Accueil

home-title = { $games } jeux, aucun hasard.
home-lead = Jouez contre l’ordinateur, un ami à côté de vous ou quelqu’un au loin. Voyez qui devrait gagner, coup par coup.
home-games = Jeux
home-against = Contre
home-resume = Reprendre : { $game }
home-set-up-game = { $game } : préparer
with-computer = Ordinateur
with-here = Ami ici
with-friend = Ami par lien
with-anyone = N’importe qui
with-watch = Deux ordinateurs
with-computer-help = L’ordinateur répond tout de suite. Vous pouvez reprendre vos coups.
with-here-help = À deux devant le même écran, chacun son tour.
with-friend-help = Vous recevez un lien à envoyer ; la partie commence quand votre ami l’ouvre.
with-anyone-help = Vous jouez contre la première personne qui souhaite le même jeu.
with-watch-help = Deux ordinateurs s’affrontent, aussi vite que vous voulez.

game-connect4 = Puissance 4
game-tictactoe = Morpion
game-gomoku = Cinq en ligne
game-checkers = Dames anglaises
game-draughts = Dames inter­nationales
game-teeko = Teeko
game-reversi = Reversi
game-hex = Hex
game-connect3d = Puissance 4 en 3D
game-qubic = Qubic

level = Niveau
level-name = Niveau { $level }
level-option = { $level } : { $word }
level-word-1 = tout débutant
level-word-2 = débutant
level-word-3 = facile
level-word-4 = moyen
level-word-5 = bon
level-word-6 = fort
level-word-7 = expert
level-word-8 = le mieux possible
agent-name = { $name ->
    [pvs] Recherche forte
    [mtdf] MTD(f)
    [mcts] Recherche arborescente
    [flat-mc] Monte-Carlo
    [minimax] Minimax
    [negamax] Negamax
    [alphabeta] Alpha-bêta
    [solver] Joueur parfait
    [random] Hasard
    [greedy] Glouton
    [level] Ordinateur
    [novice] Novice
   *[other] { $name }
 }

## Préparation

setup-title = Nouvelle partie
setup-game = Jeu
setup-side = Vous jouez
side-first = En premier
side-second = En second
side-random = Au hasard
setup-clock = Pendule
setup-name = Votre nom
setup-position = Une autre position
setup-start = Position (en texte)
setup-moves = Coups déjà joués
bring-text = Une partie en texte (JSON, CSV ou PDN)
bring-file = Ouvrir un fichier
bring-done = { $moves ->
    [one] Lu : { $moves } coup.
   *[other] Lu : { $moves } coups.
 } { $count ->
    [one] { "" }
   *[other] C’est la première de { $count } parties.
 }
bring-too-large = Ce fichier est trop grand : 1 Mo au plus.
no-answer = Le serveur ne répond pas. Réessayez dans un instant.
setup-unknown-game = Cette page ne connaît pas le jeu « { $game } ». Choisissez-en un ci-dessus.
copy-set-up = Copier le lien
start-watching = Commencer
start-friend = Obtenir un lien
start-anyone = Trouver quelqu’un
param-width = Colonnes
param-height = Rangées
param-depth = Profondeurs
param-k = À aligner pour gagner
param-size = Taille
param-variant = Variante
param-variant-standard = Standard
param-variant-advanced = Avancée : les grands carrés comptent
param-first-centre = Premier pion au centre
param-first-centre-on = Permis
param-first-centre-off = Interdit
param-kings25 = Nulle après 25 coups de dames seules
param-kings25-on = Oui
param-kings25-off = Non
param-swap = Règle d’échange
param-swap-on = Oui : le second joueur peut reprendre la première pierre
param-swap-off = Non
watch-first = Premier ordinateur
watch-second = Second ordinateur
endless = Recommencer après chaque partie
random-first = Premier coup au hasard
algorithm-more = Plus : choisir comment il réfléchit
algorithm = Algorithme
algorithm-minimax = Minimax
algorithm-alphabeta = Alpha-bêta
algorithm-pvs = Recherche forte
algorithm-flat-mc = Monte-Carlo
algorithm-mcts = MCTS
algorithm-solver = Parfait
algorithm-random = Hasard
algorithm-minimax-help = Regarde toutes les suites jusqu’à une profondeur et suppose le meilleur des deux côtés.
algorithm-alphabeta-help = Le même coup que minimax, sans les branches qui ne peuvent rien changer.
algorithm-pvs-help = La recherche forte : une table, les bons coups d’abord, plus loin où il le faut.
algorithm-flat-mc-help = Joue chaque coup jusqu’au bout, au hasard et souvent, et prend celui qui a le plus gagné.
algorithm-mcts-help = Joue des parties au hasard, plus souvent là où elles vont bien (UCT).
algorithm-solver-help = Sait qui gagne, et en combien de coups. Il ne se trompe pas.
algorithm-random-help = N’importe quel coup permis.
algorithm-other-help = Comme le lien le dit.
search-depth = Profondeur en coups
search-time = ou temps par coup
time-value = { $time }
playouts = Parties jouées au hasard par coup
switch-alphabeta = Alpha-bêta
switch-threads = Deux fils
clock-none = Sans pendule
clock-move = { $seconds } s par coup
clock-days = { $days ->
    [one] { $days } jour
   *[other] { $days } jours
 }
clock-days-move = { $days } jours par coup
clock-game = { $minutes } min + { $seconds } s

## Pendant la partie

your-turn = À vous
time-low = { $side } : encore dix secondes.
turn-of = { $side } joue
thinks = { $name } réfléchit
paused = En pause
aborted = Annulée
waiting-player = On attend un joueur
nobody-yet = Personne
you = Vous
away = absent
moves-first = commence
moves-second = joue en second
watchers = { $count ->
    [one] { $count } spectateur
   *[other] { $count } spectateurs
 }
piece-count = { $count ->
    [one] { $count } pièce
   *[other] { $count } pièces
 }
says = { $name } : { $saying }
saying-hello = Bonjour !
saying-good_luck = Bonne chance !
saying-have_fun = Amusez-vous bien !
saying-well_played = Bien joué !
saying-oops = Aïe !
saying-thanks = Merci !
saying-good_game = Belle partie !
saying-goodbye = Au revoir !
say = Dire un mot
task-upright = Choisissez une colonne.
task-posts = Choisissez une { -post(count: 1) }.
task-cube = Choisissez une case.
task-points = Choisissez une { -point(count: 1) }.
task-hexagons = Choisissez une case.
task-grid = Choisissez une { -square(count: 1) }.
task-chequered = Choisissez un { -man(count: 1) }.
task-pass = Il ne reste qu’à passer.
task-or-swap = Choisissez une case, ou la pièce posée pour échanger : elle devient la vôtre.
do-pass = Passer
task-piece = Choisissez une de vos pièces, puis où elle va.
take-back = Reprendre
taken-back = Coup repris.
hint = Conseil
hint-thinking = Recherche d’un bon coup…
hint-says = Essayez { $move }.
no-hint = Pas de conseil pour cette position.
scores = Valeurs
flip = Retourner
draw = Nulle
agree-draw = Convenir d’une nulle
offer-a-draw = Proposer la nulle
abort = Annuler la partie
resign = Abandonner
resign-ask = Abandonner cette partie ?
new-game = Recommencer
copy = Copier
copy-link = Copier le lien
copied = Copié
copy-failed = Le navigateur ne permet pas de copier. Copiez l’adresse à la main.
export = Enregistrer
export-as = Enregistrer { $format }
type-move = Écrire un coup
play-move = Jouer
moves = Coups
no-moves = Aucun coup encore.
at-start = Le début.
step-first = Au début
step-back = Un coup en arrière
step-forward = Un coup en avant
step-last = À la position présente
confirm-move = Jouer { $move }
refused = Ce coup n’est pas possible.
is-over = La partie est finie.
not-your-turn = Ce n’est pas à vous.
accept = Accepter
decline = Refuser
withdraw = Retirer
offer-draw = { $name } propose la nulle.
offer-takeback = { $name } voudrait reprendre un coup.
offer-rematch = { $name } voudrait rejouer.
offered-draw = Vous proposez la nulle.
offered-takeback = Vous avez demandé à reprendre un coup.
offered-rematch = Vous avez proposé de rejouer.
claim-soon = Votre adversaire est parti. Vous pourrez réclamer la partie dans { $seconds } s.
claim-now = Votre adversaire est parti. Vous pouvez attendre ou réclamer la partie.
claim-win = Réclamer le gain
claim-draw = Réclamer la nulle
join = Jouer
join-text = Une place est libre. Prenez-la, et la partie commence.
wait-friend = Envoyez ce lien à votre ami. La partie commence quand il l’ouvre.
wait-anyone = On attend quelqu’un qui veut le même jeu. Vous pouvez aussi envoyer ce lien.
all-planes = Tout
side-views = Vues de côté
side-view-of = Colonne { $column } à travers toutes les profondeurs
diagonal = Diagonale
sheet-plane = { -depth(count: 1) } { $name }
sheet-column = { -column(count: 1) } { $name }, de l’avant vers l’arrière
space-impossible = Ce navigateur ne dessine pas en 3D. La vue à plat, dessous, montre tout.
board-label = Plateau : { $game }

## La fin

result = Résultat
end-win = { $side } gagne en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
 }
end-draw = Nulle après { $count ->
    [one] { $count } coup
   *[other] { $count } coups
 }
reason-line = L’alignement est complet.
reason-board_full = Le plateau est plein.
reason-no_move = { $loser } n’a plus de coup.
reason-points = Le plus grand nombre de points gagne ; à égalité, la partie est nulle.
reason-connection = Les bords sont reliés.
reason-repetition = La même position est revenue trop souvent.
reason-move_limit = Trop de coups sans progrès.
reason-time = { $loser } n’a plus de temps.
reason-resignation = { $loser } abandonne.
reason-agreement = D’un commun accord.
reason-illegal_move = { $loser } a joué un coup impossible.
reason-crash = Le programme de { $loser } s’est arrêté.
reason-stall = Le programme de { $loser } n’a pas répondu.
reason-disconnect = La connexion de { $loser } est perdue.
reason-adjudication = Décidé de l’extérieur.
reason-abandoned = { $loser } est parti.
rematch = Revanche
to-rematch = À la revanche
again = Rejouer
change-set-up = Changer les réglages
main-menu = Menu principal

## Regarder

watch-title = Regarder
watch-computers = Ordinateur contre ordinateur
watch-computers-text = Un niveau fort contre un plus fort. Choisissez le jeu, ou réglez vous-même les deux joueurs.
watch-set-up = Régler les deux joueurs
watch-live = En ce moment
watch-playing = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
 }, { $people ->
    [one] { $people } personne ici
   *[other] { $people } personnes ici
 }
watch-connecting = Connexion au serveur…
watch-none = Personne ne joue en ce moment.
watch-seeks = Cherchent un adversaire
watch-no-seeks = Personne n’attend en ce moment.
watch-seek = Chercher un adversaire
pool-waiting = { $count ->
    [one] { $count } personne attend
   *[other] { $count } personnes attendent
 }
versus = { $first } – { $second }
statistics = Statistiques
stat-moves = Coups
stat-time = Temps moyen
stat-nodes = Positions par coup
stat-wins = Gains
stat-draws = { $count ->
    [one] et { $count } nulle
   *[other] et { $count } nulles
 }
seconds = { $value } s
milliseconds = { $value } ms
pause = Pause
go-on = Continuer
pace = Rythme
pace-0 = le plus vite possible
pace-1 = rapide
pace-2 = moyen
pace-3 = lent
pace-4 = très lent

## Valeurs

pill-win = G{ $count }
pill-draw = =
pill-loss = P{ $count }
worth-win = gagne
worth-draw = fait nulle
worth-loss = perd
worth-win-in = gagne en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
 }
worth-draw-in = fait nulle
worth-loss-in = perd en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
 }
verdict-win = { $side } gagne à jeu parfait.
verdict-win-in = { $side } gagne en { $count ->
    [one] { $count } coup
   *[other] { $count } coups
 } à jeu parfait.
verdict-draw = Nulle à jeu parfait.
verdict-even = À peu près égal.
verdict-better = { $side } est mieux.
verdict-much-better = { $side } est nettement mieux.
verdict-unknown = Inconnu.
verdict-thinking = Réflexion…

## Ce qui est dit du plateau

side-red = Rouge
side-yellow = Jaune
side-blue = Bleu
side-orange = Orange
side-black = Noir
side-white = Blanc
side-cross = X
side-nought = O
piece-stone-red = { -disc(count: 1) } rouge
piece-stone-yellow = { -disc(count: 1) } jaune
piece-stone-blue = { -disc(count: 1) } bleu
piece-stone-orange = { -disc(count: 1) } orange
piece-stone-black = { -disc(count: 1) } noir
piece-stone-white = { -disc(count: 1) } blanc
piece-stone-cross = X
piece-stone-nought = O
piece-man-black = { -man(count: 1) } noir
piece-man-white = { -man(count: 1) } blanc
piece-man-red = { -man(count: 1) } rouge
piece-king-black = { -king(count: 1) } noire
piece-king-white = { -king(count: 1) } blanche
place-square = { $name }
place-column-row = { -column(count: 1) } { $column }, { -row(count: 1) } { $row }
place-column-depth-row = { -column(count: 1) } { $column }, { -depth(count: 1) } { $depth }, { -row(count: 1) } { $row }
cell-empty = vide
cell-edge = bord { $side }
cell-last = dernier coup
cell-winning = gagnant
cell-chosen = choisi
cell-possible = possible
cell-hint = conseil
said-place = { $side } joue { $square }.
said-pass = { $side } passe.
said-swap = { $side } reprend la pierre de { $from }, qui passe en { $square }.
said-move = { $side } va de { $from } à { $to }.
said-move-crowned = { $side } va de { $from } à { $to } et obtient une { -king(count: 1) }.
said-capture = { $side } saute de { $from } à { $to } et prend { $count ->
    [one] une pièce
   *[other] { $count } pièces
 }.
said-capture-crowned = { $side } saute de { $from } à { $to }, prend { $count ->
    [one] une pièce
   *[other] { $count } pièces
 } et obtient une { -king(count: 1) }.
said-drop = { $side } joue colonne { $column }, rangée { $row }.
said-drop-on-post = { $side } joue colonne { $column }, profondeur { $depth }, rangée { $row }.
said-place-in-cube = { $side } joue colonne { $column }, profondeur { $depth }, rangée { $row }.
board-chosen = { $place } choisi. Et maintenant, où ?
board-released = Relâché.
board-may-stop = Choisissez la même case pour vous arrêter ici, ou continuez.
board-ambiguous = Plusieurs chemins y mènent : choisissez les cases une à une.
board-must-capture = La prise est obligatoire.
board-no-move-there = Cette pièce ne peut pas bouger maintenant.
board-not-possible = Ce n’est pas possible maintenant.

## Touches

keys = Touches
key-arrows = Flèches
key-arrows-do = aller d’une place à l’autre
key-enter = Entrée
key-enter-do = jouer, ou choisir
key-escape-do = relâcher
key-columns-do = jouer cette colonne
key-names-do = aller à cette colonne ou à cette case
key-planes-do = au plan suivant
key-third-do = à la case suivante sur la troisième ligne
key-pass-do = passer, quand c’est possible
key-steps-do = parcourir la partie
key-type-do = écrire un coup

## Réglages

settings-language = Langue
settings-theme = Thème
theme-system = Comme le système
theme-light = Clair
theme-dark = Sombre
settings-colours = Couleurs de rouge et jaune
colours-classic = Rouge et jaune
colours-blue-orange = Bleu et orange
settings-coordinates = Coordonnées sur le plateau
settings-sound = Son
settings-motion = Mouvement
settings-confirm = Confirmer chaque coup
settings-kept = Gardé dans ce navigateur seulement.
settings-denied = Ce navigateur ne garde rien : les réglages valent jusqu’à votre départ.

## Erreurs

error-client-no-answer = Le serveur ne répond pas. Nouvel essai.
error-client-no-door = Ce serveur ne propose pas cela.
error-move-column-full = Cette colonne est pleine.
error-move-taken = Cette place est prise.
error-move-no-flip = Un pion à cet endroit n’en retourne aucun.
error-move-can-place = Vous pouvez poser un pion : il n’est pas permis de passer.
error-move-must-capture = La prise est obligatoire.
error-move-other-capture = Une autre prise en prend davantage : c’est elle qu’il faut jouer.
error-move-off-board = Cette place n’existe pas sur ce plateau.
error-move-malformed = Un coup de ce jeu ne s’écrit pas ainsi.
error-move-ambiguous = Plusieurs coups s’écrivent ainsi : nommez toutes les cases.
error-move-all-placed = Tous les pions sont posés : déplacez-en un.
error-move-not-all-placed = Posez d’abord tous les pions.
error-move-blocked = Le chemin est barré.
error-move-first-centre = Le premier pion ne va pas au centre.
error-move-no-swap = Seul le premier coup du second joueur peut être un échange.
error-move-floating = Il faut quelque chose en dessous.
error-move-nobody-there = Il n’y a personne à cet endroit.
error-move-not-neighbours = Un pion va à une place voisine.
error-move-not-yours = Cette pièce n’est pas à vous.
error-move-too-long = C’est trop long pour un coup.
error-move-unreachable = Cette pièce ne peut pas y aller.
error-move-not-your-turn = Ce n’est pas à vous.
error-move-stale = La partie a continué entre-temps. Voici où elle en est.
error-move-game-over = La partie est finie.
error-game-unknown = Ce serveur ne connaît pas ce jeu, ou pas dans cette taille.
error-agent-unknown = Ce serveur ne connaît pas cet ordinateur.
error-agent-refused-here = Ce serveur ne prête pas autant de sa machine. Choisissez un autre ordinateur.
error-room-held = Le serveur ne peut rien enregistrer pour le moment. Réessayez.
error-room-not-playing = La partie n’est pas en cours.
error-room-not-yours = Seuls les joueurs peuvent faire cela.
error-room-not-followed = La connexion se rétablit. Réessayez.
error-offer-none = Cela n’est plus proposé.
error-guest-none = Le navigateur a oublié qui vous êtes. Rejoignez à nouveau.
error-position = Ce texte n’est pas une position de ce jeu.
error-record-unreadable = Aucune partie ne s’y lit. Il faut du JSON, du CSV ou du PDN.
error-room-unknown = Cette partie n’existe pas.
error-room-full = Les deux places sont prises. Vous pouvez regarder.
error-room-own = On ne joue pas contre soi-même. Envoyez le lien à un ami.
error-room-too-many = Trop de parties sont ouvertes. Finissez-en une d’abord.
error-room-too-late = Il est trop tard pour annuler. Vous pouvez abandonner.
error-offer-not-now = Cela ne peut pas être proposé maintenant.
error-claim-not-yet = Votre adversaire peut encore revenir.
error-say-too-much = Cela fait beaucoup de mots. Attendez un peu.
error-request-too-many = Trop de demandes. Attendez un instant.
error-analysis-busy = Le serveur est occupé. Réessayez dans un instant.
error-store-unavailable = Le serveur ne peut rien enregistrer pour le moment. Votre coup est gardé et sera transmis.
error-server-stopping = Le serveur redémarre. La partie reprend dans un instant.
error-server-internal = Le serveur a échoué. Réessayez dans un instant.
error-guest-name = Ce nom ne convient pas.

## Aide

help-title = Comment jouer
help-lead = Chaque jeu en une minute. Rien n’est caché, rien n’est tiré au sort : gagne qui voit plus loin.
rules-connect4 = Chacun à son tour laisse tomber un jeton dans une colonne. Le jeton descend jusqu’à la plus basse place libre.
rules-connect4-more = Quatre à la suite gagnent : en ligne, en colonne ou en diagonale. À jeu parfait, le premier gagne en commençant au milieu.
rules-tictactoe = Chacun à son tour pose son signe sur une case libre. Trois à la suite gagnent.
rules-tictactoe-more = Personne n’est obligé de perdre : à jeu parfait, c’est toujours nulle.
rules-gomoku = Chacun à son tour pose son signe sur une case libre. Cinq à la suite gagnent : en ligne, en colonne ou en diagonale.
rules-gomoku-more = Attention aux trois ouverts : trois avec les deux bouts libres deviennent quatre, et on n’arrête plus quatre des deux côtés.
rules-checkers = Les pions avancent d’une case en diagonale. On prend une pièce adverse en sautant par-dessus, si la case derrière est libre ; la prise est obligatoire. On continue tant qu’il y a à prendre.
rules-checkers-more = Un pion qui atteint la dernière rangée devient dame et peut aussi reculer. Qui ne peut plus bouger perd. Les noirs commencent.
rules-draughts = On joue sur cent cases. Les pions avancent, mais prennent aussi en arrière. Il faut prendre le plus possible.
rules-draughts-more = Les dames volent : elles vont à toute distance sur une diagonale et prennent de loin. Qui ne peut plus bouger perd. Les blancs commencent.
rules-teeko = Chaque côté a quatre pions. D’abord on les pose à tour de rôle, puis on déplace un pion d’un pas, dans toute direction, vers une place libre.
rules-teeko-more = Quatre à la suite gagnent, et quatre en petit carré aussi.
rules-reversi = Posez un pion sur une case libre de façon à encadrer une file de pions adverses avec un autre des vôtres : tous se retournent. Qui ne peut rien poser passe.
rules-reversi-more = Quand plus personne ne peut poser, le plus grand nombre de pions gagne. Un coin ne se retourne jamais : ne le donnez pas. Les noirs commencent.
rules-hex = Chacun à son tour pose une pierre sur une case libre. Chaque camp relie par une chaîne de ses pierres les deux bords de sa couleur, et l’un des deux y arrive toujours.
rules-hex-more = Avec la règle d’échange, le second joueur peut reprendre la première pierre, en cliquant dessus : elle devient bleue et passe sur la case symétrique par rapport à la grande diagonale. Commencez donc par une pierre ni forte ni faible.
rules-connect3d = Chacun à son tour laisse tomber une boule sur une tige. Elle descend jusqu’à la plus basse place libre.
rules-connect3d-more = Quatre à la suite gagnent, dans l’une des treize directions. Toutes sont dessinées plus bas.
rules-qubic = Un cube de quatre sur quatre sur quatre. Chacun à son tour pose une boule dans une case libre ; rien ne tombe.
rules-qubic-more = Quatre à la suite gagnent, dans toute direction à travers le cube. Il y a 76 lignes.
ways-title = Toutes les façons de gagner en 3D
ways-text = Une ligne suit un axe, la diagonale d’un plan, ou traverse l’espace.
way-columns = de gauche à droite
way-up = le long d’une tige
way-depth = de l’avant vers l’arrière
way-front = diagonale, vue de face
way-floor = diagonale, vue d’en haut
way-side = diagonale, vue de côté
way-space = à travers l’espace

## À propos

about-title = À propos de Zermelo
about-lead = Un lieu pour les jeux où tout est connu et où rien n’est laissé au hasard.
about-name = En 1913, Ernst Zermelo a prouvé que dans chacun de ces jeux un côté peut forcer le gain, ou les deux peuvent forcer la nulle. Pour certains des jeux d’ici, l’ordinateur sait lequel ; pour les autres, il cherche.
about-free-title = Libre et ouvert
about-free = C’est un logiciel libre : un seul programme qui joue, résout, mesure et enseigne. Il sert aussi cette page. Pas de compte, pas de publicité.
about-privacy-title = Ce qui est gardé
about-privacy = Les réglages restent dans ce navigateur. Un cookie n’est posé que si vous jouez avec d’autres, pour que votre place soit la vôtre. Rien n’est chargé d’ailleurs.
about-terminal-title = Dans le terminal aussi
about-terminal = Les mêmes jeux, niveaux et solveurs sont à une commande d’ici.
`;export{e as default};