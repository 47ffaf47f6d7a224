import type { InstrumentSymbol } from '../../../../model/symbol.ts';
import type { PerpMarket, VenuePosition } from '../../../perpsPort.ts';
import { type Fields, isFields } from '../../../shared/json.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { required } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { namedRows, readPositive, valueAt } from '../../../shared/wireFields.ts';
import { fromProductId, isInverseProduct } from '../../symbols.ts';
import { allLeverages, allTickers, openPositions, wallets } from './endpoints.ts';
import { preferencesIn } from './leverage.ts';
import { backingOf, type Margin, marginsOf, ratesAt, type Stake } from './margins.ts';
import { productTypeOf } from './products.ts';
import { timeOf } from './time.ts';

/**
 * Returns the positions of a market type or of a symbol. Three more lists are read for their
 * values.
 */
export async function futuresPositions(
  call: DialectCall,
  marketType: PerpMarket['marketType'],
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenuePosition[]> {
  const { client } = call;
  const answer = await openPositions(client, {});
  const rows = valueAt(answer, 'openPositions');
  if (!Array.isArray(rows)) throw new NoAnswerError('The exchange returned no list of positions.');
  const held = rows.filter(isFields).flatMap(heldIn);
  const isMeant = (each: Held) =>
    productTypeOf(each.symbol) === marketType && (symbol ?? each.symbol) === each.symbol;
  if (!held.some(isMeant)) return [];
  const [tickers, accounts, preferences] = await Promise.all([
    allTickers(client, {}),
    wallets(client, {}),
    allLeverages(client, {}),
  ]);
  const marks = marksIn(tickers);
  const leverages = preferencesIn(preferences);
  const known = held.map((each) => {
    const leverage = readPositive(each.info.maxFixedLeverage) ?? leverages.get(each.product);
    return {
      ...each,
      stake: stakeOf(call, each, { leverage, markPrice: marks.get(each.product) }),
    };
  });
  // Margins are parts of a wallet's sums, so positions that were not requested count as well.
  return [...new Set(known.map(({ wallet }) => wallet))].flatMap((wallet) => {
    const own = known.filter((each) => each.wallet === wallet);
    const backing = backingOf(valueAt(accounts, 'accounts', wallet));
    const margins = marginsOf(
      own.map(({ stake }) => stake),
      backing,
    );
    return own.flatMap((each, at) => {
      const margin = margins[at];
      return margin && isMeant(each) ? [toPosition(call, each, margin)] : [];
    });
  });
}

interface Held {
  readonly product: string;
  readonly symbol: InstrumentSymbol;
  /** The one of the venue's accounts that backs it. */
  readonly wallet: string;
  readonly contracts: number;
  readonly info: Fields;
}

interface Known extends Held {
  readonly stake: Stake;
}

/** Returns none for a product that has no name here, and for a flat position. */
function heldIn(info: Fields): readonly Held[] {
  const product = String(info.symbol).toUpperCase();
  const symbol = fromProductId(product);
  const contracts = readPositive(info.size);
  if (!symbol || contracts === undefined) return [];
  // Contracts in coins have a wallet for each coin: `fi_xbtusd`, also for perpetuals.
  const coin = product.split('_')[1]?.toLowerCase();
  const wallet = isInverseProduct(product) ? `fi_${coin}` : 'flex';
  return [{ product, symbol, wallet, contracts, info }];
}

function marksIn(tickers: unknown): ReadonlyMap<string, number> {
  const rows = namedRows(valueAt(tickers, 'tickers'), 'symbol');
  if (!rows) throw new NoAnswerError('The exchange returned no list of prices.');
  const marks = rows.flatMap(({ venueSymbol, fields }) => {
    const mark = readPositive(fields.markPrice);
    return mark === undefined ? [] : [[venueSymbol.toUpperCase(), mark] as const];
  });
  return new Map(marks);
}

function stakeOf(
  { client }: DialectCall,
  { symbol, product, contracts, info }: Held,
  priced: Pick<Stake, 'leverage' | 'markPrice'>,
): Stake {
  const { contractSize = 1, info: listed } = client.market(symbol);
  const { markPrice } = priced;
  const isInverse = isInverseProduct(product);
  const units = contracts * contractSize;
  // Levels are by contracts, or by the notional in dollars.
  const size = isInverse ? contracts : units * (markPrice ?? 0);
  return {
    isInverse,
    isLong: sideOf(info) === 'long',
    units,
    entryPrice: required(readPositive(info.price), 'price of a position'),
    ...priced,
    rates: ratesAt(listed.marginLevels, size),
  };
}

function sideOf({ side }: Fields): VenuePosition['side'] {
  if (side === 'long' || side === 'short') return side;
  throw new NoAnswerError(`The exchange returned an unknown position side: ${side ?? 'none'}.`);
}

function toPosition(
  { client }: DialectCall,
  { symbol, contracts, info, stake }: Known,
  margin: Margin,
): VenuePosition {
  const { entryPrice, markPrice, leverage, units, isInverse } = stake;
  const notional = isInverse ? units : markPrice && units * markPrice;
  return {
    symbol,
    marketType: productTypeOf(symbol),
    side: sideOf(info),
    contracts,
    contractSize: client.market(symbol).contractSize ?? 1,
    entryPrice,
    markPrice,
    notional,
    leverage,
    ...margin,
    marginMode: leverage === undefined ? 'cross' : 'isolated',
    updatedAtMs: timeOf(info.fillTime),
    info,
  };
}
