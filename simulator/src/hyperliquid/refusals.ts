/** The exchange's refusal of a whole request. */
export class Refused extends Error {}

/** A body that the exchange cannot read. */
export class Malformed extends Error {}

/** Thrown for what is not simulated; no answer of the exchange looks like it. */
export class NotSimulated extends Error {}
