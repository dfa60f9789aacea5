//! For tests alone: the conformance suite, fixtures, slow reference rules and searches, toy games
