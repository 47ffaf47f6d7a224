import { createSeededRandom, type Random } from '../../../../src/kit/random.ts';
import type { ConnectPaper } from '../../../../src/trading/service/orders.ts';
import { createManualClock } from '../../manualClock.ts';
import { createRoutingApp, type RoutingApp } from '../app.ts';
import type { Answered } from './audit.ts';

// Plans on simulated books that move while orders travel: how much of them fills, and at what cost.

export interface FilledTerms {
  readonly seed: string;
  /** The number of plans; their sizes come in turn. */
  readonly plans: number;
  /** Base units. */
  readonly sizes: readonly number[];
  readonly maxSlippageBps: number;
}

/** A plan that is over. */
export interface FilledPlan {
  readonly size: number;
  readonly side: string;
  readonly status: string;
  readonly reason: string | null;
  readonly executed: number;
  readonly rounds: number;
  /** The cost beyond its estimate, bps; undefined when nothing has filled. */
  readonly beyondBps: number | undefined;
  /** Worst mean price of a slice against the mid at the plan's creation. */
  readonly worstBps: number;
  readonly tookMs: number;
}

const symbol = 'BTC/USDT';
const venues = ['binance', 'bybit', 'gateio', 'kraken'] as const;
/** Travel time of orders; books move ten times a second. */
const wayMs = { least: 20, most: 250 };

export async function fillPlans(terms: FilledTerms): Promise<readonly FilledPlan[]> {
  const { seed, plans, sizes, maxSlippageBps } = terms;
  const random = createSeededRandom(`fills ${seed}`);
  const clock = createManualClock();
  const app = await createRoutingApp(
    { WINDLASS_SEED: seed, WINDLASS_DEMO: 'off', WINDLASS_SERVICES: 'trading' },
    { clock, paperLine: slowLine((ms) => clock.sleep(ms), random) },
  );
  try {
    const ids = await addAccounts(app);
    const filled: FilledPlan[] = [];
    for (let made = 0; made < plans; made += 1) {
      const size = sizes[made % sizes.length] ?? 1;
      const body = {
        symbol,
        side: random.next() < 0.5 ? 'buy' : 'sell',
        quantity: size,
        exchange_account_ids: ids,
        max_slippage_bps: maxSlippageBps,
      };
      filled.push(outcomeOf(await app.data('executeRoute', body)));
    }
    return filled;
  } finally {
    await app.stop();
  }
}

/** More than all plans together trade. */
const plenty = { USDT: '1000000000', BTC: '10000' };

async function addAccounts(app: RoutingApp): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const exchange of venues) {
    const exchange_account_id = `fills-${exchange}`;
    const { status, text } = await app.account({
      exchange_account_id,
      exchange,
      mode: 'paper',
      daily_limit_usd: 1e9,
      paper_balances: { spot: plenty },
    });
    if (status !== 201) throw new Error(text);
    ids.push(exchange_account_id);
  }
  // Opens every book, as when it was viewed before.
  await app.data('estimateRoute', {
    symbol,
    side: 'buy',
    quantity: 1,
    exchange_account_ids: ids,
  });
  return ids;
}

/** Creates a line on which every order takes its own time. */
function slowLine(sleep: (ms: number) => Promise<void>, random: Random) {
  return (connectVenues: ConnectPaper): ConnectPaper =>
    (market) => {
      const connected = connectVenues(market);
      return {
        ...connected,
        open(account, events) {
          const door = connected.open(account, events);
          return {
            ...door,
            async submit(order, signal) {
              await sleep(random.between(wayMs.least, wayMs.most));
              return door.submit(order, signal);
            },
          };
        },
      };
    };
}

function outcomeOf(plan: Answered): FilledPlan {
  const { side, mid_price: mid, slices, actual_cost_bps: actual } = plan;
  const sign = side === 'buy' ? 1 : -1;
  const beyond = slices.flatMap(({ avg_fill_price: mean }: Answered) =>
    mean === null ? [] : [((sign * (mean - mid)) / mid) * 10_000],
  );
  return {
    size: plan.total_quantity,
    side,
    status: plan.status,
    reason: plan.reason,
    executed: plan.executed_quantity,
    rounds: Math.max(0, ...slices.map(({ round }: Answered) => round)),
    beyondBps: actual === null ? undefined : actual - plan.estimated_cost_bps,
    worstBps: Math.max(0, ...beyond),
    tookMs: Date.parse(plan.completed_at) - Date.parse(plan.created_at),
  };
}

/** Totals over plans. */
export interface FilledFigures {
  readonly plans: number;
  /** Share of the quantity that has filled. */
  readonly share: number;
  readonly completed: number;
  /** Cost beyond the estimate, bps: median, 5th and 95th percentile. */
  readonly medianBps: number;
  readonly p5Bps: number;
  readonly p95Bps: number;
  readonly worstBps: number;
  readonly roundsMax: number;
  readonly medianMs: number;
  readonly longestMs: number;
}

export function figuresOf(plans: readonly FilledPlan[]): FilledFigures {
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  const costs = plans.flatMap(({ beyondBps }) => beyondBps ?? []);
  const times = plans.map(({ tookMs }) => tookMs);
  return {
    plans: plans.length,
    share: sum(plans.map(({ executed }) => executed)) / sum(plans.map(({ size }) => size)),
    completed: plans.filter(({ status }) => status === 'completed').length,
    medianBps: quantile(costs, 0.5),
    p5Bps: quantile(costs, 0.05),
    p95Bps: quantile(costs, 0.95),
    worstBps: Math.max(...plans.map(({ worstBps }) => worstBps)),
    roundsMax: Math.max(...plans.map(({ rounds }) => rounds)),
    medianMs: quantile(times, 0.5),
    longestMs: Math.max(...times),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
