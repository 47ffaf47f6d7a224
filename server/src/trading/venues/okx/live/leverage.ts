import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { MarginMode, PerpMarket, VenueResult } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import type { PerpsDialect } from '../../shared/live/perpsDialect.ts';
import { textOf } from '../../shared/live/shapes.ts';
import { readOpenRecords } from './openOrders.ts';
import { marginModeIn, readPositions } from './positions.ts';
import { priceIn, rowOf, rowsOf, textIn } from './records.ts';

// The venue has a leverage for each margin mode of a market, and no mode of the market itself:
// which of the two is meant is said by every order, and kept here between them.

/** The mode that orders of a market say. */
export async function marginModeOf(
  { marginModes }: DialectCall,
  { symbol, marketType }: { readonly symbol: InstrumentSymbol; readonly marketType: MarketType },
): Promise<MarginMode> {
  const kept = marketType === 'spot' ? undefined : await marginModes.get(symbol);
  return kept ?? 'cross';
}

export const okxLeverage: NonNullable<PerpsDialect['leverage']> = {
  async get(call, market) {
    const marginMode = await marginModeOf(call, market);
    return { leverage: await leverageIn(call, market, marginMode), marginMode };
  },
  async set(call, { leverage, ...market }) {
    const marginMode = await marginModeOf(call, market);
    return { result: await tell(call, market, { leverage, marginMode }) };
  },
};

/**
 * Takes the leverage of the market over into the mode, and the mode into the orders to come. The
 * venue would hold positions in both modes at once: what is there in the other is in the way.
 */
export async function setMarginMode(
  call: DialectCall,
  { marginMode, ...market }: PerpMarket & { readonly marginMode: MarginMode },
): Promise<VenueResult> {
  const before = await marginModeOf(call, market);
  if (before === marginMode) return { result: { mgnMode: marginMode, alreadySet: true } };
  await refuseOthers(call, market, marginMode);
  const leverage = await leverageIn(call, market, before);
  const told = leverage === undefined ? {} : await tell(call, market, { leverage, marginMode });
  await call.marginModes.set(market.symbol, marginMode);
  return { result: { mgnMode: marginMode, ...told } };
}

/** Of both sides where an account in hedge mode has two; undefined where those differ. */
async function leverageIn(
  { client }: DialectCall,
  { symbol }: PerpMarket,
  mgnMode: MarginMode,
): Promise<number | undefined> {
  const asked = { instId: client.market(symbol).id, mgnMode };
  const rows = rowsOf(await client.request('account/leverage-info', 'private', 'GET', asked));
  const [first, ...others] = rows.map((row) => priceIn(row, 'lever'));
  return others.every((other) => other === first) ? first : undefined;
}

async function tell(
  call: DialectCall,
  { symbol }: PerpMarket,
  setting: { readonly leverage: number; readonly marginMode: MarginMode },
): Promise<Fields> {
  const { client } = call;
  const { leverage, marginMode } = setting;
  const told: Fields[] = [];
  for (const side of await sidesOf(call, marginMode)) {
    const body = { instId: client.market(symbol).id, mgnMode: marginMode, lever: textOf(leverage) };
    const asked = { ...body, ...side };
    told.push(...rowsOf(await client.request('account/set-leverage', 'private', 'POST', asked)));
  }
  return { data: told };
}

/** Isolated positions of an account in hedge mode have a leverage for each side. */
async function sidesOf(
  { client }: DialectCall,
  marginMode: MarginMode,
): Promise<readonly { readonly posSide?: 'long' | 'short' }[]> {
  if (marginMode === 'cross') return [{}];
  const config = rowOf(await client.request('account/config', 'private', 'GET', {}));
  const isHedged = textIn(config, 'posMode') === 'long_short_mode';
  return isHedged ? [{ posSide: 'long' }, { posSide: 'short' }] : [{}];
}

async function refuseOthers(
  call: DialectCall,
  { symbol, marketType }: PerpMarket,
  marginMode: MarginMode,
): Promise<void> {
  const positions = await readPositions(call, marketType, symbol);
  const position = positions.find((each) => each.marginMode !== marginMode);
  if (position) throw inTheWay(`a ${position.marginMode} position`, symbol);
  const orders = await readOpenRecords(call, { symbol, marketType });
  const order = orders.find((each) => marginModeIn(each, 'tdMode') !== marginMode);
  if (order) throw inTheWay(`an open ${textIn(order, 'tdMode')} order`, symbol);
}

function inTheWay(what: string, symbol: InstrumentSymbol): DialectRefusal {
  const message = `The margin mode of ${symbol} cannot change while there is ${what} in it.`;
  return new DialectRefusal(message, 'CONFLICT');
}
