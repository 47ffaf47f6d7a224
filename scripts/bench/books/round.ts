/** Minimum length of a round, which repeats the same messages, each time from a new book. */
export const roundMsMin = 500;
