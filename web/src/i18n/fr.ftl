# Tous les textes de la page, en français. Les mots des jeux sont des termes (-man, -king), définis dans glossary.ts.

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
loading = Chargement…
no-connection = Pas de connexion, nouvelle tentative…
older = Cette page n’est plus à jour.
reload = Recharger
title-game = { $turn } – { $game }
try-again = Réessayer
less = Moins
more = Plus
link = Lien
to-the-games = Vers les jeux
nowhere-title = Page introuvable
nowhere-text = La page « { $address } » n’existe pas. Le lien est peut-être incomplet ou vient d’une autre version.
lost-title = Partie introuvable
lost-room = Il n’y a pas de partie « { $code } » ici. Le lien est peut-être ancien ou incomplet. Demandez un nouveau lien, ou commencez une autre partie.
lost-screen = Cette partie de la page n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.

## Accueil

home-title = { $games } jeux, aucun hasard.
home-lead = Jouez contre l’ordinateur, un ami sur le même écran ou quelqu’un à distance. Voyez qui devrait gagner, coup par coup.
home-games = Jeux
home-against = Contre
home-resume = Reprendre : { $game }
home-set-up-game = Préparer : { $game }
with-computer = Ordinateur
with-here = Ami ici
with-friend = Ami par lien
with-anyone = N’importe qui
with-watch = Deux ordinateurs
with-computer-help = L’ordinateur répond tout de suite. Vous pouvez reprendre vos coups.
with-here-help = À deux devant le même écran, chacun son tour.
with-friend-help = Vous recevez un lien à envoyer. La partie commence quand votre ami la rejoint.
with-anyone-help = Vous jouez contre quelqu’un qui veut le même jeu.
with-watch-help = Deux ordinateurs s’affrontent, à la vitesse de votre choix.

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
level-word-8 = maximum
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
setup-clock = Cadence
setup-name = Votre nom
setup-position = Une autre position
setup-start = Position (en texte)
setup-moves = Coups déjà joués
bring-text = Une partie en texte (JSON, CSV ou PDN)
bring-file = Ouvrir un fichier
bring-done = { $moves ->
    [one] { $moves } coup lu.
   *[other] { $moves } coups lus.
 } { $count ->
    [one] { "" }
   *[other] C’est la première de { $count } parties.
 }
