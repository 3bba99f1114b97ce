// The stage's files follow.
