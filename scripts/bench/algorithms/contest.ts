import type { StoredFill } from '../../../server/src/trading/execution/orderStore.ts';
import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import { symbolParts } from '../../../server/src/trading/model/symbol.ts';
import type { VenueId } from '../../../server/src/trading/model/venue.ts';
import type { BenchService } from './service.ts';

/** One parent order that all contestants work off in the same market at the same time. */
export interface Contest {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly side: 'buy' | 'sell';
  /** In base units. */
  readonly quantity: number;
  readonly intervalMs: number;
  readonly intervals: number;
}

/** Name of the contestant that sends equal market orders at the beginning of each interval. */
export const naive = 'naive';
/** TWAPs by their aggression, and the naive contestant that they are compared with. */
export const contestants = ['passive', 'neutral', 'aggressive', 'auto', naive] as const;
export type Contestant = (typeof contestants)[number];

/** Result of a contestant; costs are positive. */
export interface Outcome {
  /** Mean price against the interval TWAP, which is taken from the mid of every second. */
  readonly slippageBps: number;
  readonly feesBps: number;
  readonly makerPct: number;
  readonly filledPct: number;
}

export interface ContestResult {
  readonly outcomes: Readonly<Record<Contestant, Outcome>>;
  readonly twap: number;
  /** Start of the contest, by the service's clock. */
  readonly fromMs: number;
}

/** Funds of each contestant, which has an engine of its own: none takes liquidity from another. */
const funds = {
  daily_limit_usd: 10_000_000,
  paper_balances: { spot: { USDT: '10000000', BTC: '100' }, swap: { USDT: '10000000' } },
};
const sampleMs = 1_000;
/** Time after which the last orders are settled and their fills reported. */
const settleMs = 10_000;
/** Time after which a book exists and is usable. */
const warmUpMs = 3_000;
/** Maximum wait for a book: a recording may begin long before its first snapshot. */
const bookMsMax = 60_000;
const bps = 10_000;

/** Lets all contestants trade in the service's market. */
export async function runContest(service: BenchService, contest: Contest): Promise<ContestResult> {
  const { venue, symbol, intervalMs, intervals, side, quantity } = contest;
  const asked: Promise<unknown>[] = [];
  const ask = (url: string, body: object) => asked.push(service.post(url, body));
  service.trading.orderbook.subscribe([symbol], [venue]);
  for (const exchange_account_id of contestants) {
    ask('/admin/accounts', { exchange_account_id, exchange: venue, mode: 'paper', ...funds });
  }
  await untilBook(service, contest);
  const fills: StoredFill[] = [];
  service.trading.execution.events.onFill((fill) => fills.push(fill));
  const fromMs = service.clock.elapsedMs();
  for (const name of contestants) if (name !== naive) ask(startPath, twapOf(contest, name));
  const mids: number[] = [];
  for (let atMs = 0; atMs < intervalMs * intervals; atMs += sampleMs) {
    if (atMs % intervalMs === 0) {
      const order = { exchange_account_id: naive, symbol, side, order_type: 'market' };
      ask(orderPath, { ...order, quantity: quantity / intervals });
    }
    const mid = midOf(service, contest);
    if (mid !== undefined) mids.push(mid);
    await service.advance(sampleMs);
  }
  await service.advance(settleMs);
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

async function untilBook(service: BenchService, contest: Contest): Promise<void> {
  for (let waitedMs = 0; waitedMs < bookMsMax; waitedMs += warmUpMs) {
    await service.advance(warmUpMs);
    if (midOf(service, contest) !== undefined) return;
  }
  throw new Error(`${contest.symbol} has no book after ${bookMsMax} ms.`);
}

/** Returns a TWAP whose random choices are all left at their defaults. */
function twapOf({ symbol, side, quantity, intervalMs, intervals }: Contest, name: Contestant) {
  const interval_seconds = intervalMs / 1_000;
  const duration_seconds = interval_seconds * intervals;
  return {
    algorithm_type: 'twap',
    symbol,
    side,
    quantity,
    exchange_account_ids: [name],
    params: { duration_seconds, interval_seconds, aggression: name },
  };
}

function midOf({ trading }: BenchService, { symbol, venue }: Contest): number | undefined {
  const book = trading.orderbook.book(symbol, venue);
  return book?.flagged === undefined ? book?.midPrice() : undefined;
}

/** Returns a contestant's result; NaN for figures that it has none of without a fill. */
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
