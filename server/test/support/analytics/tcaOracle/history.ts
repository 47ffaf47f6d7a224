import { createSeededRandom, type Random } from '../../../../src/kit/random.ts';
import type { TcaTerms } from '../../../../src/trading/analytics/tca/types.ts';
import type {
  LedgerRecord,
  ReportFill,
  ShortfallOrder,
} from '../../../../src/trading/analytics/types.ts';
import {
  dayMs,
  makeShortfallOrder,
  makeTcaTerms,
  reportStartMs,
  reportSymbol,
} from '../reportFixture.ts';
import { drawFill, type FillPlan } from './drawFill.ts';
import { drawLedger } from './drawLedger.ts';
import { countBelow, maybe, pick } from './pick.ts';

/** Everything that ever happened on an account, and the terms of its report. */
export interface AccountHistory {
  readonly terms: TcaTerms;
  /** Fills of every market type and of all time, oldest first. */
  readonly fills: readonly ReportFill[];
  readonly ledger: readonly LedgerRecord[];
  readonly parents: ReadonlyMap<string, string>;
}

const symbols = [
  'BTC/USDT',
  'ETH/USDC',
  'SOL/EUR',
  'BTC/USDT:USDT',
  'ETH/USDT:USDT',
  'SOL/USDC:USDC',
  'BTC/USDT:USDT-261225',
  'ETH/USD:USD',
];
const derivatives = symbols.filter((symbol) => symbol.includes(':'));
/** The rates of EUR and of unlisted assets are not known. */
const ratesNow: Readonly<Record<string, number>> = {
  USDT: 0.9991,
  USDC: 1.0003,
  USD: 1,
  BNB: 611.3,
  BTC: 60_123.4,
};

/** Draws a history; the same seed makes the same history. */
export function drawHistory(seed: string): AccountHistory {
  const random = createSeededRandom(seed);
  const settled = random.next() < 0.4 ? ['BTC/USDT:USDT', 'ETH/USDT:USDT'] : derivatives;
  const traded = [...symbols.filter((symbol) => !symbol.includes(':')), ...settled];
  const placed = drawOrders(random, traded);
  const free = Array.from({ length: countBelow(random, 90) }, (_, i) =>
    drawFill(random, { ...drawFree(random, traded), id: `f${i}` }),
  );
  const parents = new Map(placed.map(({ order }) => [order.id, order.type]));
  parents.set('plan-1', 'router');
  return {
    terms: drawTerms(random, { orders: placed.map(({ order }) => order), traded }),
    fills: [...free, ...placed.flatMap(({ fills }) => fills)].sort((a, b) => a.atMs - b.atMs),
    ledger: drawLedger(random, settled),
    parents,
  };
}

/** Draws a time from two days before the window to two days after it. */
function drawTime(random: Random): number {
  return Math.floor(reportStartMs + random.between(-2, 12) * dayMs);
}

/**
 * Draws a fill without a reported algorithm: by hand, by the router, or of a parent that no longer
 * exists.
 */
function drawFree(random: Random, traded: readonly string[]): Omit<FillPlan, 'id'> {
  return {
    symbol: pick(random, traded),
    side: pick(random, ['buy', 'sell'] as const),
    parentId: pick(random, [undefined, undefined, 'plan-1', 'gone']),
    atMs: drawTime(random),
  };
}

function drawOrders(random: Random, traded: readonly string[]) {
  return Array.from({ length: countBelow(random, 5) }, (_, i) => {
    const order = drawOrder(random, { id: `algo-${i}`, symbol: pick(random, traded) });
    const fills = Array.from({ length: countBelow(random, 8) }, (_each, k) =>
      drawFill(random, {
        id: `${order.id}-${k}`,
        parentId: order.id,
        symbol: order.symbol,
        side: order.side,
        atMs: Math.floor(random.between(order.createdAtMs, order.endedAtMs)),
      }),
    );
    return { fills, order: { ...order, ...drawFilled(random, fills) } };
  });
}

function drawOrder(
  random: Random,
  named: { readonly id: string; readonly symbol: string },
): ShortfallOrder {
  const createdAtMs = Math.floor(reportStartMs + random.between(0, 9.9) * dayMs);
  return makeShortfallOrder({
    ...named,
    type: pick(random, ['twap', 'vwap', 'ladder']),
    side: pick(random, ['buy', 'sell'] as const),
    accounts: 1 + countBelow(random, 3),
    arrivalPrice: random.between(90, 110),
    endPrice: random.between(90, 110),
    createdAtMs,
    endedAtMs: createdAtMs + Math.floor(random.between(0.01, 1) * dayMs),
  });
}

/**
 * Draws what all accounts filled: others filled some too, or none did; not all is known yet; more
 * than was ordered.
 */
function drawFilled(random: Random, fills: readonly ReportFill[]) {
  const own = fills.reduce((sum, { quantity }) => sum + quantity, 0);
  const others = pick(random, [0, 0, random.between(0, 20), own * random.between(-0.2, 0)]);
  const filled = own + others;
  return { filled, quantity: filled * random.between(0.98, 1.5) + (filled === 0 ? 7 : 0) };
}

function drawTerms(
  random: Random,
  known: Pick<TcaTerms, 'orders'> & { readonly traded: readonly string[] },
): TcaTerms {
  const marketType = pick(random, ['swap', 'swap', 'spot'] as const);
  const named = reportSymbol(pick(random, known.traded));
  const symbol = maybe(random, 0.2, named);
  return makeTcaTerms({
    marketType,
    symbol,
    orders: known.orders.filter((order) => symbol === undefined || order.symbol === symbol),
    horizon: pick(random, [1, 5, 30, 60, 300] as const),
    tier: { makerBps: random.between(-1, 3), takerBps: random.between(2, 8) },
    navUsd: pick(random, [undefined, -5, random.between(1e3, 1e7)]),
    rebatesUsd: pick(random, [0, random.between(0, 50)]),
    isEstimated: random.next() < 0.1,
    usdNow: (asset) => ratesNow[asset],
  });
}
