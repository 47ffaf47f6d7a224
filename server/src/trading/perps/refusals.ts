import { unreachable } from '../../kit/assert.ts';
import { AppError, nothingSent, type StoreError } from '../../kit/errors.ts';
import { notAnswering } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import type { SettingOutcome } from '../venues/perpsPort.ts';
import { capabilitiesOf } from '../venues/registry.ts';

/** Features that a venue may lack, with their names for callers. */
const features = {
  leverage: 'leverage',
  margin_mode: 'margin mode',
  positions: 'positions',
  funding_history: 'funding history',
  realized_pnl: 'realized PnL',
  funding_rate: 'funding rates',
  transfer: 'wallet transfers',
  portfolio_margin: 'portfolio margin',
} as const;

export type Feature = keyof typeof features;

/** Returns NOT_SUPPORTED, with the exchange and the missing feature. */
export function notSupported(account: Account, feature: Feature): AppError {
  const { venue } = account;
  const what = `${features[feature]}${whereOf(account, feature)}`;
  const message = `Error - ${venue} does not support ${what}.`;
  return new AppError('NOT_SUPPORTED', { message, data: { exchange: venue, feature } });
}

/** Names the accounts without the feature, when others of the exchange may have it. */
function whereOf({ venue, portfolioMargin }: Account, feature: Feature): string {
  if (portfolioMargin) return ' on portfolio-margin accounts';
  const { perp } = capabilitiesOf(venue);
  const isElsewhere = feature === 'portfolio_margin' && perp?.features.includes('portfolio_margin');
  return isElsewhere === true ? ' on accounts without portfolio_margin' : '';
}

/** Returns the part of an account's session that does it; throws NOT_SUPPORTED without one. */
export function ability<Value>(
  account: Account,
  feature: Feature,
  value: Value | undefined,
): Value {
  if (value === undefined) throw notSupported(account, feature);
  return value;
}

/** Only perpetuals have funding, which holds them near their index. */
export function unfunded(symbol: string): AppError {
  const message = `${symbol} is a dated future: it pays no funding`;
  return new AppError('VALIDATION_FAILED', {
    issues: [{ field: 'symbol', message, value: symbol }],
  });
}

/** The database of a paper account failed while the result of an action was being written. */
function maybeDone(cause: StoreError, data: { readonly status: string }): AppError {
  const message =
    'The database does not answer at the moment. The request may have been carried out: look ' +
    'before asking again.';
  return new AppError('STORE_UNAVAILABLE', { message, data, cause });
}

type Refused = Exclude<SettingOutcome<object>, { kind: 'done' }>;

/** Translates a venue's refusal to an error that names the field to blame. */
export function refusalOf(account: Account, outcome: Refused, field: string): AppError {
  const { message } = outcome;
  if (outcome.kind === 'unknown') {
    const data = { status: 'unknown' };
    return outcome.cause ? maybeDone(outcome.cause, data) : notAnswering(account, message, data);
  }
  const data = { exchange: account.venue, exchange_account_id: account.id };
  switch (outcome.code) {
    case 'INVALID':
      return new AppError('VALIDATION_FAILED', { issues: [{ field, message, value: undefined }] });
    case 'CONFLICT':
      return new AppError('CONFLICT', { message, data });
    case 'INSUFFICIENT_BALANCE':
      return new AppError(field === 'amount' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_MARGIN', {
        message,
        data,
      });
    case 'STORE_UNAVAILABLE':
      return nothingSent(outcome);
    case 'OTHER':
      return new AppError('EXCHANGE_ERROR', { message, data });
    default:
      return unreachable(outcome.code);
  }
}
