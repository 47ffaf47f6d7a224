import { type ErrorMeaning, refusalTexts } from '../../../shared/live/failures.ts';

/**
 * For a setting, by its number as well: orders are refused in the same words, where they mean too
 * little margin.
 */
export const liquidatingSetting = {
  pattern: /"code":\s*"?41\b|WOULD_CAUSE_LIQUIDATION/,
  means: 'CONFLICT',
  message: 'The exchange would have to liquidate an open position at that setting.',
} as const satisfies ErrorMeaning;

/**
 * Meanings of the venue's texts: the status of an order that was not placed, in the words of
 * sendorder and, in capitals, of the orders themselves.
 */
export const krakenFuturesErrors: readonly ErrorMeaning[] = [
  { pattern: /clientOrderIdAlreadyExist|CLIENT_ORDER_ID_IN_USE/, means: 'DUPLICATE' },
  // The venue's own faults: it does not know itself what became of the order.
  { pattern: /"(Server Error|unknownError|unavailable|Unavailable)"/, means: 'unknown' },
  // It came later than we allowed, and was dropped.
  { pattern: /wouldProcessAfterSpecifiedTime/, means: 'limited' },
  { pattern: /apiLimitExceeded|nonceBelowThreshold|nonceDuplicate/, means: 'limited' },
  {
    pattern: /postWouldExecute|POST_WOULD_EXECUTE/,
    means: 'WOULD_TAKE',
    message: refusalTexts.wouldTake,
  },
  {
    pattern: /(ioc|fok)WouldNotExecute|(IOC|FOK)_WOULD_NOT_EXECUTE/,
    means: 'CANNOT_FILL',
    message: refusalTexts.cannotFill,
  },
  {
    pattern: /wouldNotReducePosition|WOULD_NOT_REDUCE_POSITION/,
    means: 'NOTHING_TO_REDUCE',
    message: refusalTexts.nothingToReduce,
  },
  // For settings.
  {
    pattern: /CONTRACT_NOT_FLEXIBLE_FUTURES/,
    means: 'INVALID',
    message: 'The exchange sets leverage and margin mode only for contracts in dollars.',
  },
  { pattern: /CONTRACT_DOES_NOT_EXIST|"FIXED_LEVERAGE_TOO_HIGH"/, means: 'INVALID' },
  { pattern: /"invalid(Amount|Unit|Account)"|invalidArgument: maxLeverage/, means: 'INVALID' },
  {
    pattern: /insufficient(AvailableFunds|Funds)|INSUFFICIENT_MARGIN/,
    means: 'INSUFFICIENT_MARGIN',
  },
  { pattern: /wouldCauseLiquidation|WOULD_CAUSE_LIQUIDATION/, means: 'INSUFFICIENT_MARGIN' },
  {
    pattern: /"authenticationError"/,
    means: 'OTHER',
    message: refusalTexts.badCredentials,
  },
  // ccxt turns these into lost connections or into no specific error; the order was not placed.
  { pattern: /market(Suspended|Inactive|IsPostOnly)|fixedLeverageTooHigh/, means: 'OTHER' },
  { pattern: /too(ManySmallOrders|ManyOrders)|selfFill/, means: 'OTHER' },
  {
    pattern: /clientOrderId(TooBig|TooLong|Invalid)|wouldIncreasePriceDislocation/,
    means: 'OTHER',
  },
  { pattern: /"accountInactive"|"Json Parse Error"/, means: 'OTHER' },
];
