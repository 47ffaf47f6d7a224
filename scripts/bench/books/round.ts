/** A round lasts at least so long, in passes over the same messages from a fresh book. */
export const roundMsMin = 500;
