import type { MarketType } from '../../../model/order.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../../model/symbol.ts';
import type { PerpMarket } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { contractAccount, contractDocument, type OneContract } from './endpoints.ts';
import { isWithoutWallet } from './errors.ts';
import { rowOf, textAt } from './rows.ts';

// The venue separates contracts by the asset that they settle in: each asset has its own wallet,
// list of positions and account book.

/** Groups of contracts that ccxt lists; a symbol is in exactly one of them. */
const settles: Readonly<Record<MarketType, readonly string[]>> = {
  spot: [],
  swap: ['usdt', 'btc'],
  future: ['usdt'],
};

/** Returns the settle assets of a type's contracts, or that of the one contract. */
export function settlesOf(
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): readonly string[] {
  return symbol === undefined ? settles[marketType] : [settleOf(symbol)];
}

export function settleOf(symbol: InstrumentSymbol): string {
  return (symbolParts(symbol).settle ?? '').toLowerCase();
}

/** Returns the fields that name a contract in a path or in a query. */
export function contractFields(
  { client }: Pick<DialectCall, 'client'>,
  { symbol }: Pick<PerpMarket, 'symbol'>,
): OneContract {
  return { settle: settleOf(symbol), contract: client.market(symbol).id };
}

/** Reads the venue's public record of a contract. */
export async function contractOf(
  { client }: Pick<DialectCall, 'client'>,
  market: PerpMarket,
): Promise<Fields> {
  const named = contractFields({ client }, market);
  return rowOf(await contractDocument(client, market.marketType, named));
}

/** Read when an order names no price, such as a market order that did not fill. */
export async function markPrice(call: DialectCall, market: PerpMarket): Promise<number> {
  return required(
    readPositive((await contractOf(call, market)).mark_price),
    'mark price of a market',
  );
}

/** Returns our name of a row's market; undefined when it is of another type. */
export function marketNamed(
  { client }: Pick<DialectCall, 'client'>,
  row: Fields,
  marketType: MarketType,
): InstrumentSymbol | undefined {
  // ccxt uses our names, so that no other spelling of one exists.
  const symbol = parseSymbol(client.parseOrder(row, undefined).symbol ?? '');
  if (!symbol) return undefined;
  const { settle, expiry } = symbolParts(symbol);
  const kind = settle === undefined ? 'spot' : expiry === undefined ? 'swap' : 'future';
  return kind === marketType ? symbol : undefined;
}

/** True when an account holds perpetuals of a settle asset in hedge mode. */
export async function isHeldBothWays(call: DialectCall, settle = 'usdt'): Promise<boolean> {
  const account = rowOf(await contractAccount(call.client, 'swap', { settle }));
  return (
    account.in_dual_mode === true || (textAt(account, 'position_mode') ?? 'single') !== 'single'
  );
}

/**
 * Returns an empty list for an account that nothing was ever moved into: it has no contract wallet.
 */
export async function orNothing(rows: Promise<readonly Fields[]>): Promise<readonly Fields[]> {
  return rows.catch((error: unknown) => {
    if (isWithoutWallet(error)) return [];
    throw error;
  });
}
