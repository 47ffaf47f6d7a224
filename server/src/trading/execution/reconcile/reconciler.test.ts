import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import { createReconcilerFixture } from '../../../../test/support/execution/reconciler.ts';
import {
  type ScriptedSession,
  venueOrder,
} from '../../../../test/support/execution/scriptedSession.ts';
import { newFill } from '../../../../test/support/orders/fixture.ts';
import type { VenueOrderState } from '../../venues/venuePort.ts';
import { periodMs } from './agenda.ts';

/** Makes each lookup that finds an order report that no other source will tell of it. */
function findUnheard(
  { session }: ScriptedSession,
  found: (order: VenueOrderState) => void = () => undefined,
): void {
  const { lookup } = session;
  Object.assign(session, {
    async lookup(...asked: Parameters<typeof lookup>) {
      const outcome = await lookup(...asked);
      if (outcome.kind !== 'found') return outcome;
      found(outcome.order);
      return { ...outcome, isUnheard: true };
    },
  });
}

eachDatabase('the comparison of an account with its venue', (database) => {
  const open = async () => createReconcilerFixture(await database.open());

  it('finds nothing where both agree, trades included', async () => {
    const test = await open();
    await test.open('one');
    await test.compare();
    test.venue.trade('v-one', '0.4');
    await test.clock.advance(1_000);
    await test.compare();
    test.venue.trade('v-one', '0.6');
    await test.compare();
    expect([test.found(), test.failures]).toEqual([[], []]);
    const [report] = await test.reconciler.reports([test.account]);
    expect(report).toMatchObject({
      status: 'ok',
      counts: { orders: 0, fills: 2, balances: 3, unsettled: 0 },
      openDifferences: 0,
    });
  });

  it('F13: finds an order and a balance changed by hand within one cycle', async () => {
    const test = await open();
    const order = await test.open('one');
    test.reconciler.start();
    await test.pass(10_000);
    test.venue.put({ ...order, status: 'canceled', updatedAtMs: test.clock.now() }, false);
    test.venue.credit('BTC', '-2.5');
    await test.pass(periodMs);
    await test.settle(test.reconciler.stop());
    expect(test.found()).toEqual([
      'order_changed: open, 0 of 1 filled at 10 / canceled, 0 of 1 filled at 10',
      'balance_changed: 10 / 7.5',
    ]);
    expect(test.alerts[1]).toMatchObject({ asset: 'BTC', marketType: 'spot' });
    expect(test.alerts[1]?.reason).toContain('off by -2.5');
    expect(await test.orders.find(test.account.id, 'one')).toMatchObject({ status: 'canceled' });
  });

  it('records missed news of fills, and tells of the order and the fill', async () => {
    const test = await open();
    await test.open('one');
    await test.compare();
    test.venue.trade('v-one', '0.4', false);
    await test.compare();
    expect(test.found()).toEqual([
      'order_changed: open, 0 of 1 filled at 10 / open, 0.4 of 1 filled at 10',
      'missed_fill: 0 / 0.4',
    ]);
    const stored = await test.orders.find(test.account.id, 'one');
    expect(stored).toMatchObject({ status: 'open', filled: '0.4' });
    expect(stored && (await test.orders.fillsOf(stored))).toHaveLength(1);
    await test.compare();
    expect([test.alerts.length, await test.stillSo()]).toEqual([2, []]);
  });

  it('tells at once of an end that nobody else will tell of, and reports it once', async () => {
    const test = await open();
    await test.open('one');
    await test.compare();
    findUnheard(test.venue);
    const fill = test.venue.trade('v-one', '1', false);
    test.venue.tell({ fill });
    const beganMs = test.clock.now();
    await test.compare();
    expect(test.found()).toEqual([
      'order_changed: open, 0 of 1 filled at 10 / closed, 1 of 1 filled at 10',
    ]);
    expect(test.clock.now() - beganMs).toBeLessThan(2_000);
    const stored = await test.orders.find(test.account.id, 'one');
    expect(stored).toMatchObject({ status: 'closed', filled: '1' });
    await test.compare();
    expect([test.alerts.length, await test.stillSo(), test.failures]).toEqual([1, [], []]);
  });

  it('reports no end that was told while it was looked up', async () => {
    const test = await open();
    await test.open('one');
    await test.compare();
    findUnheard(test.venue, (order) => test.venue.tell({ order }));
    const fill = test.venue.trade('v-one', '1', false);
    test.venue.tell({ fill });
    await test.compare();
    const stored = await test.orders.find(test.account.id, 'one');
    expect([stored?.status, test.found()]).toEqual(['closed', []]);
  });

  it('records an end that showed only at the second look', async () => {
    const test = await open();
    const order = await test.open('one');
    await test.compare();
    test.venue.drop('v-one');
    let looks = 0;
    test.venue.meanwhile = (verb) => {
      if (verb !== 'lookup') return;
      looks += 1;
      const ended = { ...order, status: 'canceled' as const, updatedAtMs: test.clock.now() };
      if (looks === 2) test.venue.put(ended, false);
    };
    await test.compare();
    expect(test.found()).toEqual([
      'order_changed: open, 0 of 1 filled at 10 / canceled, 0 of 1 filled at 10',
    ]);
    expect(await test.orders.find(test.account.id, 'one')).toMatchObject({ status: 'canceled' });
  });

  it('records the fills of a new account whose venue has a slow clock', async () => {
    const test = await open();
    test.venue.skewMs = -30_000;
    await test.open('one');
    test.venue.trade('v-one', '0.4', false);
    await test.compare();
    const stored = await test.orders.find(test.account.id, 'one');
    expect(stored && (await test.orders.fillsOf(stored))).toHaveLength(1);
  });

  it('tells of a foreign order once while it lasts, and when it is over', async () => {
    const test = await open();
    test.venue.put(venueOrder('by-hand'), false);
    await test.compare();
    await test.compare();
    expect(test.found()).toEqual(['foreign_order: undefined / buy open, 0 of 1 filled at 10']);
    expect(await test.stillSo()).toEqual(['foreign_order']);
    test.venue.drop('by-hand');
    await test.compare();
    expect(await test.stillSo()).toEqual([]);
  });

  it('tells of an order that is over here and open there, and of one that is nowhere', async () => {
    const test = await open();
    const [order] = [await test.open('one'), await test.open('gone')];
    const { id = '' } = (await test.orders.find(test.account.id, 'one')) ?? {};
    await test.orders.record(test.epoch, id, { status: 'canceled', atMs: test.clock.now() });
    test.venue.drop('v-gone');
    await test.compare();
    expect(test.found().sort()).toEqual([
      'order_missing: open, 0 of 1 filled at 10 / undefined',
      'order_still_open: canceled, 0 of 1 filled at 10 / open, 0 of 1 filled at 10',
    ]);
    const [, missing] = test.alerts.sort((a, b) => (a.kind < b.kind ? 1 : -1));
    await test.clock.advance(60_000);
    await test.compare();
    expect(test.alerts).toHaveLength(2);
    const query = { accountIds: [test.account.id], page: 0, size: 9 };
    const { differences } = await test.reconciler.differences({ ...query, kind: 'order_missing' });
    expect(differences).toHaveLength(1);
    expect(differences[0]?.lastSeenMs).toBeGreaterThan(missing?.lastSeenMs ?? 0);
    expect(await test.orders.find(test.account.id, 'gone')).toMatchObject({ status: 'open' });
    test.venue.put({ ...order, status: 'canceled' }, false);
    await test.compare();
    expect(await test.stillSo()).toEqual(['order_missing']);
  });

  it('tells of terms that were changed at the venue', async () => {
    const test = await open();
    const order = await test.open('one');
    test.venue.put({ ...order, quantity: '3', price: 9 }, false);
    await test.compare();
    await test.compare();
    expect(test.found()).toEqual([
      'order_changed: open, 0 of 1 filled at 10 / open, 0 of 3 filled at 9',
    ]);
    expect(await test.stillSo()).toEqual(['order_changed']);
    test.venue.put(order, false);
    await test.compare();
    expect(await test.stillSo()).toEqual([]);
  });

  it('tells of fills that do not sum up, until they do', async () => {
    const test = await open();
    await test.open('one');
    test.venue.trade('v-one', '1');
    await test.clock.advance(0);
    await test.compare();
    // The fill is stored here and unknown to the venue: no reading of the venue's fills changes
    // that.
    const { id } = (await test.orders.find(test.account.id, 'one')) ?? {};
    const more = { orderId: id, venueOrderId: 'v-one', quantity: '0.1', atMs: 5 };
    await test.orders.addFills(test.epoch, [newFill('doubled', more)]);
    const restarted = await createReconcilerFixture(await database.open(), test);
    await restarted.compare();
    expect(restarted.found()).toEqual(['fills_differ: 1 / 1.1']);
    await restarted.compare();
    expect(restarted.alerts).toHaveLength(1);
    expect(await restarted.stillSo()).toEqual(['fills_differ']);
  });

  it('takes over a changed balance, which is resolved by the next comparison', async () => {
    const test = await open();
    await test.compare();
    test.venue.credit('USDT', '0.000000010000000001');
    test.venue.credit('USDT', '5', 'swap');
    await test.compare();
    expect(test.found()).toEqual([
      'balance_changed: 1000000 / 1000000.000000010000000001',
      'balance_changed: 1000 / 1005',
    ]);
    expect(test.alerts[1]).toMatchObject({ marketType: 'swap', asset: 'USDT' });
    expect(test.alerts[1]?.reason).toContain('funding');
    expect((await test.reconciler.reports([test.account]))[0]?.status).toBe('differences');
    await test.compare();
    expect([test.alerts.length, await test.stillSo()]).toEqual([2, []]);
  });

  it('says nothing of dust: a satoshi more or less in each comparison', async () => {
    const test = await open();
    await test.compare();
    for (const amount of ['0.00000001', '-0.00000001', '0.000000000000000001']) {
      test.venue.credit('USDT', amount);
      await test.compare();
    }
    expect([test.found(), test.failures]).toEqual([[], []]);
  });

  it('says nothing of balances while the second look shows what the first did not', async () => {
    const test = await open();
    await test.compare();
    test.venue.credit('BTC', '1');
    test.clock.schedule(1_000, () => test.venue.credit('USDT', '5'));
    await test.compare();
    expect(test.found()).toEqual([]);
    await test.compare();
    expect(test.found()).toEqual([
      'balance_changed: 1000000 / 1000005',
      'balance_changed: 10 / 11',
    ]);
  });

  it('goes on after a restart where it was', async () => {
    const test = await open();
    await test.open('one');
    await test.compare();
    test.venue.trade('v-one', '0.25', false);
    test.venue.credit('USDT', '7');
    const again = await createReconcilerFixture(await database.open(), test);
    expect(await again.reconciler.reports([test.account])).toMatchObject([{ status: 'ok' }]);
    await again.compare();
    // The fill and its order changed while no process could receive updates; the balance is real
    // money.
    expect(again.found()).toEqual(['balance_changed: 999997.4975 / 1000004.4975']);
    expect(again.recovered).toEqual([1]);
    expect(again.ordersRecovered).toHaveLength(1);
    expect(await again.orders.find(again.account.id, 'one')).toMatchObject({ filled: '0.25' });
  });

  it('tells of an order that changed after the restart, of which no news came', async () => {
    const test = await open();
    await test.open('one');
    await test.compare();
    const again = await createReconcilerFixture(await database.open(), test);
    // The account is known from its first report on.
    await again.reconciler.reports([test.account]);
    await again.clock.advance(1_000);
    again.venue.trade('v-one', '0.25', false);
    await again.compare();
    expect(again.found()).toContain(
      'order_changed: open, 0 of 1 filled at 10 / open, 0.25 of 1 filled at 10',
    );
    expect([again.recovered, again.ordersRecovered]).toEqual([[], []]);
  });

  it('reports a venue that cannot be asked since when, and no difference', async () => {
    const test = await open();
    await test.compare();
    test.venue.isDown = true;
    test.venue.credit('BTC', '1');
    const beganMs = test.clock.now();
    await test.compare();
    // The clock moves while the database answers, so the time lies within the comparison.
    const [report] = await test.reconciler.reports([test.account]);
    const sinceMs = report?.unavailable?.sinceMs;
    expect(sinceMs).toBeGreaterThanOrEqual(beganMs);
    expect(sinceMs).toBeLessThanOrEqual(test.clock.now());
    await test.clock.advance(30_000);
    await test.compare();
    expect(await test.reconciler.reports([test.account])).toMatchObject([
      { status: 'venue_unavailable', unavailable: { sinceMs, reason: 'The venue is down.' } },
    ]);
    expect([test.found(), test.failures]).toEqual([[], []]);
    test.venue.isDown = false;
    await test.compare();
    expect(test.found()).toEqual(['balance_changed: 10 / 11']);
  });
});
