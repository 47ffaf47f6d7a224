import { type ErrorMeaning, refusalTexts } from '../../shared/live/failures.ts';

/** Meanings of the venue's errors, where ccxt's class of the error tells less or something else. */
export const binanceErrors: readonly ErrorMeaning[] = [
  {
    pattern: /Duplicate order sent|"code":\s*-4116\b/,
    means: 'DUPLICATE',
  },
  // ccxt puts it in other classes for portfolio margin than for the usual endpoints.
  { pattern: /"code":\s*-2011\b[^}]*Unknown order|"code":\s*-2013\b/, means: 'notFound' },
  {
    pattern: /would immediately match and take|Post Only order will be rejected|"code":\s*-5022\b/,
    means: 'WOULD_TAKE',
    message: refusalTexts.wouldTake,
  },
  {
    // On contracts; on spot such an order ends as expired.
    pattern: /FOK order has been rejected|"code":\s*-5021\b/,
    means: 'CANNOT_FILL',
    message: refusalTexts.cannotFill,
  },
  {
    // For a pair or a stop: its trigger has already been passed.
    pattern: /would trigger immediately|would immediately trigger|"code":\s*-2021\b/,
    means: 'WOULD_TRIGGER',
    message: refusalTexts.wouldTrigger,
  },
  {
    pattern: /ReduceOnly Order is rejected|"code":\s*-2022\b/,
    means: 'NOTHING_TO_REDUCE',
    message: refusalTexts.nothingToReduce,
  },
  {
    // A position side, or the reduce flag, that does not belong to the account's position mode.
    pattern: /"code":\s*-(4061|4062)\b|"code":\s*-1106\b[^}]*reduce ?only/i,
    means: 'POSITION_MODE',
  },
  // For settings: a setting of a market while something is open in it, or with too little balance.
  { pattern: /"code":\s*-4028\b|parameter 'leverage'/, means: 'INVALID' },
  { pattern: /"code":\s*-(2027|4047|4048|4161|4168)\b/, means: 'CONFLICT' },
  { pattern: /"code":\s*-(2028|4050|4051)\b/, means: 'INSUFFICIENT_BALANCE' },
  // For transfers.
  {
    pattern: /parameter 'type'/,
    means: 'INVALID',
    message: 'The exchange moves nothing straight between those wallets: go by way of spot.',
  },
  { pattern: /"code":\s*-(5001|5003)\b/, means: 'INVALID' },
  { pattern: /"code":\s*-(3041|5002|5013)\b/, means: 'INSUFFICIENT_BALANCE' },
  // A transfer that is under way, or may be.
  { pattern: /"code":\s*-(5010|5012)\b/, means: 'unknown' },
  // The venue's own time-outs: it does not know itself what became of the order.
  { pattern: /"code":\s*-(1000|1001|1006|1007)\b/, means: 'unknown' },
  { pattern: /"code":\s*-(1003|1008|1015|1021)\b/, means: 'limited' },
  // After a first good answer ccxt takes an invalid key for too many requests.
  {
    pattern: /"code":\s*-2015\b/,
    means: 'OTHER',
    message: refusalTexts.badCredentials,
  },
];
