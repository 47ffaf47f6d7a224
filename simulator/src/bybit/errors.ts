import { type Answer, jsonAnswer } from '../http/request.ts';

/** An error answer of the exchange: mostly with status 200, and a code in its body. */
export class Refusal extends Error {
  readonly code: number;
  readonly status: number;
  /** Result that the error answer carries. */
  readonly result: object;

  constructor(code: number, message: string, more: { status?: number; result?: object } = {}) {
    super(message);
    this.code = code;
    this.status = more.status ?? 200;
    this.result = more.result ?? {};
  }
}

/** Returns an answer in the envelope that every answer has. */
export function answered(result: object, at: number): Answer {
  return jsonAnswer(200, { retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: at });
}

export function errorAnswer({ code, message, status, result }: Refusal, at: number): Answer {
  const shell = { retCode: code, retMsg: message, result, retExtInfo: {}, time: at };
  return jsonAnswer(status, shell);
}

/** Returns a refusal for what is not simulated; no answer of the exchange looks like it. */
export function notSimulated(what: string): Refusal {
  return new Refusal(-1, `The simulator does not know ${what}`, { status: 501 });
}

export const refusals = {
  parameter: (what: string) => new Refusal(10001, `params error: ${what}`),
  invalid: (name: string) => new Refusal(10001, `${name} invalid`),
  noCategory: () => new Refusal(10001, 'Illegal category'),
  noSymbol: (isSpot: boolean) =>
    isSpot ? new Refusal(170121, 'Invalid symbol.') : new Refusal(10001, 'Not supported symbols'),
  noOrder: (isSpot: boolean) =>
    isSpot
      ? new Refusal(170213, 'Order does not exist.')
      : new Refusal(110001, 'order not exists or too late to cancel'),
  duplicate: (isSpot: boolean) =>
    isSpot
      ? new Refusal(170141, 'Duplicate clientOrderId.')
      : new Refusal(110072, 'OrderLinkedID is duplicate'),
  noPosition: () => new Refusal(10001, 'can not set tp/sl/ts for zero position'),
  notModified: () => new Refusal(34040, 'not modified'),
} as const;

/** Texts of the error codes that planned faults use most. */
export const errorTexts: Readonly<Record<string, string>> = {
  '10000': 'Server Timeout',
  '10002': 'invalid request, please check your server timestamp or recv_window param.',
  '10003': 'API key is invalid.',
  '10004': 'error sign!',
  '10005': 'Permission denied, please check your API key permissions.',
  '10006': 'Too many visits. Exceeded the API Rate Limit.',
  '10010': 'Unmatched IP, please check your API key bound IP addresses.',
  '10016': 'Server error.',
  '10018': 'Exceeded the IP Rate Limit.',
  '110007': 'ab not enough for new order',
  '170007': 'Timeout waiting for response from backend server.',
  '170131': 'Insufficient balance.',
};
