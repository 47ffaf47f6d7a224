import type { StoredFill } from '../../../server/src/trading/execution/orderStore.ts';
import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import { symbolParts } from '../../../server/src/trading/model/symbol.ts';
import type { VenueId } from '../../../server/src/trading/model/venue.ts';
import type { House } from './house.ts';

/** One parent order that all contestants work off in the same market at the same time. */
export interface Contest {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly side: 'buy' | 'sell';
  /** Base units. */
  readonly quantity: number;
  readonly intervalMs: number;
  readonly intervals: number;
}

/** Market orders of equal size at the beginning of each interval. */
export const naive = 'naive';
/** TWAPs by their aggression, and what they are measured against. */
export const contestants = ['passive', 'neutral', 'aggressive', 'auto', naive] as const;
export type Contestant = (typeof contestants)[number];

/** What became of a contestant; costs are positive. */
export interface Outcome {
  /** Of the mean price from the interval TWAP, which is the mid of every second. */
  readonly slippageBps: number;
  readonly feesBps: number;
  readonly makerPct: number;
  readonly filledPct: number;
}

export interface ContestResult {
  readonly outcomes: Readonly<Record<Contestant, Outcome>>;
  readonly twap: number;
  /** When it began on the clock of the house. */
  readonly fromMs: number;
}

/** Each contestant has an engine of its own: what one takes is not missing to the others. */
const funds = {
  daily_limit_usd: 10_000_000,
  paper_balances: { spot: { USDT: '10000000', BTC: '100' }, swap: { USDT: '10000000' } },
};
const sampleMs = 1_000;
/** The last orders are settled, and their fills told, by then. */
const settleMs = 10_000;
/** By then a book is there, and usable. */
const warmUpMs = 3_000;
/** A recording may begin long before its first snapshot. */
const bookMsMax = 60_000;
const bps = 10_000;

/** Lets them all trade in the market of the house. */
export async function runContest(house: House, contest: Contest): Promise<ContestResult> {
  const { venue, symbol, intervalMs, intervals, side, quantity } = contest;
  const asked: Promise<unknown>[] = [];
  const ask = (url: string, body: object) => asked.push(house.post(url, body));
  house.trading.orderbook.subscribe([symbol], [venue]);
  for (const exchange_account_id of contestants) {
    ask('/admin/accounts', { exchange_account_id, exchange: venue, mode: 'paper', ...funds });
  }
  await untilBook(house, contest);
  const fills: StoredFill[] = [];
  house.trading.execution.events.onFill((fill) => fills.push(fill));
  const fromMs = house.clock.elapsedMs();
  for (const name of contestants) if (name !== naive) ask(startPath, twapOf(contest, name));
  const mids: number[] = [];
  for (let atMs = 0; atMs < intervalMs * intervals; atMs += sampleMs) {
    if (atMs % intervalMs === 0) {
      const order = { exchange_account_id: naive, symbol, side, order_type: 'market' };
      ask(orderPath, { ...order, quantity: quantity / intervals });
    }
    const mid = midOf(house, contest);
    if (mid !== undefined) mids.push(mid);
    await house.advance(sampleMs);
  }
  await house.advance(settleMs);
  await Promise.all(asked);
  const twap = mids.reduce((sum, mid) => sum + mid, 0) / mids.length;
  const outcomes = contestants.map((name) => {
    const own = fills.filter(({ accountId }) => accountId === name);
    return [name, outcomeOf(own, contest, twap)] as const;
  });
  return { outcomes: Object.fromEntries(outcomes) as ContestResult['outcomes'], twap, fromMs };
}

const startPath = '/order-execution/algorithms/start';
const orderPath = '/order-execution/execution/order';

async function untilBook(house: House, contest: Contest): Promise<void> {
  for (let waitedMs = 0; waitedMs < bookMsMax; waitedMs += warmUpMs) {
    await house.advance(warmUpMs);
    if (midOf(house, contest) !== undefined) return;
  }
  throw new Error(`${contest.symbol} has no book after ${bookMsMax} ms.`);
}

/** All that a TWAP leaves to chance is left to it, as by default. */
function twapOf({ symbol, side, quantity, intervalMs, intervals }: Contest, name: Contestant) {
  const interval_seconds = intervalMs / 1_000;
  const duration_seconds = interval_seconds * intervals;
  return {
    ...{ algorithm_type: 'twap', symbol, side, quantity, exchange_account_ids: [name] },
    params: { duration_seconds, interval_seconds, aggression: name },
  };
}

function midOf({ trading }: House, { symbol, venue }: Contest): number | undefined {
  const book = trading.orderbook.book(symbol, venue);
  return book?.flagged === undefined ? book?.midPrice() : undefined;
}

/** NaN for what a contestant without a fill has none of. */
function outcomeOf(
  fills: readonly StoredFill[],
  { symbol, side, quantity }: Contest,
  twap: number,
): Outcome {
  const { base } = symbolParts(symbol);
  let [filled, cost, fees, made] = [0, 0, 0, 0];
  for (const fill of fills) {
    const size = Number(fill.quantity);
    filled += size;
    cost += size * fill.price;
    fees += Number(fill.fee) * (fill.feeAsset === base ? fill.price : 1);
    if (fill.liquidity === 'maker') made += size;
  }
  const beyond = (cost / filled - twap) * (side === 'buy' ? 1 : -1);
  return {
    slippageBps: (beyond / twap) * bps,
    feesBps: (fees / cost) * bps,
    makerPct: (made / filled) * 100,
    filledPct: (filled / quantity) * 100,
  };
}
