import type { MarketType } from '../../../model/order.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../../model/symbol.ts';
import type { PerpMarket } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { ask, type Market, marketParams, type Params, rowOf, textAt } from './endpoints.ts';
import { isWithoutWallet } from './words.ts';

// The venue keeps contracts apart by the asset they settle in: each has a wallet, a list of
// positions and an account book of its own.

/** Folders of contracts that ccxt lists; a symbol is in exactly one of them. */
const settles: Readonly<Record<MarketType, readonly string[]>> = {
  spot: [],
  swap: ['usdt', 'btc'],
  future: ['usdt'],
};

/** Where the contracts of a type are, or the one contract that is meant. */
export function settlesOf(
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): readonly string[] {
  return symbol === undefined ? settles[marketType] : [settleOf(symbol)];
}

export function settleOf(symbol: InstrumentSymbol): string {
  return (symbolParts(symbol).settle ?? '').toLowerCase();
}

/** What names a contract in a path or in a query. */
export function contractParams({ client }: Pick<DialectCall, 'client'>, { symbol }: PerpMarket) {
  return { settle: settleOf(symbol), contract: client.market(symbol).id };
}

/** Returns the parameters that name the market of an order, a list or a fill in a query. */
export function queryParams(call: DialectCall, market: Market): Params {
  const { symbol, marketType } = market;
  return marketType === 'spot'
    ? marketParams(call, market)
    : contractParams(call, { symbol, marketType });
}

/** Reads the venue's public record of a contract. */
export async function contractOf(
  { client }: Pick<DialectCall, 'client'>,
  market: PerpMarket,
): Promise<Fields> {
  const params = contractParams({ client }, market);
  const path = '{settle}/contracts/{contract}';
  const folder = market.marketType === 'future' ? 'delivery' : 'futures';
  return rowOf(await client.request(path, ['public', folder], 'GET', params));
}

/** Read where an order names no price, as one at the market that did not fill. */
export async function markPrice(call: DialectCall, market: PerpMarket): Promise<number> {
  return told(readPositive((await contractOf(call, market)).mark_price), 'mark price of a market');
}

/** What the venue's name of a market is to us; undefined where it is of another type. */
export function marketNamed(
  { client }: Pick<DialectCall, 'client'>,
  row: Fields,
  marketType: MarketType,
): InstrumentSymbol | undefined {
  // ccxt's names are ours, so that no other spelling of one exists.
  const symbol = parseSymbol(client.parseOrder(row, undefined).symbol ?? '');
  if (!symbol) return undefined;
  const { settle, expiry } = symbolParts(symbol);
  const kind = settle === undefined ? 'spot' : expiry === undefined ? 'swap' : 'future';
  return kind === marketType ? symbol : undefined;
}

/** Whether an account holds perpetuals of a settle asset both ways at once. */
export async function isHeldBothWays(call: DialectCall, settle = 'usdt'): Promise<boolean> {
  const request = { method: 'GET', path: 'accounts', params: { settle } } as const;
  const account = rowOf(await ask(call, 'swap', request));
  return (
    account.in_dual_mode === true || (textAt(account, 'position_mode') ?? 'single') !== 'single'
  );
}

/** An account that was never moved anything into has nothing on contracts. */
export async function orNothing(rows: Promise<readonly Fields[]>): Promise<readonly Fields[]> {
  return rows.catch((error: unknown) => {
    if (isWithoutWallet(error)) return [];
    throw error;
  });
}
