import type { StoredOrder } from '../orderStore.ts';
import { type FilledOrder, filledOrders } from '../resolving/fillEvidence.ts';
import { manyMin } from '../resolving/marketLook.ts';
import { changedOrder } from './orderTerms.ts';
import { type Run, storedNow } from './run.ts';

/** Updates of what the fills prove arrive within this time, or were missed. */
const confirmAfterMs = 2_000;
const reason = 'The order filled at the exchange and no update for it arrived. It is recorded now.';

/**
 * Settles orders that are stored as open, that their venue no longer lists as open, and that their
 * fills make complete. Returns the ids of those that need no lookup any more. An outage or a
 * takeover leaves hundreds of such orders, and a venue allows some ten lookups a second.
 */
export async function settleFilled(
  run: Run,
  orders: readonly StoredOrder[],
): Promise<ReadonlySet<string>> {
  if (orders.length < manyMin) return new Set();
  const groups = Map.groupBy(orders, ({ marketType }) => marketType).values();
  const filled: FilledOrder[] = [];
  for (const group of groups) filled.push(...(await filledOrders(run, group)));
  const { unheardUntilMs = Number.NEGATIVE_INFINITY } = run;
  const isUnheard = ({ outcome: { lastTradeAtMs } }: FilledOrder) =>
    lastTradeAtMs !== undefined && lastTradeAtMs <= unheardUntilMs;
  if (!filled.every(isUnheard)) await run.clock.sleep(confirmAfterMs, run.signal);
  for (const each of filled) {
    const { order, outcome } = each;
    const stored = await storedNow(run, order.id);
    if (stored?.status !== 'open') continue;
    if (!isUnheard(each)) {
      const { status, filled: quantity = stored.filled } = outcome;
      const found = { ...stored, status, filled: quantity };
      await run.report([changedOrder(stored, found, reason)]);
    }
    await run.settling.record(order.id, outcome);
    if (isUnheard(each)) run.orderRecovered(order.id);
  }
  return new Set(filled.map(({ order }) => order.id));
}
