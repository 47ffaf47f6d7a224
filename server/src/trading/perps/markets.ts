import { AppError } from '../../kit/errors.ts';
import {
  findListed,
  namedMarket,
  type OrderMarkets,
  queriedSymbol,
  requireNotInverse,
  requireReached,
} from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import { type InstrumentSymbol, parseSymbol } from '../model/symbol.ts';
import type { PerpMarket } from '../venues/perpsPort.ts';
import { walletsOf } from '../venues/registry.ts';
import type { MarketQuery, PositionsQuery } from './types.ts';

/** Returns the named derivative. Throws VALIDATION_FAILED for spot symbols, or SYMBOL_NOT_FOUND. */
export async function derivativeOf(
  markets: OrderMarkets,
  account: Account,
  query: Pick<MarketQuery, 'symbol' | 'marketType'>,
): Promise<PerpMarket> {
  const named = namedMarket(query.symbol, query.marketType ?? 'swap');
  requireReached(account, named.marketType);
  await findListed(markets, account.venue, named);
  return named;
}

/** Does the same for calls that prepare trading: refuses inverse contracts. */
export async function tradedDerivative(
  markets: OrderMarkets,
  account: Account,
  query: Pick<MarketQuery, 'symbol' | 'marketType'>,
): Promise<PerpMarket> {
  const { symbol } = namedMarket(query.symbol, query.marketType ?? 'swap');
  requireNotInverse([account.venue], symbol);
  return derivativeOf(markets, account, query);
}

/** Returns the market type of a list, and its symbol if it names one. */
export async function listedOf(
  markets: OrderMarkets,
  account: Account,
  { symbol, marketType = 'swap' }: Omit<PositionsQuery, 'accountId'>,
): Promise<{ readonly marketType: MarketType; readonly symbol: InstrumentSymbol | undefined }> {
  const parsed = queriedSymbol(symbol);
  if (parsed) return derivativeOf(markets, account, { symbol: parsed, marketType });
  requireReached(account, marketType);
  return { marketType, symbol: undefined };
}

/** Assets that nearly every other one is traded against. */
const commonQuotes = ['USDT', 'USDC', 'BTC'] as const;

/** Refuses an asset that no market of the exchange lists; none while its list is not known. */
export async function requireAsset(
  markets: OrderMarkets,
  { venue }: Account,
  asset: string,
): Promise<void> {
  await markets.prepare();
  if (!markets.knows(venue) || walletsOf(venue).assets.includes(asset)) return;
  const isListed = commonQuotes.some((quote) => {
    const symbol = parseSymbol(`${asset}/${quote}`);
    return symbol !== undefined && markets.rulesOf(venue, symbol) !== undefined;
  });
  if (isListed) return;
  const message = `${venue} lists no asset ${asset}`;
  throw new AppError('VALIDATION_FAILED', { issues: [{ field: 'asset', message, value: asset }] });
}
