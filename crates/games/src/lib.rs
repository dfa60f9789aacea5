//! Rules, notation and view of each game
