import type { AccountRecord, AccountVerification, PortfolioRecord } from '@windlass/contract';
import { withHeader } from '../table.ts';
import { alignRows, type Paint, printable } from '../text.ts';

/** Returns the accounts as a table. */
export function renderAccounts(accounts: readonly AccountRecord[], paint: Paint): string {
  const header = [
    'ID',
    'EXCHANGE',
    'MODE',
    'PLACE',
    'PORTFOLIO',
    'DAILY LIMIT',
    'CREDENTIALS',
    'STATE',
  ];
  const rows = accounts.map((account) => [
    account.exchange_account_id,
    account.exchange,
    account.mode,
    placeOf(account),
    account.portfolio_id ?? '',
    usd(account.daily_limit_usd),
    credentialsOf(account),
    account.halted ? 'halted' : 'active',
  ]);
  return withHeader(header, rows, paint);
}

/** Returns every field of an account, one per line. */
export function renderAccount(account: AccountRecord): string {
  const { limits, fee_overrides: fees, paper_balances: balances } = account;
  const pairs = Object.entries(fees?.pairs ?? {});
  const rows = [
    ['id', account.exchange_account_id],
    ['exchange', account.exchange],
    ['mode', account.mode],
    ['environment', account.environment],
    ['region', account.region],
    ['state', account.halted ? 'halted' : 'active'],
    ['portfolio', account.portfolio_id ?? 'none'],
    ['portfolio margin', account.portfolio_margin ? 'yes' : 'no'],
    ['hedge mode', account.hedge_mode ? 'yes' : 'no'],
    ['daily limit', usd(account.daily_limit_usd)],
    ['max order', limits.max_order_usd === null ? 'off' : usd(limits.max_order_usd)],
    ['price collar', `${limits.price_collar_pct} %`],
    ['max open orders', limits.max_open_orders === null ? 'off' : String(limits.max_open_orders)],
    ["dead man's switch", limits.cancel_after_s === null ? 'off' : `${limits.cancel_after_s} s`],
    ['fees', feesOf(fees)],
    ...pairs.map(([pair, { maker_bps, taker_bps }]) => [
      `fees of ${pair}`,
      bps({ maker: maker_bps, taker: taker_bps }),
    ]),
    ['credentials', credentialsOf(account)],
    ['credentials set', account.credentials_updated_at ?? 'never'],
    ...Object.entries(balances ?? {}).map(([wallet, assets]) => [
      `started with in ${wallet}`,
      Object.entries(assets)
        .map(([asset, amount]) => `${amount} ${asset}`)
        .join(', '),
    ]),
    ['created', account.created_at],
    ['updated', account.updated_at],
  ];
  return alignRows(rows.map((row) => row.map(printable)));
}

/** Returns the portfolios as a table. */
export function renderPortfolios(portfolios: readonly PortfolioRecord[], paint: Paint): string {
  const rows = portfolios.map(({ portfolio_id, name, exchange_account_ids: ids }) => [
    portfolio_id,
    name,
    ids.join(','),
  ]);
  return withHeader(['ID', 'NAME', 'ACCOUNTS'], rows, paint);
}

/** Returns the results of checking an account, one per line. */
export function renderVerification(
  { exchange_account_id: id, checks }: AccountVerification,
  paint: Paint,
): string {
  if (checks.length === 0) return `${printable(id)} is a paper account: nothing to verify.\n`;
  const rows = checks.map(({ status, check, market_types, message }) => [
    status,
    check.replace('_', ' '),
    market_types.join(','),
    printable(message),
  ]);
  return withHeader(['STATUS', 'CHECK', 'MARKETS', 'FINDING'], rows, paint);
}

function usd(amount: number): string {
  return `USD ${amount.toLocaleString('en-US', { maximumFractionDigits: 6 })}`;
}

/** Returns the environment, and the region unless it is `global`. */
function placeOf({ environment, region }: AccountRecord): string {
  return region === 'global' ? environment : `${environment}, ${region}`;
}

function credentialsOf(account: AccountRecord): string {
  const { has_credentials, has_futures_credentials, mode } = account;
  if (mode === 'paper') return 'none needed';
  if (!has_credentials) return 'missing';
  return has_futures_credentials ? 'set, futures too' : 'set';
}

function feesOf(fees: AccountRecord['fee_overrides']): string {
  if (fees?.maker_bps == null || fees.taker_bps === null) return 'as the exchange says';
  const tier = fees.tier === null ? '' : `, ${fees.tier}`;
  return `${bps({ maker: fees.maker_bps, taker: fees.taker_bps })}${tier}`;
}

function bps({ maker, taker }: { readonly maker: number; readonly taker: number }): string {
  return `${maker} bps maker, ${taker} bps taker`;
}
