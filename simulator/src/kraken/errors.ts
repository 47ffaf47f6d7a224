import { type Answer, jsonAnswer } from '../http/request.ts';

/** An error answer of the exchange: a text such as `EOrder:Insufficient funds`. */
export class Refusal extends Error {
  readonly status: number;

  constructor(text: string, status = 200) {
    super(text);
    this.status = status;
  }
}

/**
 * Returns an error. The exchange refuses with status 200; only servers in front of it use others.
 */
export function errorAnswer(text: string, status = 200): Answer {
  return jsonAnswer(status, { error: [text] });
}

/** Returns a refusal for what is not simulated; no answer of the exchange looks like it. */
export function notSimulated(what: string): Refusal {
  return new Refusal(`The simulator does not know ${what}`, 501);
}

export const refusals = {
  badKey: () => new Refusal('EAPI:Invalid key'),
  badSignature: () => new Refusal('EAPI:Invalid signature'),
  badNonce: () => new Refusal('EAPI:Invalid nonce'),
  badArgument: (name: string) => new Refusal(`EGeneral:Invalid arguments:${name}`),
  noPair: () => new Refusal('EQuery:Unknown asset pair'),
  /** For a cancel. */
  unknownOrder: () => new Refusal('EOrder:Unknown order'),
  /** For a query by id. */
  invalidOrder: () => new Refusal('EOrder:Invalid order'),
  tooLate: () => new Refusal('EService:Deadline elapsed'),
  duplicate: () => new Refusal('EOrder:cl_ord_id already in use'),
} as const;
