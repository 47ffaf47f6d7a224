import { compareExact, exactly, formatExact, multiplyExact } from '../../../../../kit/exact.ts';
import { isInverse } from '../../../../model/symbol.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { endedBy, fillSlackMs } from '../../../shared/live/fillWindow.ts';
import { inverseSizes, isAllFilled } from '../../../shared/live/inverse.ts';
import { type FillSums, sumsOf } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import type { VenueFill, VenueOrderState } from '../../../venuePort.ts';
import { type FillsAsked, type FillsRead, readFills } from './fills.ts';
import { inverseContractSize } from './products.ts';
import type { FuturesRecord } from './rows.ts';
import { lastPrice } from './sending.ts';

type Known = Pick<VenueOrderState, 'symbol' | 'marketType'> & { readonly record: FuturesRecord };

/** Fills are listed at most this long after their order. */
const listedMsMax = 5_000;

/**
 * The history reports an order that takes at once as placed, and its fills may follow: that it
 * found nothing is believed only once its fills would be listed.
 */
export function requireListed({ clock }: DialectCall, state: VenueOrderState): void {
  const isEmpty = state.status === 'expired' && state.filled === '0';
  if (isEmpty && clock.now() - state.updatedAtMs < listedMsMax) throw new NoAnswerError(notListed);
}

const notListed = 'The exchange does not list all fills of an order yet.';

/**
 * Returns the states with the costs of the orders' fills, which no list of orders gives. Fills are
 * read for each order that was accepted and is over, even when its record says that nothing filled.
 */
export async function toStates(
  call: DialectCall,
  known: readonly Known[],
): Promise<VenueOrderState[]> {
  const read = await fillsOf(call, known);
  const states: VenueOrderState[] = [];
  for (const each of known) states.push(await toState(call, each, read));
  return states;
}

/** The same, with undefined for an order whose fills are not all listed yet. */
export async function toStatesTold(
  call: DialectCall,
  known: readonly Known[],
): Promise<(VenueOrderState | undefined)[]> {
  const read = await fillsOf(call, known);
  const states: (VenueOrderState | undefined)[] = [];
  for (const each of known) {
    const state = await toState(call, each, read).catch((error: unknown) => {
      if (error instanceof NoAnswerError) return undefined;
      throw error;
    });
    states.push(state);
  }
  return states;
}

async function fillsOf(call: DialectCall, known: readonly Known[]): Promise<FillsRead> {
  const asked = known.filter(({ record }) => isAskedFor(record));
  if (asked.length === 0) return { fills: [], isWhole: true };
  const read = await readFills(call, windowOf(call, asked));
  call.heard(read.fills.filter((fill) => asked.some(({ record }) => isOf(call, record, fill))));
  return read;
}

async function toState(call: DialectCall, known: Known, read: FillsRead): Promise<VenueOrderState> {
  const { symbol, marketType, record } = known;
  const { id: _, createdAtMs, updatedAtMs, clientId, ...told } = record;
  const sums = sumsFor(call, known, read);
  const sizes = isInverse(symbol)
    ? await inverseSizesOf(call, known, sums)
    : { ...sums, quantity: record.quantity };
  return {
    symbol,
    marketType,
    clientId,
    venueOrderId: wholeIdOf(call, record),
    ...told,
    ...sizes,
    ...endedBy(told, sizes),
    createdAtMs,
    updatedAtMs: Math.max(updatedAtMs, sums.lastTradeAtMs ?? 0),
  };
}

/** Returns the sizes in base units of an order that is counted in contracts of one dollar. */
async function inverseSizesOf(
  call: DialectCall,
  { symbol, record }: Known,
  sums: FillSums,
): Promise<FillSums & Pick<VenueOrderState, 'quantity'>> {
  const price = record.price ?? record.stopPrice ?? sums.average;
  const sizes = inverseSizes({
    contractSize: inverseContractSize,
    amount: record.quantity,
    filled: record.filled,
    average: sums.average,
    price: price ?? (await lastPrice(call, { symbol })),
    sums,
  });
  return { ...sums, ...sizes };
}

function isAskedFor({ status, filled }: FuturesRecord): boolean {
  return Number(filled) > 0 || (status !== 'open' && status !== 'rejected');
}

/**
 * Fills are read no further back than this for an order of which nothing filled: its record counts.
 */
const lifeMsMax = 600_000;

/**
 * Returns the span of fills to read: until all reported fills have been read, and beyond where
 * there may be more.
 */
function windowOf(call: DialectCall, asked: readonly Known[]): FillsAsked {
  const records = asked.map(({ record }) => record);
  const starts = records.map(({ filled, createdAtMs, updatedAtMs }) =>
    Number(filled) > 0 ? createdAtMs : Math.max(createdAtMs, updatedAtMs - lifeMsMax),
  );
  const ends = records.map(({ status, updatedAtMs }) =>
    status === 'open' ? Number.POSITIVE_INFINITY : updatedAtMs,
  );
  const untilMs = Math.max(...ends) + fillSlackMs;
  return {
    sinceMs: Math.min(...starts) - fillSlackMs,
    // The newest fills cost a tenth of any others.
    untilMs: call.clock.now() - untilMs > lifeMsMax ? untilMs : undefined,
    isEnough: (fills, isShort) =>
      asked.every((each) => (isShort || isSettled(each.record)) && hasAll(call, each, fills)),
  };
}

/** True when no more can have filled than is reported: all of it, or all so far. */
function isSettled({ status, quantity, filled }: FuturesRecord): boolean {
  return status === 'open' || compareExact(exactly(filled), exactly(quantity)) >= 0;
}

function sumsFor(call: DialectCall, known: Known, { fills, isWhole: isRead }: FillsRead): FillSums {
  const { record, symbol } = known;
  if (hasAll(call, known, fills)) {
    return sumsOf(fills.filter((fill) => isOf(call, record, fill)));
  }
  const { filled, price } = record;
  if (isRead || price === undefined) throw new NoAnswerError(notListed);
  // It is so old that thousands of fills came after it: a resting order then filled at its own
  // price.
  const cost = isInverse(symbol)
    ? '0'
    : formatExact(multiplyExact(exactly(filled), exactly(price)));
  return { filled, cost, average: price, fees: {}, lastTradeAtMs: undefined };
}

/** True once the fills that were read are all that the record reports, or more. */
function hasAll(
  call: DialectCall,
  { record, symbol }: Known,
  fills: readonly VenueFill[],
): boolean {
  const sums = sumsOf(fills.filter((fill) => isOf(call, record, fill)));
  const { filled } = record;
  if (isInverse(symbol)) return isAllFilled(sums, { filled, contractSize: inverseContractSize });
  return compareExact(exactly(sums.filled), exactly(filled)) >= 0;
}

/** Fills are listed under the id that the order has for us. */
function isOf(call: DialectCall, record: FuturesRecord, { venueOrderId }: VenueFill): boolean {
  return venueOrderId === wholeIdOf(call, record);
}

function wholeIdOf({ links }: DialectCall, { id }: FuturesRecord): string {
  return links.get(id)?.venueOrderId ?? id;
}
