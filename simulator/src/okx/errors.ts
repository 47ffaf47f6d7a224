import { type Answer, jsonAnswer } from '../http/request.ts';

/** An error answer of the exchange. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = statusOf(code)) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** HTTP statuses by code; errors about an order have status 200. */
const statuses: readonly (readonly [pattern: RegExp, status: number])[] = [
  [/^501(0[1-9]|1[0-9]|2[0-9])$/, 401],
  [/^500(11|13|40|61)$/, 429],
  [/^50(001|005)$/, 503],
  [/^(50026|51054|51149)$/, 500],
  [/^50[01]/, 400],
];

function statusOf(code: string): number {
  return statuses.find(([pattern]) => pattern.test(code))?.[1] ?? 200;
}

/** Returns whether a code is about the order in a request, and not about the request itself. */
export function concernsOrder(code: string): boolean {
  return /^5[14]/.test(code);
}

export function callRefused(code: string, message: string, status = statusOf(code)): Answer {
  return jsonAnswer(status, { msg: message, code, data: [] });
}

/** Returns a refusal for what is not simulated; no answer of the exchange looks like it. */
export function notSimulated(what: string): Refusal {
  return new Refusal('-1', `The simulator does not know ${what}`, 501);
}

export const refusals = {
  empty: (name: string) => new Refusal('50014', `Parameter ${name} can not be empty.`),
  eitherOf: (one: string, other: string) =>
    new Refusal('50015', `Either parameter ${one} or ${other} is required.`),
  wrong: (name: string) => new Refusal('51000', `Parameter ${name} error`),
  noInstrument: () =>
    new Refusal('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist."),
  noOrder: () => new Refusal('51603', 'Order does not exist'),
  noCancel: () =>
    new Refusal(
      '51400',
      'Order cancellation failed as the order has been filled, canceled or does not exist.',
    ),
} as const;

/** Texts of the error codes that planned faults use most. */
export const errorTexts: Readonly<Record<string, string>> = {
  '50001': 'Service temporarily unavailable. Please try again later.',
  '50004': 'API endpoint request timeout, please check the request result.',
  '50011': 'Too Many Requests',
  '50013': 'Systems are busy. Please try again later.',
  '50026': 'System error. Please try again later.',
  '50061':
    'Sub-account rate limit reached. Please refer to API docs and throttle requests accordingly.',
  '50102': 'Timestamp request expired',
  '50111': 'Invalid OK-ACCESS-KEY',
  '50113': 'Invalid Sign',
  '51008': 'Order failed. Insufficient USDT balance in account',
  '51016': 'Client order ID already exists.',
  '51054': 'Request timed out. Please try again.',
  '51065': 'algoClOrdId already exists.',
  '51149': 'Order timed out. Please try again.',
};
