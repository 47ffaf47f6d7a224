import { type Answer, jsonAnswer } from '../http/request.ts';

/** An answer of the exchange that says no: a text such as `EOrder:Insufficient funds`. */
export class Refusal extends Error {
  readonly status: number;

  constructor(text: string, status = 200) {
    super(text);
    this.status = status;
  }
}

/** The exchange refuses with status 200; only what stands in front of it has others. */
export function errorAnswer(text: string, status = 200): Answer {
  return jsonAnswer(status, { error: [text] });
}

/** What the simulator has no model of: never mistaken for an answer of the exchange. */
export function notSimulated(what: string): Refusal {
  return new Refusal(`The simulator does not know ${what}`, 501);
}

export const refusals = {
  badKey: () => new Refusal('EAPI:Invalid key'),
  badSignature: () => new Refusal('EAPI:Invalid signature'),
  badNonce: () => new Refusal('EAPI:Invalid nonce'),
  badArgument: (name: string) => new Refusal(`EGeneral:Invalid arguments:${name}`),
  noPair: () => new Refusal('EQuery:Unknown asset pair'),
  /** Of a cancel. */
  unknownOrder: () => new Refusal('EOrder:Unknown order'),
  /** Of a question by id. */
  invalidOrder: () => new Refusal('EOrder:Invalid order'),
  tooLate: () => new Refusal('EService:Deadline elapsed'),
  duplicate: () => new Refusal('EOrder:cl_ord_id already in use'),
} as const;