bring-too-large = Ce fichier est trop volumineux : 1 Mo au plus.
no-answer = Le serveur ne répond pas. Réessayez dans un instant.
setup-unknown-game = Jeu inconnu : « { $game } ». Choisissez-en un ci-dessus.
copy-set-up = Copier le lien
start-watching = Commencer
start-friend = Obtenir un lien
start-anyone = Trouver un adversaire
param-width = Colonnes
param-height = Rangées
param-depth = Profondeur
param-k = À aligner pour gagner
param-size = Taille
param-variant = Variante
param-variant-standard = Standard
param-variant-advanced = Avancée : les grands carrés comptent
param-first-centre = Premier pion au centre
param-first-centre-on = Permis
param-first-centre-off = Interdit
param-kings25 = Nulle après 25 coups de dames seulement
param-kings25-on = Oui
param-kings25-off = Non
param-swap = Règle d’échange
param-swap-on = Oui : le second joueur peut reprendre la première pierre
param-swap-off = Non
watch-first = Premier ordinateur
watch-second = Second ordinateur
endless = Recommencer après chaque partie
random-first = Premier coup au hasard
algorithm-more = Plus : choisir l’algorithme
algorithm = Algorithme
algorithm-minimax = Minimax
algorithm-alphabeta = Alpha-bêta
algorithm-pvs = Recherche forte
algorithm-flat-mc = Monte-Carlo
algorithm-mcts = MCTS
algorithm-solver = Parfait
algorithm-random = Hasard
algorithm-minimax-help = Examine toutes les suites jusqu’à une profondeur fixe et suppose que les deux côtés jouent au mieux.
algorithm-alphabeta-help = Choisit le même coup que minimax, sans examiner les branches qui ne peuvent rien changer au résultat.
algorithm-pvs-help = La recherche forte : elle retient les positions, essaie d’abord les bons coups et approfondit les suites importantes.
algorithm-flat-mc-help = Joue beaucoup de parties au hasard après chaque coup et choisit celui qui a le plus gagné.
algorithm-mcts-help = Joue des parties au hasard, plus souvent après les coups prometteurs (UCT).
algorithm-solver-help = Calcule qui gagne et en combien de coups. Il ne se trompe pas.
algorithm-random-help = Joue un coup légal au hasard.
algorithm-other-help = L’algorithme indiqué dans le lien.
search-depth = Profondeur en coups
search-time = ou temps par coup
time-value = { $time }
playouts = Parties jouées au hasard par coup
switch-alphabeta = Alpha-bêta
switch-threads = Deux threads
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
aborted = Partie annulée
waiting-player = En attente d’un joueur
nobody-yet = Pas encore de joueur
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
task-pass = Vous ne pouvez que passer.
task-or-swap = Choisissez une case, ou échangez : choisissez la pièce posée, et elle devient la vôtre.
do-pass = Passer
task-piece = Choisissez une de vos pièces, puis sa destination.
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
no-moves = Aucun coup pour l’instant.
at-start = Début de la partie.
step-first = Au début
step-back = Un coup en arrière
step-forward = Un coup en avant
step-last = À la position actuelle
confirm-move = Jouer { $move }
refused = Ce coup n’est pas possible.
is-over = La partie est finie.
not-your-turn = Ce n’est pas à vous.
accept = Accepter
decline = Refuser
withdraw = Retirer
offer-draw = { $name } propose la nulle.
offer-takeback = { $name } demande à reprendre un coup.
offer-rematch = { $name } propose une revanche.
offered-draw = Vous avez proposé la nulle.
offered-takeback = Vous avez demandé à reprendre un coup.
offered-rematch = Vous avez proposé une revanche.
claim-soon = Votre adversaire est parti. Vous pourrez réclamer la partie dans { $seconds } s.
claim-now = Votre adversaire est parti. Vous pouvez attendre ou réclamer la partie.
claim-win = Réclamer le gain
claim-draw = Réclamer la nulle
join = Jouer
join-text = Une place est libre. Appuyez sur Jouer pour rejoindre la partie.
wait-friend = Envoyez ce lien à votre ami. La partie commence quand il la rejoint.
wait-anyone = En attente d’un adversaire qui veut le même jeu. Vous pouvez aussi envoyer ce lien à quelqu’un.
all-planes = Tout
side-views = Vues de côté
side-view-of = Colonne { $column } à travers toutes les profondeurs
diagonal = Diagonale
sheet-plane = { -depth(count: 1) } { $name }
sheet-column = { -column(count: 1) } { $name }, de l’avant vers l’arrière
space-impossible = Ce navigateur ne peut pas dessiner en 3D. La vue à plat ci-dessous montre tout le plateau.
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
reason-points = Le côté qui a le plus de points gagne. À égalité, la partie est nulle.
reason-connection = Les bords sont reliés.
reason-repetition = La même position est revenue trop souvent.
reason-move_limit = Trop de coups sans progrès.
reason-time = { $loser } n’a plus de temps.
reason-resignation = { $loser } a abandonné.
reason-agreement = Nulle d’un commun accord.
reason-illegal_move = { $loser } a joué un coup illégal.
reason-crash = Le programme de { $loser } a planté.
reason-stall = Le programme de { $loser } n’a pas répondu.
reason-disconnect = { $loser } a perdu la connexion.
reason-adjudication = Le résultat a été fixé par arbitrage.
reason-abandoned = { $loser } a quitté la partie.
rematch = Revanche
to-rematch = Aller à la revanche
again = Rejouer
change-set-up = Changer les réglages
main-menu = Menu principal

## Regarder

watch-title = Regarder
watch-computers = Ordinateur contre ordinateur
watch-computers-text = Un niveau fort affronte un niveau plus fort. Choisissez un jeu, ou réglez vous-même les deux joueurs.
watch-set-up = Régler les deux joueurs
watch-live = Parties en cours
watch-playing = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
 }, { $people ->
    [one] { $people } personne en ligne
   *[other] { $people } personnes en ligne
 }
watch-connecting = Connexion au serveur…
watch-none = Aucune partie en cours.
watch-seeks = À la recherche d’un adversaire
watch-no-seeks = Personne n’attend en ce moment.
watch-seek = Trouver un adversaire
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
pace = Vitesse
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

## Côtés, pièces, cases et coups

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
cell-chosen = sélectionné
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
board-chosen = { $place } : sélection faite. Choisissez la destination.
board-released = Sélection annulée.
board-may-stop = Choisissez de nouveau la même case pour vous arrêter ici, ou continuez.
board-ambiguous = Plusieurs chemins y mènent : choisissez les cases une à une.
board-must-capture = La prise est obligatoire.
board-no-move-there = Cette pièce ne peut pas bouger maintenant.
board-not-possible = Ce n’est pas possible maintenant.

## Touches

keys = Touches
key-arrows = Flèches
key-arrows-do = se déplacer entre les cases
key-enter = Entrée
key-enter-do = jouer ou sélectionner
key-escape-do = annuler la sélection
key-columns-do = jouer cette colonne
key-names-do = aller à cette colonne ou à cette case
key-planes-do = aller au plan suivant
key-third-do = aller à la case suivante dans la troisième direction
key-pass-do = passer, si c’est possible
key-steps-do = parcourir la partie
key-type-do = écrire un coup

