import { exactly, formatExact, multiplyExact } from '../../../../kit/exact.ts';
import { type InstrumentSymbol, isInverse } from '../../../model/symbol.ts';
import type { MarginMode, PerpMarket, VenuePosition } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import { fromVenueSymbol } from '../symbols.ts';
import { accountInfo, type MarketList, positionList } from './endpoints.ts';
import { amountAt, kindOf, type Listed, listedOf, readPages, textAt } from './rows.ts';

/** Maximum number of rows of a page. */
const limit = 200;
/** 2,000 positions: the venue has fewer contracts than that. */
const pagesMax = 10;

/** Linear lists without a symbol cover one currency each; all inverse contracts are one list. */
const lists: readonly MarketList[] = [
  { category: 'linear', settleCoin: 'USDT' },
  { category: 'linear', settleCoin: 'USDC' },
  { category: 'inverse' },
];

/** Returns open positions; two for a symbol in hedge mode. */
export async function openPositions(
  call: DialectCall,
  marketType: PerpMarket['marketType'],
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenuePosition[]> {
  const asked = symbol === undefined ? lists : [listedOf(call, symbol)];
  const held: Omit<VenuePosition, 'marginMode'>[] = [];
  for (const list of asked) {
    for (const row of await rowsOf(call, list)) {
      const position = positionOf(row, list.category);
      if (position?.marketType === marketType) held.push(position);
    }
  }
  if (held.length === 0) return [];
  const marginMode = await accountMarginMode(call);
  return held.map((position) => ({ ...position, marginMode }));
}

/**
 * Returns the leverage of a market, which has a row whether or not there is a position; undefined
 * when the two sides in hedge mode differ.
 */
export async function leverageOf(call: DialectCall, listed: Listed): Promise<number | undefined> {
  const [row, other] = await rowsOf(call, listed);
  const leverage = readPositive(required(row, 'position of a market').leverage);
  // In hedge mode there is a row for each side.
  return other && readPositive(other.leverage) !== leverage ? undefined : leverage;
}

async function rowsOf(
  { client }: DialectCall,
  { category, symbol, settleCoin }: MarketList,
): Promise<readonly Fields[]> {
  const rows = await readPages({ limit, pagesMax }, (cursor) =>
    positionList(client, { category, symbol, settleCoin, limit, cursor }),
  );
  if (rows) return rows;
  throw new NoAnswerError('The account has more positions than can be read.');
}

/** Portfolio margin is cross too: it uses the whole wallet. */
const modes: Readonly<Record<string, MarginMode>> = {
  REGULAR_MARGIN: 'cross',
  PORTFOLIO_MARGIN: 'cross',
  ISOLATED_MARGIN: 'isolated',
};

/** Returns the mode of the whole account: `tradeMode` of a position no longer gives it. */
export async function accountMarginMode({ client }: DialectCall): Promise<MarginMode | undefined> {
  const answer = await accountInfo(client, {});
  return modes[String(valueAt(answer, 'result', 'marginMode'))];
}

/**
 * Returns undefined for a flat one, and for dated inverse futures, whose names give only the month.
 */
function positionOf(
  row: Fields,
  category: Listed['category'],
): Omit<VenuePosition, 'marginMode'> | undefined {
  const size = amountAt(row, 'size');
  const symbol = fromVenueSymbol(category, textAt(row, 'symbol') ?? '');
  if (size === '0' || symbol === undefined) return undefined;
  return {
    symbol,
    marketType: kindOf(symbol),
    side: sideOf(row),
    contracts: Number(size),
    // One of the base, or of the quote for an inverse contract: its size is no smallest order.
    contractSize: 1,
    entryPrice: readPositive(row.avgPrice),
    markPrice: readPositive(row.markPrice),
    notional: notionalOf(row, size, symbol),
    leverage: readPositive(row.leverage),
    unrealizedPnl: signedAt(row, 'unrealisedPnl'),
    liquidationPrice: readPositive(row.liqPrice),
    // `positionBalance` is blank or zero unless the account is isolated.
    collateral: readPositive(row.positionBalance) ?? readPositive(row.positionIM),
    maintenanceMargin: readPositive(row.positionMM),
    updatedAtMs: readPositive(row.updatedTime),
    info: row,
  };
}

function sideOf({ side }: Fields): VenuePosition['side'] {
  if (side === 'Buy') return 'long';
  if (side === 'Sell') return 'short';
  throw new NoAnswerError(`The exchange returned an unknown position side: ${String(side)}.`);
}

/** `positionValue` is the value at the entry price, and in coins for an inverse contract. */
function notionalOf(row: Fields, size: string, symbol: InstrumentSymbol): number | undefined {
  if (isInverse(symbol)) return Number(size);
  const mark = textAt(row, 'markPrice');
  if (readPositive(mark) === undefined) return undefined;
  return Number(formatExact(multiplyExact(exactly(size), exactly(amountAt(row, 'markPrice')))));
}

function signedAt(row: Fields, name: string): number | undefined {
  return textAt(row, name) === undefined ? undefined : Number(amountAt(row, name));
}
