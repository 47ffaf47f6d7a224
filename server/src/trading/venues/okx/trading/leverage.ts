import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { MarginMode, PerpMarket, VenueResult } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal, failureOf } from '../../shared/live/failures.ts';
import type { PerpsDialect } from '../../shared/live/perpsDialect.ts';
import { textOf } from '../../shared/live/shapes.ts';
import { NoAnswerError, NotSentError } from '../../shared/live/tradeHttp.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { accountConfig, type LeverageSetting, leverageInfo, leverageSetting } from './endpoints.ts';
import { okxErrors } from './errors.ts';
import { readOpenRecords } from './openOrders.ts';
import { marginModeIn, readPositions } from './positions.ts';
import { priceIn, rowOf, rowsOf, textIn } from './rows.ts';

// The venue has a leverage for each margin mode of a market, and no mode of the market itself:
// every order says which of the two is meant, and the mode is kept here between orders.

/**
 * Returns the mode for orders in a market. It is read from our own store: when that fails, the
 * venue has seen nothing of the order.
 */
async function marginModeOf(
  { marginModes }: DialectCall,
  { symbol, marketType }: PerpMarket,
): Promise<MarginMode> {
  if (marketType === 'spot') return 'cross';
  try {
    return (await marginModes.get(symbol)) ?? 'cross';
  } catch (cause) {
    throw new NotSentError(`The margin mode of ${symbol} cannot be read.`, { cause });
  }
}

/**
 * Returns the mode for one order: that of its market; or, when it reduces the only position there,
 * which was opened elsewhere in the other mode, that of the position.
 */
export async function orderModeOf(
  call: DialectCall,
  order: PerpMarket & Pick<VenueOrder, 'reduceOnly' | 'leg'>,
): Promise<MarginMode> {
  const kept = await marginModeOf(call, order);
  if (!order.reduceOnly || order.marketType === 'spot') return kept;
  const modes = await heldModes(call, order);
  const [only] = modes;
  return only !== undefined && modes.size === 1 ? only : kept;
}

/**
 * Returns none when they cannot be read: the order then uses the mode that it would have without a
 * position.
 */