## Réglages

settings-language = Langue
settings-theme = Thème
theme-system = Comme le système
theme-light = Clair
theme-dark = Sombre
settings-colours = Couleurs pour rouge et jaune
colours-classic = Rouge et jaune
colours-blue-orange = Bleu et orange
settings-coordinates = Coordonnées sur le plateau
settings-sound = Son
settings-motion = Animations
settings-confirm = Confirmer chaque coup
settings-kept = Les réglages sont enregistrés seulement dans ce navigateur.
settings-denied = Ce navigateur n’autorise pas l’enregistrement. Les réglages valent jusqu’à ce que vous quittiez la page.

## Erreurs

error-client-no-answer = Le serveur ne répond pas. Nouvelle tentative.
error-client-no-door = Ce serveur ne propose pas cette fonction.
error-move-column-full = Cette colonne est pleine.
error-move-taken = Cette place est occupée.
error-move-no-flip = Un pion à cet endroit ne retournerait aucun pion.
error-move-can-place = Vous pouvez poser un pion : vous ne pouvez pas passer.
error-move-must-capture = La prise est obligatoire.
error-move-other-capture = Une autre prise capture plus de pièces et doit être jouée.
error-move-off-board = Cette place n’existe pas sur ce plateau.
error-move-malformed = Cette notation n’est pas celle d’un coup de ce jeu.
error-move-ambiguous = Plusieurs coups correspondent à ce texte. Écrivez toutes les cases.
error-move-all-placed = Tous les pions sont posés. Déplacez-en un.
error-move-not-all-placed = Posez d’abord tous les pions.
error-move-blocked = Le chemin est barré.
error-move-first-centre = Le premier pion ne doit pas être posé au centre.
error-move-no-swap = Seul le premier coup du second joueur peut être un échange.
error-move-floating = La case du dessous est vide.
error-move-nobody-there = Il n’y a pas de pièce à cet endroit.
error-move-not-neighbours = Un pion ne peut aller qu’à une intersection voisine.
error-move-not-yours = Cette pièce n’est pas à vous.
error-move-too-long = Ce texte est trop long pour un coup.
error-move-unreachable = Cette pièce ne peut pas y aller.
error-move-not-your-turn = Ce n’est pas à vous.
error-move-stale = La partie a changé entre-temps. Voici la position actuelle.
error-move-game-over = La partie est finie.
error-game-unknown = Ce serveur n’a pas ce jeu, ou pas dans cette taille.
error-agent-unknown = Ce serveur n’a pas cet ordinateur.
error-agent-refused-here = Cet ordinateur demande plus de ressources que ce serveur n’en accorde. Choisissez un autre ordinateur.
error-room-held = Le serveur ne peut pas enregistrer les coups pour le moment. Réessayez.
error-room-not-playing = La partie n’est pas en cours.
error-room-not-yours = Seuls les joueurs peuvent faire cela.
error-room-not-followed = La connexion est en cours de rétablissement. Réessayez.
error-offer-none = Cette proposition n’est plus valable.
error-guest-none = Ce navigateur n’a plus votre session. Rejoignez à nouveau la partie.
error-position = Ce texte n’est pas une position de ce jeu.
error-record-unreadable = Aucune partie n’a pu être lue dans ce texte. Utilisez JSON, CSV ou PDN.
error-room-unknown = Cette partie n’existe pas.
error-room-full = Les deux places sont prises. Vous pouvez regarder.
error-room-own = Vous ne pouvez pas jouer contre vous-même. Envoyez le lien à un ami.
error-room-too-many = Trop de parties sont ouvertes. Finissez-en une d’abord.
error-room-too-late = Il est trop tard pour annuler la partie. Vous pouvez abandonner.
error-offer-not-now = Vous ne pouvez pas proposer cela maintenant.
error-claim-not-yet = Votre adversaire peut encore revenir.
error-say-too-much = Trop de messages. Attendez un peu.
error-request-too-many = Trop de requêtes. Attendez un instant.
error-analysis-busy = Le serveur est occupé. Réessayez dans un instant.
error-store-unavailable = Le serveur ne peut pas enregistrer les coups pour le moment. Votre coup est gardé et sera renvoyé.
error-server-stopping = Le serveur redémarre. La partie reprend dans un instant.
error-server-internal = Erreur du serveur. Réessayez dans un instant.
error-guest-name = Ce nom ne peut pas être utilisé.

## Aide

