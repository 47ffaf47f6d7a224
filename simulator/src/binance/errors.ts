import { type Answer, jsonAnswer } from '../http/request.ts';

/** An error answer of the exchange. */
export class Refusal extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export function errorAnswer(code: number | string, message: string, status: number): Answer {
  return jsonAnswer(status, { code: Number(code), msg: message });
}

/** Returns a refusal for what is not simulated; no answer of the exchange looks like it. */
export function notSimulated(what: string): Refusal {
  return new Refusal(-1, `The simulator does not know ${what}`, 501);
}

export const refusals = {
  noRight: () => new Refusal(-2015, 'Invalid API-key, IP, or permissions for action.', 401),
  noPortfolioMargin: () => new Refusal(-21001, 'User is not Portfolio Margin Account.'),
  noSymbol: () => new Refusal(-1121, 'Invalid symbol.'),
  noOrder: () => new Refusal(-2013, 'Order does not exist.'),
  noCancel: () => new Refusal(-2011, 'Unknown order sent.'),
  missing: (name: string) =>
    new Refusal(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`),
  missingEither: (one: string, other: string) =>
    new Refusal(-1102, `Param '${one}' or '${other}' must be sent, but both were empty/null!`),
  notRequired: (name: string) => new Refusal(-1106, `Parameter '${name}' sent when not required.`),
  illegal(name: string, range: string) {
    const text = `Illegal characters found in parameter '${name}'`;
    return new Refusal(-1100, `${text}; legal range is '${range}'.`);
  },
  badType: () => new Refusal(-1116, 'Invalid orderType.'),
  badSide: () => new Refusal(-1117, 'Invalid side.'),
  badForce: () => new Refusal(-1115, 'Invalid timeInForce.'),
  reduceOnlyHedged: () => new Refusal(-4062, 'Invalid or improper reduceOnly value.'),
  filter: (name: string) => new Refusal(-1013, `Filter failure: ${name}`),
  unknown: () => new Refusal(-1000, 'An unknown error occurred while processing the request.', 500),
} as const;

const unknownStatus = 'Send status unknown; execution status unknown.';

/** Texts of the error codes that planned faults use most. */
export const errorTexts: Readonly<Record<string, string>> = {
  '-1000': 'An unknown error occurred while processing the request.',
  '-1001': 'Internal error; unable to process your request. Please try again.',
  '-1003': 'Too many requests; current limit of IP is 1200 requests per minute.',
  '-1006': 'An unexpected response was received from the message bus. Execution status unknown.',
  '-1007': `Timeout waiting for response from backend server. ${unknownStatus}`,
  '-1008': 'Server is currently overloaded with other requests. Please try again in a few minutes.',
  '-1015': 'Too many new orders.',
  '-1021': 'Timestamp for this request is outside of the recvWindow.',
  '-2015': 'Invalid API-key, IP, or permissions for action.',
};