async function heldModes(
  call: DialectCall,
  { symbol, marketType, leg }: PerpMarket & Pick<VenueOrder, 'leg'>,
): Promise<ReadonlySet<MarginMode>> {
  try {
    const positions = await readPositions(call, marketType, symbol);
    const meant = positions.filter(({ side }) => leg === undefined || side === leg);
    return new Set(meant.flatMap(({ marginMode }) => marginMode ?? []));
  } catch {
    return new Set();
  }
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
 * Copies the leverage of the market to the new mode, and uses that mode for later orders. The venue
 * would hold positions in both modes at once, so anything open in the other mode is in the way.
 */
export async function setMarginMode(
  call: DialectCall,
  { marginMode, ...market }: PerpMarket & { readonly marginMode: MarginMode },
): Promise<VenueResult> {
  const before = await marginModeOf(call, market);
  if (before === marginMode) return { result: { mgnMode: marginMode, alreadySet: true } };
  await refuseOthers(call, market, marginMode);
  const leverage = await leverageIn(call, market, before);
  const former = await leveragesIn(call, market, marginMode);
  const told = leverage === undefined ? {} : await tell(call, market, { leverage, marginMode });
  const changed = former.filter(
    ({ lever }) => leverage !== undefined && Number(lever) !== leverage,
  );
  await call.marginModes.set(market.symbol, marginMode);
  try {
    // An order in the former mode may have come since the first check.
    await refuseOthers(call, market, marginMode);
  } catch (error) {
    await call.marginModes.set(market.symbol, before);
    throw await withRestored(call, market, { error, changed });
  }
  return { result: { mgnMode: marginMode, ...told } };
}

/** Restores the former setting of a mode; the error says so when that fails. */
async function withRestored(
  { client }: DialectCall,
  { symbol }: PerpMarket,
  { error, changed }: { readonly error: unknown; readonly changed: readonly Leverage[] },
): Promise<unknown> {
  const instId = client.market(symbol).id;
  try {
    for (const each of changed) {
      await leverageSetting(client, {
        instId,
        mgnMode: each.mgnMode,
        lever: each.lever,
        posSide: each.posSide,
      });
    }
    return error;
  } catch {
    if (!(error instanceof DialectRefusal)) return error;
    const rest = `Its leverage in the mode ${changed[0]?.mgnMode} could not be set back.`;
    return new DialectRefusal(`${error.message} ${rest}`, error.code);
  }
}

/**
 * Returns the leverage of both sides, when an account in hedge mode has two; undefined when those
 * differ.
 */
async function leverageIn(
  call: DialectCall,
  market: PerpMarket,
  mgnMode: MarginMode,
): Promise<number | undefined> {
  const rows = await leverageRows(call, market, mgnMode);
  const [first, ...others] = rows.map((row) => priceIn(row, 'lever'));
  return others.every((other) => other === first) ? first : undefined;
}

/** In the form that the venue accepts. */
type Leverage = Omit<LeverageSetting, 'instId'>;

type Side = 'long' | 'short';

/** Returns one for each side that has its own. */
async function leveragesIn(
  call: DialectCall,
  market: PerpMarket,
  mgnMode: MarginMode,
): Promise<readonly Leverage[]> {
  const rows = await leverageRows(call, market, mgnMode);
  const all = rows.flatMap((row): readonly Leverage[] => {
    const [lever, posSide] = [priceIn(row, 'lever'), textIn(row, 'posSide')];
    if (lever === undefined) return [];
    const isSide = mgnMode === 'isolated' && (posSide === 'long' || posSide === 'short');
    return [{ mgnMode, lever: textOf(lever), posSide: isSide ? posSide : undefined }];
  });
  return mgnMode === 'isolated' ? all : all.slice(0, 1);
}

async function leverageRows(
  { client }: DialectCall,
  { symbol }: PerpMarket,
  mgnMode: MarginMode,
): Promise<readonly Fields[]> {
  return rowsOf(await leverageInfo(client, { instId: client.market(symbol).id, mgnMode }));
}

async function tell(
  call: DialectCall,
  { symbol }: PerpMarket,
  setting: { readonly leverage: number; readonly marginMode: MarginMode },
): Promise<Fields> {
  const { client } = call;
  const { leverage, marginMode } = setting;
  const told: Fields[] = [];
  const done: Side[] = [];
  for (const posSide of await sidesOf(call, marginMode)) {
    try {
      const answer = await leverageSetting(client, {
        instId: client.market(symbol).id,
        mgnMode: marginMode,
        lever: textOf(leverage),
        posSide,
      });
      told.push(...rowsOf(answer));
    } catch (error) {
      const [other] = done;
      throw other === undefined ? error : halfSet(error, { symbol, leverage, other });
    }
    if (posSide) done.push(posSide);
  }
  return { data: told };
}

/** This is no rejection, since one side is set; the setting can be made again. */
function halfSet(
  cause: unknown,
  { symbol, leverage, other }: { symbol: InstrumentSymbol; leverage: number; other: Side },
): NoAnswerError {
  const { message } = failureOf(cause, okxErrors);
  const set = `The leverage of ${symbol} is set to ${textOf(leverage)} on the ${other} side only.`;
  return new NoAnswerError(`${set} The other side answered: ${message}`, { cause });
}

/**
 * Isolated positions of an account in hedge mode have a leverage for each side; undefined stands
 * for both sides.
 */
async function sidesOf(
  { client }: DialectCall,
  marginMode: MarginMode,
): Promise<readonly (Side | undefined)[]> {
  if (marginMode === 'cross') return [undefined];
  const config = rowOf(await accountConfig(client, {}));
  const isHedged = textIn(config, 'posMode') === 'long_short_mode';
  return isHedged ? ['long', 'short'] : [undefined];
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
