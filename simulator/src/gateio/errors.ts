import { type Answer, jsonAnswer } from '../http/request.ts';

/** Field of an error's text: the API of contracts often uses `detail`. */
export type ErrorField = 'message' | 'detail';

interface How {
  readonly status?: number;
  readonly field?: ErrorField;
}

/** An error answer of the exchange. */
export class Refusal extends Error {
  readonly label: string;
  readonly status: number;
  readonly field: ErrorField;

  constructor(label: string, message: string, { status = 400, field = 'message' }: How = {}) {
    super(message);
    this.label = label;
    this.status = status;
    this.field = field;
  }
}

export function errorAnswer({ label, message, status, field }: Refusal): Answer {
  return jsonAnswer(status, { label, [field]: message });
}

/** Returns a refusal for what is not simulated; no answer of the exchange looks like it. */
export function notSimulated(what: string): Refusal {
  return new Refusal('NOT_SIMULATED', `The simulator does not know ${what}`, { status: 501 });
}

const detailed = { field: 'detail' } as const;

export const refusals = {
  missing: (name: string) =>
    new Refusal('MISSING_REQUIRED_PARAM', `Missing required parameter: ${name}`),
  invalid: (name: string, value: unknown) =>
    new Refusal('INVALID_PARAM_VALUE', `Invalid parameter \`${name}\` with value: ${value}`),
  badBody: () => new Refusal('INVALID_REQUEST_BODY', 'Request body is not a valid JSON object'),
  noPair: (id: string) => new Refusal('INVALID_CURRENCY_PAIR', `Invalid currency pair ${id}`),
  noContract: (id: string) => new Refusal('CONTRACT_NOT_FOUND', id, detailed),
  noOrder: (id: string) =>
    new Refusal('ORDER_NOT_FOUND', `Order with ID ${id} not found`, { status: 404 }),
  noText: (text: string) =>
    new Refusal('CLIENT_ID_NOT_FOUND', `Order with client ID ${text} not found`, { status: 404 }),
  noPriceOrder: () => new Refusal('AUTO_ORDER_NOT_FOUND', 'auto order not found'),
  noWallet: () =>
    new Refusal('USER_NOT_FOUND', 'please transfer funds first, to create futures account', {
      status: 404,
    }),
  badArgument: (what: string) => new Refusal('INVALID_ARGUMENT', `invalid ${what}`, detailed),
  badTrigger: (what: string) => new Refusal('INVALID_PARAM_VALUE', `invalid argument: ${what}`),
  passed: (isAbove: boolean) =>
    isAbove
      ? new Refusal(
          'AUTO_TRIGGER_PRICE_GREATE_LAST',
          'invalid argument: Trigger.Price must > last_price',
        )
      : new Refusal(
          'AUTO_TRIGGER_PRICE_LESS_LAST',
          'invalid argument: Trigger.Price must < last_price',
        ),
  unknown: () => new Refusal('SERVER_ERROR', 'Internal server error', { status: 500 }),
} as const;

/** Texts of the error labels that planned faults use most. */
export const errorTexts: Readonly<Record<string, string>> = {
  INTERNAL: 'internal error',
  SERVER_ERROR: 'Internal server error',
  TOO_BUSY: 'System is busy, please try again later',
  TOO_MANY_REQUESTS: 'Request Rate limit exceeded',
  TOO_FAST: 'Requests are sent too fast',
  INVALID_KEY: 'Invalid key provided',
  INVALID_SIGNATURE: 'Signature mismatch',
  REQUEST_EXPIRED: 'gap between request Timestamp and server time exceeds 60',
  BALANCE_NOT_ENOUGH: 'Not enough balance',
  INSUFFICIENT_AVAILABLE: 'balance not enough',
  REPEATED_CREATION: 'Repeated creation',
};
