import { isImmediate } from '../../model/order.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import type { OrderOutcome, StoredOrder } from '../orderStore.ts';
import { outcomeByFills } from '../outcomeByFills.ts';
import { readPages } from './pages.ts';
import type { Run } from './run.ts';

/**
 * Age at which an order that never rests is over, whatever its venue shows. Such an order trades
 * within a second or not at all, and slow venues list what they took within seconds. A minute
 * leaves room for a venue that recovers slowly.
 */
const overMs = 60_000;
/** The venue's clock may be behind ours, and a fill may be dated before its order. */
const slackMs = 60_000;
/** Number of fills requested in one call: what venues return in one. */
const pageSize = 500;

export const missingReason =
  'The order never rests, and the exchange shows the order nowhere in two comparisons in a row.';

/**
 * Returns the end of an order that is stored as open and that its venue has shown in no list and no
 * lookup of two comparisons. Undefined for an order that may rest: its end is never guessed. An
 * order that fills at once or not at all is over after a minute, and its fills tell how it ended.
 */
export async function endOfMissing(
  run: Run,
  order: StoredOrder,
): Promise<OrderOutcome | undefined> {
  const { clock, orders, settling } = run;
  const isOld = clock.now() - order.createdAtMs >= overMs;
  if (!isImmediate(order) || !isOld || !run.wasMissing(order.id)) return undefined;
  const own = await fillsAround(run, order);
  // When not all fills can be read, those of the order may be among the rest.
  if (!own) return undefined;
  await settling.addFills(order.accountId, own);
  const fills = await orders.fillsOf(order);
  const ended = { reason: missingReason, atMs: clock.now() };
  return fills.length === 0
    ? { ...ended, status: 'canceled' }
    : outcomeByFills(order, fills, ended);
}

/**
 * Returns fills of the order since shortly before it was made; undefined when not all could be
 * read.
 */
async function fillsAround(
  run: Run,
  { marketType, symbol, venueClientId: clientId, venueOrderId, createdAtMs }: StoredOrder,
): Promise<readonly VenueFill[] | undefined> {
  const own: VenueFill[] = [];
  const isOwn = (fill: VenueFill): boolean =>
    fill.symbol === symbol && (fill.clientId === clientId || fill.venueOrderId === venueOrderId);
  const reachedMs = await readPages(run, {
    read: (query, signal) => run.session.fills({ ...query, marketType, symbol }, signal),
    take(page) {
      own.push(...page.filter(isOwn).map((fill) => ({ ...fill, clientId })));
    },
    sinceMs: createdAtMs - slackMs,
    pageSize,
  });
  return reachedMs === undefined ? own : undefined;
}
