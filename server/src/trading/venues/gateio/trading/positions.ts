import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { MarginMode, PerpMarket, VenueLeverage, VenuePosition } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { product, readPositive } from '../../shared/wireFields.ts';
import { marketNamed, orNothing, settlesOf } from './contracts.ts';
import { positions } from './endpoints.ts';
import { rowsOf, textAt, timeMsOf } from './rows.ts';

/** Maximum number of positions in one answer, by default. */
const pageSize = 100;
/** The venue has some 700 perpetuals, with at most two positions each. */
const pagesMax = 20;

/** Returns linear and inverse positions of a type, or those of a symbol. */
export async function openPositions(
  call: DialectCall,
  marketType: PerpMarket['marketType'],
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenuePosition[]> {
  const found: VenuePosition[] = [];
  for (const settle of settlesOf(marketType, symbol)) {
    for (const row of await orNothing(heldRows(call, marketType, settle))) {
      const position = toPosition(call, row, marketType);
      if (position && (symbol === undefined || position.symbol === symbol)) found.push(position);
    }
  }
  return found;
}

/** Lists of dated contracts are short, and are returned completely. */
async function heldRows(
  call: DialectCall,
  marketType: PerpMarket['marketType'],
  settle: string,
): Promise<readonly Fields[]> {
  if (marketType === 'future') return rowsOf(await positions(call.client, marketType, { settle }));
  const all: Fields[] = [];
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await positions(call.client, marketType, {
      settle,
      holding: true,
      limit: pageSize,
      offset: page > 0 ? page * pageSize : undefined,
    });
    const rows = rowsOf(answer);
    all.push(...rows);
    if (rows.length < pageSize) return all;
  }
  throw new NoAnswerError('The exchange has more positions than can be read.');
}

/** Returns undefined for a flat position, or for one in a market that is not listed. */
function toPosition(
  call: DialectCall,
  row: Fields,
  marketType: PerpMarket['marketType'],
): VenuePosition | undefined {
  const size = numberAt(row, 'size') ?? 0;
  const symbol = size === 0 ? undefined : marketNamed(call, row, marketType);
  if (symbol === undefined) return undefined;
  const { contractSize = 1, inverse } = call.client.market(symbol);
  const contracts = Math.abs(size);
  const markPrice = readPositive(row.mark_price);
  const { leverage, marginMode } = leverageIn(row);
  // For an inverse contract the venue gives the value in the settle asset.
  const settled = absolute(numberAt(row, 'value'));
  const units = contracts * contractSize;
  return {
    symbol,
    marketType,
    contracts,
    contractSize,
    markPrice,
    leverage,
    marginMode,
    side: isShort(row, size) ? 'short' : 'long',
    entryPrice: readPositive(row.entry_price),
    notional: inverse === true ? units : (settled ?? product(units, markPrice)),
    unrealizedPnl: numberAt(row, 'unrealised_pnl'),
    liquidationPrice: readPositive(row.liq_price),
    collateral: givenMargin(row, { settled, leverage, marginMode }),
    maintenanceMargin:
      readPositive(row.maintenance_margin) ?? product(settled, readPositive(row.maintenance_rate)),
    updatedAtMs: timeMsOf(row, 'update_time') ?? timeMsOf(row, 'open_time'),
    info: row,
  };
}

function isShort(row: Fields, size: number): boolean {
  return textAt(row, 'mode') === 'dual_short' || size < 0;
}

interface Margined extends VenueLeverage {
  readonly settled: number | undefined;
}

/**
 * Returns the position's own margin: in cross mode `margin` is what the whole wallet has for it.
 */
function givenMargin(row: Fields, { settled, leverage, marginMode }: Margined) {
  if (marginMode === 'isolated') return readPositive(row.margin);
  return (
    readPositive(row.initial_margin) ??
    (settled === undefined || leverage === undefined ? undefined : settled / leverage)
  );
}

/** A leverage of zero means cross; the leverage that the account set is then in another field. */
export function leverageIn(row: Fields): VenueLeverage {
  const leverage = numberAt(row, 'leverage');
  if (leverage === undefined) return { leverage, marginMode: undefined };
  const marginMode: MarginMode = leverage === 0 ? 'cross' : 'isolated';
  const set = leverage === 0 ? readPositive(row.cross_leverage_limit) : leverage;
  return { leverage: set, marginMode };
}

function numberAt(row: Fields, name: string): number | undefined {
  const text = textAt(row, name);
  if (text === undefined) return undefined;
  return required(Number.isFinite(Number(text)) ? Number(text) : undefined, name);
}

function absolute(value: number | undefined): number | undefined {
  return value === undefined || value === 0 ? undefined : Math.abs(value);
}
