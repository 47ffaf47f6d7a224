import { type Answer, jsonAnswer } from '../http/request.ts';

/** An answer of the exchange that says no to the request as such. */
export class Refusal extends Error {
  readonly status: number;
  /** Of the engine's own errors, which come in a list. */
  readonly code: number | undefined;

  constructor(message: string, { status = 200, code }: { status?: number; code?: number } = {}) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What the simulator has no model of: never mistaken for an answer of the exchange. */
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
  /** The name is one of the engine's; its number is in no document. */
  tooHigh: () => engineRefusal(0, 'FIXED_LEVERAGE_TOO_HIGH'),
  badType: () => new Refusal('invalid order type', { status: 400, code: 11 }),
} as const;

/** Settings that the engine refuses are answered as if the exchange had failed. */
function engineRefusal(code: number, message: string): Refusal {
  return new Refusal(message, { status: 500, code });
}

const statusWords: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

/** Most errors come with status 200 and one word; those of the engine as a list with codes. */
export function refusalAnswer({ message, status, code }: Refusal, serverTime: string): Answer {
  if (code === undefined) {
    return jsonAnswer(status, { result: 'error', error: message, serverTime });
  }
  const errors = [{ code, message }];
  const word = statusWords[status] ?? 'ERROR';
  return jsonAnswer(status, { status: word, result: 'error', errors, serverTime });
}

/** Why an order is not placed although the request succeeds, as documented. */
export const sendStatuses: readonly string[] = [
  ...['marketSuspended', 'marketInactive', 'marketIsPostOnly', 'invalidOrderType', 'invalidSide'],
  ...['invalidPrice', 'invalidSize', 'tooManySmallOrders', 'tooManyOrders', 'selfFill'],
  ...['insufficientAvailableFunds', 'wouldCauseLiquidation', 'fixedLeverageTooHigh'],
  ...['clientOrderIdAlreadyExist', 'clientOrderIdTooBig', 'clientOrderIdInvalid'],
  ...['maxPositionViolation', 'outsidePriceCollar', 'wouldIncreasePriceDislocation'],
  ...['postWouldExecute', 'iocWouldNotExecute', 'wouldNotReducePosition'],
  'wouldProcessAfterSpecifiedTime',
];
