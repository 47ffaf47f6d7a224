import type { Store } from '../../../../src/store/types.ts';
import { one, units } from '../../exactUnits.ts';
import type { RouteCase } from '../cases.ts';
import { type RouteVenueName, rulesAt } from '../service.ts';

// Rules for a plan that is over, checked with its answer, the tables and the market of its case.
// None of the service's own arithmetic is used.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
export type Answered = any;

/** Returns what is wrong with a plan that is over; empty when all is well. */
export async function auditPlan({ db }: Pick<Store, 'db'>, plan: Answered): Promise<string[]> {
  const orders = await db
    .selectFrom('meta_orders')
    .selectAll()
    .where('parent_id', '=', plan.plan_id)
    .execute();
  const atVenue = await db.selectFrom('paper_orders').select('client_id').execute();
  const row = await db
    .selectFrom('routing_plans')
    .select('plan_json')
    .where('id', '=', plan.plan_id)
    .executeTakeFirstOrThrow();
  const dust = units(String(JSON.parse(row.plan_json).dust ?? '0'));
  return [
    ...checkSums(plan),
    ...checkStatuses(plan, dust),
    ...checkOrders(plan, orders),
    ...orders.flatMap(({ venue_client_id, order_status }) => {
      const count = atVenue.filter(({ client_id }) => client_id === venue_client_id).length;
      const expected = order_status === 'rejected' ? 0 : 1;
      return count === expected ? [] : [`a ${order_status} order is ${count} at the venue`];
    }),
  ];
}

const exact = (value: number): bigint => units(plainText(value));

/** Returns the number without an exponent, which small quantities would have otherwise. */
function plainText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(18) : text;
}

const sumOf = (slices: readonly Answered[], field: string): bigint =>
  slices.reduce((sum, slice) => sum + exact(slice[field]), 0n);

const ofRound = (plan: Answered, round: number): readonly Answered[] =>
  plan.slices.filter((slice: Answered) => slice.round === round);

function checkSums(plan: Answered): string[] {
  const total = exact(plan.total_quantity);
  const executed = exact(plan.executed_quantity);
  const rounds = [...new Set<number>(plan.slices.map(({ round }: Answered) => round))];
  return [
    ...when(executed + exact(plan.unfilled_quantity) !== total, 'executed + unfilled is not all'),
    ...when(sumOf(plan.slices, 'filled_quantity') !== executed, 'the slices did not fill that'),
    ...rounds.flatMap((round, at) => {
      const before = plan.slices.filter((slice: Answered) => slice.round < round);
      const left = total - sumOf(before, 'filled_quantity');
      const placed = sumOf(ofRound(plan, round), 'quantity');
      return [
        ...when(placed > left, `round ${round} places more than is left`),
        ...when(round !== at + 1, `round ${round} comes after ${at} others`),
      ];
    }),
    ...plan.slices.flatMap((slice: Answered, at: number) =>
      when(slice.number !== at + 1, `slice ${slice.number} is at ${at}`),
    ),
  ];
}

/** Checks the tables of docs/routing-plans.md. */
function checkStatuses(plan: Answered, dust: bigint): string[] {
  const isAll = exact(plan.unfilled_quantity) <= dust;
  const some = isAll ? 'completed' : 'partial';
  const expected = plan.executed_quantity === 0 ? 'failed' : some;
  return [
    ...when(plan.status !== expected, `the plan is ${plan.status}, not ${expected}`),
    ...when((plan.reason === null) !== (expected === 'completed'), `its reason is ${plan.reason}`),
    ...when(plan.completed_at === null, 'it has no end'),
    ...plan.slices.flatMap((slice: Answered) => {
      const { status, quantity, filled_quantity: filled, order_id, number } = slice;
      const part = filled > 0 ? ['partial'] : ['failed', 'skipped'];
      const allowed = filled === quantity ? ['filled'] : part;
      return [
        ...when(!allowed.includes(status), `slice ${number} of ${filled}/${quantity} is ${status}`),
        ...when(status === 'skipped' && order_id !== null, `skipped ${number} has an order`),
        ...when((status === 'filled') !== (slice.reason === null), `${number}: ${slice.reason}`),
        ...when(filled > 0 !== (slice.avg_fill_price !== null), `the mean of ${number}`),
      ];
    }),
  ];
}

