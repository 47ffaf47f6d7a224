import { type ErrorMeaning, refusalTexts } from '../../shared/live/failures.ts';

/** Meanings of the venue's errors, where ccxt's class of the error tells less or something else. */
export const bybitErrors: readonly ErrorMeaning[] = [
  // Each of our numbers is new: so the venue has the order, or one sent with the same bytes.
  { pattern: codes(10014, 110030, 110072, 170141), means: 'DUPLICATE' },
  { pattern: codes(170218), means: 'WOULD_TAKE', message: refusalTexts.wouldTake },
  { pattern: codes(110092, 110093), means: 'WOULD_TRIGGER', message: refusalTexts.wouldTrigger },
  {
    pattern: codes(110017, 110034),
    means: 'NOTHING_TO_REDUCE',
    message: refusalTexts.nothingToReduce,
  },
  // Both come with the code of every bad parameter.
  { pattern: /position idx not match/i, means: 'POSITION_MODE' },
  {
    pattern: /tp\/sl\/ts for zero position/,
    means: 'NOTHING_TO_REDUCE',
    message: refusalTexts.nothingToReduce,
  },
  // The venue's own time-outs, some of which ccxt takes for refusals. It does not know what became
  // of the order, or has yet to handle it (170035).
  {
    pattern: codes(429, 10000, 10016, 110079, 170001, 170007, 170032, 170035, 170146, 170147),
    means: 'unknown',
  },
  // A page of a server in front of the venue; ccxt takes it for a limit of the venue's own.
  { pattern: /^bybit \w+ \S+ 403\b/, means: 'unknown' },
  // Later than `recvWindow`, or too many at once.
  { pattern: /request expired/, means: 'limited' },
  { pattern: codes(10002, 10006, 10018, 170005, 170222), means: 'limited' },
  // The order has ended, or can no longer be cancelled: it is there to be looked up.
  {
    pattern: codes(110001, 110008, 110010, 170139, 170142, 170143, 170190, 170213),
    means: 'notFound',
  },
  ...settingWords(),
  {
    pattern: codes(-2015, 10003, 10004, 10005, 10007, 10010, 33004),
    means: 'OTHER',
    message: refusalTexts.badCredentials,
  },
];

/** For leverage and margin mode: bybit-exchange.github.io, v5, error codes. */
function settingWords(): readonly ErrorMeaning[] {
  return [
    // Beyond what the size of the position allows, or not a leverage of the market at all.
    { pattern: codes(110013, 110086), means: 'INVALID' },
    { pattern: /"retCode":\s*"?10001\b[^{]*leverage/i, means: 'INVALID' },
    // The open position would be liquidated at once, or the account's mode does not allow the
    // change.
    { pattern: codes(110011, 110036, 110038, 110046), means: 'CONFLICT' },
    // Why a margin mode was not set stands in a list beside a code that says nothing: orders or
    // positions are open, or the account has too little.
    {
      pattern: /"reasonCode":\s*"?(3400001|3400002|3400052|3400053|3400054|3400208)\b/,
      means: 'CONFLICT',
    },
    { pattern: /"reasonCode":\s*"?(3400000|3400071)\b/, means: 'INSUFFICIENT_BALANCE' },
    { pattern: /"reasonCode":\s*"?3400214\b/, means: 'unknown' },
    { pattern: codes(110073, 3400045), means: 'OTHER' },
  ];
}

/** Returns a pattern for an answer with one of the codes, whatever else the text says. */
function codes(...each: readonly number[]): RegExp {
  return new RegExp(`"retCode":\\s*"?(${each.join('|')})\\b`);
}
