import { positionAmounts } from '../exchange/positions.ts';
import type { Account } from '../exchange/records.ts';
import { type Call, type Routes, signedBy } from './call.ts';
import { Refusal, refusals } from './errors.ts';
import { text } from './wire.ts';

/** Routes of a unified account's data; a classic account only gets its mode. */
export const unifiedRoutes: Routes = {
  'GET /unified/unified_mode': signedBy(({ account }) => ({ mode: modeOf(account), settings: {} })),
  'GET /unified/accounts': signedBy(accounts),
};

function modeOf({ unifiedMode }: Account): string {
  return unifiedMode ?? 'classic';
}

/** Numbers of the modes in the answers of the contracts wallet. */
const marginModes = { classic: 0, multi_currency: 1, portfolio: 2, single_currency: 3 } as const;

export function marginModeOf({ unifiedMode }: Account): number {
  return marginModes[unifiedMode ?? 'classic'];
}

/** Returns the name that an order gives to its account: `unified`, or the classic one. */
export function kindOf<Classic extends string>(
  { unifiedMode }: Account,
  classic: Classic,
): Classic | 'unified' {
  return unifiedMode === undefined ? classic : 'unified';
}

/**
 * Refuses an order, or a query of one, that names an account of another kind than its owner's.
 * Without a name the own account is meant.
 */
export function requireKind(
  { account }: Pick<Call, 'account'>,
  asked: string | undefined,
  classic: 'spot' | 'normal',
): void {
  if (asked !== undefined && asked !== kindOf(account, classic))
    throw refusals.invalid('account', asked);
}

function accounts(call: Call): object {
  const { exchange, account, query } = call;
  if (account.unifiedMode === undefined) {
    throw new Refusal('USER_NOT_FOUND', 'the user is no unified account', { status: 404 });
  }
  const one = query.text('currency');
  const wallets = exchange.accounts
    .wallets(account, 'unified')
    .filter(({ asset }) => one === undefined || asset === one);
  const rows = wallets.map(({ asset, total, reserved }) => {
    const equity = total + unrealisedOf(call, asset);
    return [asset, balanceOf(account, { total, reserved, equity })] as const;
  });
  return {
    user_id: account.number,
    refresh_time: exchange.now(),
    locked: false,
    balances: Object.fromEntries(rows),
    total: '0',
    borrowed: '0',
    total_initial_margin: '0',
    total_margin_balance: '0',
    unified_account_total: '0',
    unified_account_total_equity: '0',
    leverage: '0',
    spot_order_loss: '0',
    spot_hedge: false,
    use_funding: false,
  };
}

interface Amounts {
  readonly total: bigint;
  /** Reserved by orders and positions of all kinds. */
  readonly reserved: bigint;
  readonly equity: bigint;
}

/**
 * Returns a balance. Some fields are for accounts that margin each currency on its own; they are
 * zero for others.
 */
function balanceOf({ unifiedMode }: Account, { total, reserved, equity }: Amounts): object {
  const isSingle = unifiedMode === 'single_currency';
  const free = total - reserved;
  const single = (amount: bigint) => text(isSingle ? amount : 0n);
  return {
    available: text(free > 0n ? free : 0n),
    freeze: text(reserved),
    equity: text(equity),
    borrowed: '0',
    negative_liab: '0',
    futures_pos_liab: '0',
    total_liab: '0',
    total_freeze: text(reserved),
    spot_in_use: '0',
    funding: '0',
    funding_version: '0',
    cross_balance: single(total),
    iso_balance: '0',
    im: single(reserved),
    mm: '0',
    imr: '0',
    mmr: '0',
    margin_balance: single(equity),
    available_margin: single(free),
    enabled_collateral: true,
  };
}

/** Returns the unrealised profit of all positions that settle in the asset. */
function unrealisedOf({ exchange, account }: Call, asset: string): bigint {
  const name = asset.toLowerCase();
  return [`futures/${name}`, `delivery/${name}`]
    .flatMap((wallet) => exchange.markets(wallet))
    .map((market) => {
      const held = exchange.accounts.position(account, market);
      return positionAmounts(market, held, exchange.prices.markPrice(market)).unrealised;
    })
    .reduce((sum, each) => sum + each, 0n);
}
