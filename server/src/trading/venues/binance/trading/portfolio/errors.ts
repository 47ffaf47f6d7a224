import { type ErrorMeaning, refusalTexts } from '../../../shared/live/failures.ts';
import { binanceErrors } from '../errors.ts';

/**
 * The same codes belong to other classes of ccxt here: a refusal would pass for unknown, and the
 * other way round. So each code that a call of ours can meet is listed here or in the usual words.
 */
export const binancePortfolioErrors: readonly ErrorMeaning[] = [
  {
    pattern: /"code":\s*-(1002|1022|2014)\b/,
    means: 'OTHER',
    message: refusalTexts.badCredentials,
  },
  {
    pattern: /"code":\s*-21001\b/,
    means: 'OTHER',
    message:
      'The exchange has no portfolio margin for the account. Without it, and with Portfolio ' +
      'Margin Pro, an account trades at the usual endpoints: set portfolio_margin to false.',
  },
  { pattern: /"code":\s*-(2018|2019|21005)\b/, means: 'INSUFFICIENT_BALANCE' },
  { pattern: /parameter 'asset'/, means: 'INVALID' },
  ...binanceErrors,
  // The venue has not carried out anything else that it calls malformed or not allowed.
  { pattern: /"code":\s*-(11\d\d|2010|2011|202[3-8]|4\d\d\d)\b/, means: 'OTHER' },
];
