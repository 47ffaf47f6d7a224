import { refusalTexts, type VenueWord } from '../../shared/live/failures.ts';

/** What the venue says, where ccxt's class of the error says less or something else. */
export const binanceWords: readonly VenueWord[] = [
  {
    pattern: /Duplicate order sent|"code":\s*-4116\b/,
    means: 'DUPLICATE',
  },
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
    // Of a pair or a stop: its trigger is passed already.
    pattern: /would trigger immediately|would immediately trigger|"code":\s*-2021\b/,
    means: 'OTHER',
    message: refusalTexts.wouldTrigger,
  },
  {
    pattern: /ReduceOnly Order is rejected|"code":\s*-2022\b/,
    means: 'OTHER',
    message: refusalTexts.nothingToReduce,
  },
  // The venue's own time-outs: it does not know itself what became of the order.
  { pattern: /"code":\s*-(1000|1001|1006|1007)\b/, means: 'unknown' },
  { pattern: /"code":\s*-(1003|1008|1015|1021)\b/, means: 'limited' },
  // After a first good answer ccxt takes a dead key for too many requests.
  {
    pattern: /"code":\s*-2015\b/,
    means: 'OTHER',
    message: refusalTexts.badCredentials,
  },
];