help-title = Comment jouer
help-lead = Chaque jeu en une minute. Aucune information cachée, aucun dé : celui qui voit le plus loin gagne.
rules-connect4 = Chacun à son tour laisse tomber un jeton dans une colonne. Le jeton descend jusqu’à la plus basse place libre.
rules-connect4-more = Quatre jetons alignés gagnent : en ligne, en colonne ou en diagonale. À jeu parfait, le premier joueur gagne en commençant au milieu.
rules-tictactoe = Chacun à son tour pose son signe sur une case libre. Trois signes alignés gagnent.
rules-tictactoe-more = Si les deux côtés jouent parfaitement, la partie est toujours nulle.
rules-gomoku = Chacun à son tour pose son signe sur une case libre. Cinq signes alignés gagnent : en ligne, en colonne ou en diagonale.
rules-gomoku-more = Attention aux trois ouverts : un alignement de trois aux deux bouts libres devient un alignement de quatre, qu’on ne peut plus arrêter des deux côtés.
rules-checkers = Les pions avancent d’une case en diagonale. On prend une pièce adverse en sautant par-dessus, si la case derrière elle est libre. La prise est obligatoire. On continue tant qu’il y a une pièce à prendre.
rules-checkers-more = Un pion qui atteint la dernière rangée devient dame et peut aussi reculer. Un joueur qui ne peut plus bouger perd. Les noirs commencent.
rules-draughts = On joue sur cent cases. Les pions avancent, mais peuvent aussi prendre en arrière. Il faut prendre le plus de pièces possible.
rules-draughts-more = Les dames sont volantes : une dame se déplace de toute distance sur une diagonale et prend de loin. Un joueur qui ne peut plus bouger perd. Les blancs commencent.
rules-teeko = Chaque côté a quatre pions. On les pose d’abord à tour de rôle, puis on déplace un pion d’un pas, dans toute direction, vers une intersection libre.
rules-teeko-more = Quatre pions alignés gagnent, et quatre en petit carré aussi.
rules-reversi = Posez un pion sur une case libre de façon à encadrer une file de pions adverses avec un autre de vos pions : toute la file se retourne. Un joueur qui ne peut rien poser passe.
rules-reversi-more = Quand plus personne ne peut poser, le côté qui a le plus de pions gagne. Un pion de coin ne se retourne jamais : ne donnez pas les coins. Les noirs commencent.
rules-hex = Chacun à son tour pose une pierre sur une case libre. Le premier qui relie les deux bords de sa couleur par une chaîne de pierres gagne. La nulle est impossible.
rules-hex-more = Avec la règle d’échange, le second joueur peut reprendre la première pierre en cliquant dessus : elle devient bleue et passe sur la case symétrique par rapport à la grande diagonale. Commencez donc par une pierre ni forte ni faible.
rules-connect3d = Chacun à son tour laisse tomber une boule sur une tige. Elle descend jusqu’à la plus basse place libre.
rules-connect3d-more = Quatre boules alignées gagnent, dans l’une des treize directions. Toutes sont montrées plus bas.
rules-qubic = Un cube de quatre sur quatre sur quatre. Chacun à son tour pose une boule dans une case libre. Les boules ne tombent pas.
rules-qubic-more = Quatre boules alignées gagnent, dans toute direction à travers le cube. Il y a 76 lignes.
ways-title = Toutes les façons de gagner en 3D
ways-text = Une ligne gagnante suit un axe, la diagonale d’un plan, ou une diagonale à travers le cube.
way-columns = de gauche à droite
way-up = le long d’une tige
way-depth = de l’avant vers l’arrière
way-front = diagonale, vue de face
way-floor = diagonale, vue d’en haut
way-side = diagonale, vue de côté
way-space = à travers l’espace

## À propos

about-title = À propos de Zermelo
about-lead = Un lieu pour les jeux sans information cachée et sans hasard.
about-name = En 1913, Ernst Zermelo a prouvé que dans chacun de ces jeux un côté peut forcer le gain, ou les deux peuvent forcer la nulle. Pour certains des jeux proposés ici, l’ordinateur connaît la réponse. Pour les autres, il la cherche.
about-free-title = Libre et ouvert
about-free = Zermelo est un logiciel libre. Un seul programme joue, résout, mesure et enseigne. Il sert aussi cette page. Pas de compte, pas de publicité.
about-privacy-title = Vie privée
about-privacy = Les réglages sont enregistrés seulement dans ce navigateur. Un cookie n’est posé que si vous jouez avec d’autres, pour que personne d’autre ne puisse jouer à votre place. Rien n’est chargé depuis d’autres sites.
about-terminal-title = Dans le terminal
about-terminal = Les mêmes jeux, niveaux et solveurs sont disponibles en ligne de commande.
