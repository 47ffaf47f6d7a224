import { type Answer, jsonAnswer } from '../http/request.ts';

/** An error answer of the exchange to the request itself. */
export class Refusal extends Error {
  readonly status: number;
  /** Code of an error of the exchange's engine; such errors come in a list. */
  readonly code: number | undefined;

  constructor(message: string, { status = 200, code }: { status?: number; code?: number } = {}) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Returns a refusal for what is not simulated; no answer of the exchange looks like it. */
export function notSimulated(what: string): Refusal {
  return new Refusal(`The simulator does not know ${what}`, { status: 501 });
}

export const refusals = {
  unauthenticated: () => new Refusal('authenticationError'),
  nonceLow: () => new Refusal('nonceBelowThreshold'),
  nonceTwice: () => new Refusal('nonceDuplicate'),
  missing: () => new Refusal('requiredArgumentMissing'),
  invalid: (name: string) => new Refusal(`invalidArgument: ${name}`),
  noContract: () => new Refusal('contractNotFound'),
  noFunds: () => new Refusal('insufficientFunds'),
  badAmount: () => new Refusal('invalidAmount'),
  badUnit: () => new Refusal('invalidUnit'),
  badAccount: () => new Refusal('invalidAccount'),
  unknownContract: () => engineRefusal(87, 'CONTRACT_DOES_NOT_EXIST'),
  notFlexible: () => engineRefusal(88, 'CONTRACT_NOT_FLEXIBLE_FUTURES'),
  wouldLiquidate: () => engineRefusal(41, 'WOULD_CAUSE_LIQUIDATION'),
  noMargin: () => engineRefusal(92, 'INSUFFICIENT_MARGIN'),
  /** The name is one of the engine's; its number is not documented. */
  tooHigh: () => engineRefusal(0, 'FIXED_LEVERAGE_TOO_HIGH'),
  badType: () => new Refusal('invalid order type', { status: 400, code: 11 }),
} as const;

/** Returns a refusal of a setting. The exchange answers it like a failure of its own. */
function engineRefusal(code: number, message: string): Refusal {
  return new Refusal(message, { status: 500, code });
}

const statusWords: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

/** Returns an error: mostly status 200 with one word; for the engine's errors a list with codes. */
export function refusalAnswer({ message, status, code }: Refusal, serverTime: string): Answer {
  if (code === undefined) {
    return jsonAnswer(status, { result: 'error', error: message, serverTime });
  }
  const errors = [{ code, message }];
  const word = statusWords[status] ?? 'ERROR';
  return jsonAnswer(status, { status: word, result: 'error', errors, serverTime });
}

/** The documented reasons for which an order is not placed although the request succeeds. */
export const sendStatuses: readonly string[] = [
  'marketSuspended',
  'marketInactive',
  'marketIsPostOnly',
  'invalidOrderType',
  'invalidSide',
  'invalidPrice',
  'invalidSize',
  'tooManySmallOrders',
  'tooManyOrders',
  'selfFill',
  'insufficientAvailableFunds',
  'wouldCauseLiquidation',
  'fixedLeverageTooHigh',
  'clientOrderIdAlreadyExist',
  'clientOrderIdTooBig',
  'clientOrderIdInvalid',
  'maxPositionViolation',
  'outsidePriceCollar',
  'wouldIncreasePriceDislocation',
  'postWouldExecute',
  'iocWouldNotExecute',
  'wouldNotReducePosition',
  'wouldProcessAfterSpecifiedTime',
];
