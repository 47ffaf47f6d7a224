import { errorText } from '../../../../kit/errors.ts';
import { type ErrorMeaning, refusalTexts } from '../../shared/live/failures.ts';

/** Beginning of the text for a refused value, when the venue does not say which value it means. */
const badValue = 'The exchange does not take the value';

/** The texts of refusals that are due to the mode of a unified account. */
export const refusalsOfMode = {
  other:
    'The exchange does not take the order for this kind of account: it became a unified account, ' +
    'or is none any more. Its mode is read again; send the order once more.',
  isolated:
    'The account is a unified one in portfolio mode, where the exchange has no isolated margin.',
} as const;

/** By the venue's own labels; errors whose ccxt class is right are left to that class. */
export const gateioErrors: readonly ErrorMeaning[] = [
  { pattern: label('ORDER_EXISTS|DUPLICATE_REQUEST|REPEATED_CREATION'), means: 'DUPLICATE' },
  {
    pattern: label('POC_FILL_IMMEDIATELY|ORDER_POC_IMMEDIATE|ORDER_POC'),
    means: 'WOULD_TAKE',
    message: refusalTexts.wouldTake,
  },
  {
    pattern: label('AUTO_TRIGGER_PRICE_LESS_LAST|AUTO_TRIGGER_PRICE_GREATE_LAST'),
    means: 'WOULD_TRIGGER',
    message: refusalTexts.wouldTrigger,
  },
  {
    pattern: label('POSITION_EMPTY|POSITION_NOT_FOUND|INCREASE_POSITION|REDUCE_EXCEEDED'),
    means: 'NOTHING_TO_REDUCE',
    message: refusalTexts.nothingToReduce,
  },
  {
    pattern: label('FOK_NOT_FILL|ORDER_FOK'),
    means: 'CANNOT_FILL',
    message: refusalTexts.cannotFill,
  },
  { pattern: label('INITIAL_MARGIN_TOO_LOW'), means: 'INSUFFICIENT_BALANCE' },
  // ccxt takes it for a lack of funds: it is a debt that bars the account from trading.
  { pattern: label('TRADE_RESTRICTED'), means: 'OTHER' },
  // For a cancel that comes too late: the order itself tells how it ended.
  {
    pattern: label('ORDER_CLOSED|ORDER_CANCELLED|ORDER_FINISHED|AUTO_ORDER_NOT_FOUND'),
    means: 'notFound',
  },
  // The time of the request is too far from the venue's.
  { pattern: label('REQUEST_EXPIRED'), means: 'limited' },
  {
    pattern: label('INVALID_KEY|INVALID_SIGNATURE|INVALID_CREDENTIALS|AUTHENTICATION_FAILED'),
    means: 'OTHER',
    message: refusalTexts.badCredentials,
  },
  {
    // The order names an account that its owner does not have: it became a unified one, or no
    // longer is one.
    pattern: /"label":\s*"INVALID_PARAM_VALUE".*\baccount\b/,
    means: 'ACCOUNT_MODE',
    message: refusalsOfMode.other,
  },
  { pattern: label('USER_PORTFOLIO_MARGIN'), means: 'OTHER', message: refusalsOfMode.isolated },
  { pattern: label('LEVERAGE_TOO_HIGH|LEVERAGE_TOO_LOW|INVALID_CURRENCY'), means: 'INVALID' },
  { pattern: new RegExp(`^${badValue}`), means: 'INVALID' },
  // For settings that cannot change while something is open.
  { pattern: label('POSITION_HOLDING|ORDER_PENDING'), means: 'CONFLICT' },
  {
    // Plain errors to ccxt, which might mean anything; at this venue they are refusals.
    pattern: label(
      'RISK_LIMIT_EXCEEDED|CONTRACT_IN_DELISTING|CONTRACT_NO_COUNTER|POSITION_IN_LIQUIDATION|' +
        'POSITION_IN_CLOSE|POSITION_DUAL_MODE|ORDER_BOOK_NOT_FOUND|' +
        'TOO_MUCH_FUTURES_AVAILABLE',
    ),
    means: 'OTHER',
  },
];

/** The account has no futures wallet: nothing was ever moved into it. */
const noWallet = label('USER_NOT_FOUND');

export function isWithoutWallet(error: unknown): boolean {
  return noWallet.test(errorText(error));
}

/** The present setting is the requested one. */
export const noChange = label('NO_CHANGE');

/** For an order these could refer to any of its fields. */
const noValue = label('INVALID_PARAM_VALUE|INVALID_ARGUMENT');

/** For a setting or a transfer they refer to the value that the caller gave. */
export function refusedValue(error: unknown): unknown {
  const text = errorText(error);
  return noValue.test(text) ? new Error(`${badValue}: ${text}`, { cause: error }) : error;
}

/** Labels of passing failures, or of ones that concern the key and not the request. */
const passing = label(
  'INTERNAL|SERVER_ERROR|TOO_BUSY|TOO_FAST|TOO_MANY_REQUESTS|REQUEST_EXPIRED|INVALID_KEY|' +
    'INVALID_SIGNATURE|INVALID_CREDENTIALS|AUTHENTICATION_FAILED|IP_FORBIDDEN',
);

/**
 * True when the venue's answer is a refusal that it would repeat: it refuses accounts that are in
 * no programme, and documents no label for that.
 */
export function isLastingRefusal(text: string): boolean {
  return /"label":\s*"/.test(text) && !passing.test(text);
}

function label(names: string): RegExp {
  return new RegExp(`"label":\\s*"(?:${names})"`);
}
