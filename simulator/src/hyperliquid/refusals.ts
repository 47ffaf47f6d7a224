/** The exchange's no to a whole request. */
export class Refused extends Error {}

/** A body that is not what the exchange reads. */
export class Malformed extends Error {}

/** What the simulator has no model of: never mistaken for an answer of the exchange. */
export class NotSimulated extends Error {}