interface OrderOfPlan {
  readonly id: string;
  readonly account_id: string;
  readonly client_order_id: string;
  readonly quantity: string;
  readonly quantity_filled: string;
  readonly order_status: string;
}

/** Checks that the orders of the plan are exactly its slices, each once. */
function checkOrders(plan: Answered, orders: readonly OrderOfPlan[]): string[] {
  const told = plan.slices
    .filter(({ order_id }: Answered) => order_id !== null)
    .map((slice: Answered) =>
      [
        slice.order_id,
        slice.exchange_account_id,
        `${plan.plan_id}.${slice.number}`,
        exact(slice.quantity),
        exact(slice.filled_quantity),
      ].join(' '),
    );
  const stored = orders.map((row) =>
    [
      row.id,
      row.account_id,
      row.client_order_id,
      units(row.quantity),
      units(row.quantity_filled),
    ].join(' '),
  );
  const isSame = told.sort().join('\n') === stored.sort().join('\n');
  const open = orders.filter(({ order_status }) => !finalStatuses.includes(order_status));
  return [
    ...when(!isSame, `its orders are ${stored.join('; ')}, its slices ${told.join('; ')}`),
    ...when(open.length > 0, `${open.length} orders are not over`),
  ];
}

const finalStatuses = ['closed', 'canceled', 'expired', 'rejected'];
const sliceUsdMin = 10;
/** Means of fills were calculated in floats. */
const slack = 1e-9;

/** Checks that the fills of a plan are within its request and the rules of the markets. */
export function auditBounds({ books, side }: RouteCase, plan: Answered): string[] {
  const filled = plan.slices.filter((slice: Answered) => slice.filled_quantity > 0);
  const venues = new Set(filled.map(({ venue }: Answered) => venue));
  return [
    ...when(venues.size > plan.max_venues, `${venues.size} of ${plan.max_venues} venues filled`),
    ...plan.slices.flatMap(({ number, avg_fill_price: mean, limit_price: limit }: Answered) => {
      const beyondBps = (price: number) =>
        ((side === 'buy' ? price - plan.mid_price : plan.mid_price - price) / plan.mid_price) *
        10_000;
      const isBeyond = beyondBps(limit) > plan.max_slippage_bps + slack;
      return [
        ...when(isBeyond, `${number} may trade at ${beyondBps(limit)} bps`),
        ...when(
          mean !== null && beyondBps(mean) > beyondBps(limit) + slack,
          `${number} at ${mean}`,
        ),
      ];
    }),
    ...plan.slices.flatMap((slice: Answered) => {
      const { quantity, limit_price: price, number, round } = slice;
      const venue = slice.venue as RouteVenueName;
      const { quantityStep = 1, quantityMin = 0, notionalMin = 0 } = rulesAt(venue);
      const sides = books.get(venue);
      const best = (side === 'buy' ? sides?.asks : sides?.bids)?.[0]?.[0] ?? price;
      // By a later round books may have moved: then only the limit price is certain.
      const valued = side === 'sell' || round === 1 ? best : Math.max(best, price);
      const lots = (exact(quantity) * one) / exact(quantityStep);
      return [
        ...when(quantity * valued < sliceUsdMin, `slice ${number} is worth ${quantity * valued}`),
        ...when(quantity < quantityMin, `slice ${number} is below the minimum ${quantityMin}`),
        ...when(quantity * price < notionalMin, `slice ${number} is below ${notionalMin}`),
        ...when(lots % one !== 0n, `slice ${number} of ${quantity} is on no step`),
      ];
    }),
  ];
}

function when(isWrong: boolean, what: string): string[] {
  return isWrong ? [what] : [];
}
