import { readDecimal } from '../../../../kit/decimal.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { MarginMode, VenuePosition } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { product, readPositive } from '../../shared/wireFields.ts';
import { type MarginType, marginTypesOf, marketNamed, type NamedMarket } from './marginTypes.ts';

/** The endpoints that list positions, and the values that the list of them leaves out. */
export interface PositionBook {
  /** Flat ones may be among them. */
  risks(call: DialectCall, symbol: InstrumentSymbol | undefined): Promise<readonly Fields[]>;
  /** Returns the settings of each market, with the margins where the list of positions has none. */
  settings(call: DialectCall, symbol: InstrumentSymbol | undefined): Promise<readonly Fields[]>;
}

export type PositionBooks = Readonly<Record<MarginType, PositionBook>>;

/** Returns open positions of a market type of both kinds of contracts, or those of a symbol. */
export async function openPositions(
  books: PositionBooks,
  call: DialectCall,
  {
    marketType,
    symbol,
  }: {
    readonly marketType: MarketType;
    readonly symbol: InstrumentSymbol | undefined;
  },
): Promise<readonly VenuePosition[]> {
  const isMeant = (market: NamedMarket | undefined): market is NamedMarket =>
    market?.marketType === marketType && (symbol ?? market.symbol) === market.symbol;
  const lists = await Promise.all(
    marginTypesOf(symbol).map(async (marginType) => {
      const book = books[marginType];
      const open = (await book.risks(call, symbol)).flatMap((row) => {
        const market = marketNamed(marginType, row.symbol);
        return Number(row.positionAmt) !== 0 && isMeant(market) ? [{ row, market }] : [];
      });
      if (open.length === 0) return [];
      const settings = await book.settings(call, symbol);
      return open.map(({ row, market }) =>
        toPosition(call.client, { row, setting: settingFor(settings, row), market }),
      );
    }),
  );
  return lists.flat();
}

/** Returns the settings for the market of a row: of its own side where sides are separate. */
export function settingFor(
  settings: readonly Fields[],
  { symbol, positionSide }: Fields,
): Fields | undefined {
  const own = settings.filter((each) => each.symbol === symbol);
  return own.find((each) => each.positionSide === positionSide) ?? own[0];
}

/** One list gives it as a word, another as a flag; portfolio margin gives nothing, and is cross. */
export function marginModeOf({ marginType, isolated }: Fields): MarginMode {
  if (typeof isolated === 'boolean') return isolated ? 'isolated' : 'cross';
  return String(marginType).toLowerCase() === 'isolated' ? 'isolated' : 'cross';
}

interface Held {
  readonly row: Fields;
  readonly setting: Fields | undefined;
  readonly market: NamedMarket;
}

function toPosition(client: CcxtClient, { row, setting, market }: Held): VenuePosition {
  const { symbol, marketType, marginType } = market;
  const known = { ...setting, ...row };
  const contracts = Math.abs(readDecimal(row.positionAmt));
  const contractSize =
    marginType === 'coinm' ? required(client.market(symbol).contractSize, 'size of a contract') : 1;
  const markPrice = readPositive(row.markPrice);
  const marginMode = setting && marginModeOf(setting);
  return {
    symbol,
    marketType,
    side: sideOf(row),
    contracts,
    contractSize,
    entryPrice: readPositive(row.entryPrice),
    markPrice,
    // The notional of the coin-margined endpoint is in the coin.
    notional: marginType === 'coinm' ? contracts * contractSize : notionalOf(row, contracts),
    leverage: readPositive(known.leverage),
    unrealizedPnl: readNumber(row.unRealizedProfit),
    marginMode,
    liquidationPrice: readPositive(row.liquidationPrice),
    // `isolatedMargin` is another value: the margin with the unrealised gain or loss.
    collateral: readPositive(
      marginMode === 'isolated' ? known.isolatedWallet : known.positionInitialMargin,
    ),
    maintenanceMargin: readNumber(known.maintMargin),
    updatedAtMs: readPositive(row.updateTime),
    info: row,
  };
}

/** In hedge mode the side is a word; the sign of the amount is not relied on there. */
function sideOf({ positionSide, positionAmt }: Fields): VenuePosition['side'] {
  if (positionSide === 'LONG') return 'long';
  if (positionSide === 'SHORT') return 'short';
  return Number(positionAmt) > 0 ? 'long' : 'short';
}

function notionalOf({ notional, markPrice }: Fields, contracts: number): number | undefined {
  const own = readNumber(notional);
  return own === undefined ? product(contracts, readPositive(markPrice)) : Math.abs(own);
}

function readNumber(wire: unknown): number | undefined {
  const value = readDecimal(wire);
  return Number.isFinite(value) ? value : undefined;
}
