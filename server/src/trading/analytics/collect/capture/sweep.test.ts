import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { databasePerTest } from '../../../../../test/support/databases/databases.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import {
  accountId,
  addAccounts,
  newFill,
  startMs,
} from '../../../../../test/support/orders/fixture.ts';
import { createOrderStore } from '../../../execution/databaseOrders.ts';
import { createCollectStore } from '../../store/collectStore.ts';
import { sweepFills } from './sweep.ts';

const database = databasePerTest('sqlite');

it('notes the fills that nobody noted, once, and leaves those that are being heard of', async () => {
  const store = await database.open();
  await addAccounts(store, accountId);
  const { epoch } = await store.own();
  const collect = createCollectStore(store);
  const orders = createOrderStore(store);
  const clock = createManualClock(startMs);
  const hourMs = 3_600_000;
  const many = Array.from({ length: 1_100 }, (_, i) =>
    newFill(`t-${i}`, { atMs: startMs - 40 * hourMs + i }),
  );
  const young = newFill('young', { atMs: startMs - 1_000 });
  await orders.addFills(epoch, [...many, young]);
  const [first] = many;
  if (first) await collect.saveMarks([{ ...first, source: 'live', marks: [7], dueMs: null }]);
  const sweep = async () => {
    const { signal } = new AbortController();
    const accountIds = async () => [accountId];
    const swept = sweepFills({ store: collect, accountIds, latestUsd: () => 1.5, clock, signal });
    let isOver = false;
    void swept.finally(() => {
      isOver = true;
    });
    // Only the sweep's own pauses take time: fills do not age while the database works.
    while (!isOver) await (clock.pending() > 0 ? clock.advance(100) : setImmediate());
  };
  const marked = () => store.db.selectFrom('fill_marks').selectAll().execute();
  await sweep();
  const rows = await marked();
  expect(rows).toHaveLength(1_100);
  expect(rows.filter(({ source }) => source === 'live')).toMatchObject([{ mark_0: 7 }]);
  expect(rows.every(({ due_ms }) => due_ms === null)).toBe(true);
  expect(rows.filter(({ quote_usd }) => quote_usd === 1.5)).toHaveLength(1_099);
  // It starts where it was left, with an hour of overlap.
  await store.db.deleteFrom('fill_marks').where('venue_trade_id', 'in', ['t-0', 't-9']).execute();
  await orders.addFills(epoch, [newFill('late', { atMs: startMs - 41 * hourMs - 1 })]);
  await sweep();
  expect((await marked()).map(({ venue_trade_id }) => venue_trade_id)).toContain('t-9');
  expect(await marked()).toHaveLength(1_100);
});
