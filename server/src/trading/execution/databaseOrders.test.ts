import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import {
  accountId,
  addAccounts,
  btc,
  eth,
  newFill,
  newIntent,
  newOutcome,
  startMs,
  today,
  usd100,
  wide,
} from '../../../test/support/orders/fixture.ts';
import { StaleEpochError } from '../../store/types.ts';
import type { AccountId } from '../model/account.ts';
import { createOrderStore } from './databaseOrders.ts';

const other = 'other' as AccountId;

eachDatabase('stored orders', (database) => {
  const open = async () => {
    const store = await database.open();
    await addAccounts(store, accountId, other);
    const { epoch } = await store.own();
    return { store, epoch, orders: createOrderStore(store) };
  };

  it('are kept as they were asked for', async () => {
    const { epoch, orders } = await open();
    const intent = newIntent('full', {
      stopPrice: '11.5',
      trailingDelta: 0.1,
      reduceOnly: true,
      reservedMicroUsd: 7,
      quoteUsd: 0.999_812_345_678_9,
      parentId: 'twap-1',
      marketType: 'swap',
    });
    expect(await orders.reserve(epoch, intent, wide)).toEqual({ kind: 'recorded' });
    expect(await orders.find(accountId, 'full')).toEqual({
      ...intent,
      status: 'pending',
      venueOrderId: undefined,
      filled: '0',
      average: undefined,
      cost: '0',
      fee: '0',
      feeAsset: undefined,
      rejectCode: undefined,
      reason: undefined,
      lastTradeAtMs: undefined,
      updatedAtMs: intent.createdAtMs,
      version: 0,
    });
  });

  it('bear what the venue said of them', async () => {
    const { epoch, orders } = await open();
    const intent = newIntent('one');
    await orders.reserve(epoch, intent, wide);
    const said = newOutcome({ average: 0.1 + 0.2, reason: 'done' });
    const recorded = await orders.record(epoch, intent.id, said);
    const { atMs, ...fields } = said;
    expect(recorded).toEqual({
      ...intent,
      ...fields,
      rejectCode: undefined,
      updatedAtMs: atMs,
      version: 1,
    });
    expect(await orders.find(accountId, intent.id)).toEqual(recorded);
    expect(await orders.record(epoch, intent.id, said)).toEqual(recorded);
    expect(await orders.record(epoch, 'nobody', said)).toBeUndefined();
  });

  it('answer a client id that was used with its order, and count it once', async () => {
    const { epoch, orders } = await open();
    await orders.reserve(epoch, newIntent('one'), wide);
    const again = newIntent('two', { clientOrderId: 'one', requestHash: 'of something else' });
    const answer = await orders.reserve(epoch, again, { ...wide, openOrdersMax: 0 });
    expect(answer).toMatchObject({ kind: 'exists', order: { requestHash: 'hash of one' } });
    expect(await orders.usage(accountId, today)).toEqual({ usedMicroUsd: 10_000_000, orders: 1 });
    const elsewhere = { ...again, accountId: other };
    expect(await orders.reserve(epoch, elsewhere, wide)).toEqual({ kind: 'recorded' });
  });

  it('fit the daily limit to the last millionth, each day and account anew', async () => {
    const { epoch, orders } = await open();
    const reserve = (name: string, reservedMicroUsd: number, changes = {}) =>
      orders.reserve(epoch, newIntent(name, { reservedMicroUsd, ...changes }), usd100);
    expect(await reserve('a', 100_000_001)).toEqual({ kind: 'overLimit', usedMicroUsd: 0 });
    expect(await orders.usage(accountId, today)).toEqual({ usedMicroUsd: 0, orders: 0 });
    expect(await reserve('b', 60_000_000)).toEqual({ kind: 'recorded' });
    expect(await reserve('c', 40_000_001)).toEqual({ kind: 'overLimit', usedMicroUsd: 60_000_000 });
    expect(await reserve('d', 40_000_000)).toEqual({ kind: 'recorded' });
    expect(await reserve('e', 1)).toEqual({ kind: 'overLimit', usedMicroUsd: 100_000_000 });
    // This works even when the limit was lowered below what is used.
    const reducing = newIntent('f', { reduceOnly: true, reservedMicroUsd: 0 });
    const lowered = { ...usd100, dailyMicroUsd: 5 };
    expect(await orders.reserve(epoch, reducing, lowered)).toEqual({ kind: 'recorded' });
    expect(await reserve('g', 1, { day: '2023-11-15' })).toEqual({ kind: 'recorded' });
    expect(await reserve('h', 1, { accountId: other })).toEqual({ kind: 'recorded' });
    expect(await orders.usage(accountId, today)).toEqual({ usedMicroUsd: 100_000_000, orders: 3 });
  });

  it('give back what was not used, once', async () => {
    const { epoch, orders } = await open();
    const [one, two, three] = [newIntent('one'), newIntent('two'), newIntent('three')];
    for (const intent of [one, two, three]) await orders.reserve(epoch, intent, wide);
    const used = async () => (await orders.usage(accountId, today)).usedMicroUsd;
    const rejected = { status: 'rejected', reason: 'no', atMs: startMs + 1 } as const;
    for (let i = 0; i < 2; i += 1) {
      await orders.record(epoch, one.id, rejected);
      expect(await used()).toBe(20_000_000);
    }
    // Recorded a day later, it still counts in the day on which it was reserved.
    await orders.record(epoch, two.id, newOutcome({ atMs: startMs + 86_400_000 }));
    expect(await used()).toBe(19_000_000);
    const canceled = newOutcome({ status: 'canceled', filled: '0.5', cost: '4.5' });
    await orders.record(epoch, three.id, canceled);
    expect(await used()).toBe(13_500_000);
    // This fill crossed with the cancel.
    await orders.record(epoch, three.id, newOutcome());
    expect(await used()).toBe(18_000_000);
    await orders.record(epoch, three.id, canceled);
    expect(await used()).toBe(18_000_000);
  });

  it('never make the usage of a day negative', async () => {
    const { store, epoch, orders } = await open();
    const intent = newIntent('one');
    await orders.reserve(epoch, intent, wide);
    await store.db.updateTable('daily_usage').set({ used_micro_usd: 3 }).execute();
    await orders.record(epoch, intent.id, { status: 'rejected', atMs: startMs });
    expect((await orders.usage(accountId, today)).usedMicroUsd).toBe(0);
  });

  it('are refused beyond the number that may be open', async () => {
    const { epoch, orders } = await open();
    const reserve = (name: string, account = accountId) =>
      orders.reserve(epoch, newIntent(name, { accountId: account }), { ...wide, openOrdersMax: 2 });
    await reserve('a');
    await reserve('b');
    expect(await reserve('c')).toEqual({ kind: 'tooManyOpen', open: 2 });
    expect(await reserve('d', other)).toEqual({ kind: 'recorded' });
    await orders.record(epoch, newIntent('a').id, { status: 'unknown', atMs: startMs });
    await orders.record(epoch, newIntent('b').id, { status: 'open', atMs: startMs });
    expect(await reserve('e')).toEqual({ kind: 'tooManyOpen', open: 2 });
    await orders.record(epoch, newIntent('b').id, { status: 'canceled', atMs: startMs });
    expect(await reserve('f')).toEqual({ kind: 'recorded' });
  });

  it('take a missing cost from the average, and no fills without either', async () => {
    const { epoch, orders } = await open();
    const intent = newIntent('one');
    await orders.reserve(epoch, intent, wide);
    const filled = { status: 'open', filled: '0.3', atMs: startMs } as const;
    const free = orders.record(epoch, intent.id, filled);
    await expect(free).rejects.toThrow('says what they cost');
    const bad = orders.record(epoch, intent.id, { ...filled, cost: '1,5' });
    await expect(bad).rejects.toThrow('decimal text');
    expect(await orders.record(epoch, intent.id, { ...filled, average: 0.1 })).toMatchObject({
      cost: '0.03',
    });
  });

  it('are found by any of their names', async () => {
    const { epoch, orders } = await open();
    const one = newIntent('one');
    await orders.reserve(epoch, one, wide);
    await orders.record(epoch, one.id, newOutcome({ status: 'open', venueOrderId: '77' }));
    for (const name of [one.id, 'one', one.venueClientId, '77']) {
      expect(await orders.find(accountId, name)).toMatchObject({ id: one.id });
      expect(await orders.find(accountId, name, btc)).toMatchObject({ id: one.id });
      expect(await orders.find(accountId, name, eth)).toBeUndefined();
      expect(await orders.find(other, name)).toBeUndefined();
    }
    // The venue numbers the orders of another symbol from one as well, and somebody named an order
    // "77".
    const two = newIntent('two', { symbol: eth });
    await orders.reserve(epoch, two, wide);
    await orders.record(epoch, two.id, newOutcome({ venueOrderId: '77' }));
    expect(await orders.find(accountId, '77')).toBeUndefined();
    expect(await orders.find(accountId, '77', eth)).toMatchObject({ id: two.id });
    const three = newIntent('77');
    await orders.reserve(epoch, three, wide);
    expect(await orders.find(accountId, '77')).toMatchObject({ id: three.id });
    expect(await orders.find(accountId, '77', eth)).toMatchObject({ id: two.id });
  });

  it('are listed while they are unsettled or live, oldest first', async () => {
    const { epoch, orders } = await open();
    const statuses = ['open', 'unknown', 'pending', 'closed', 'rejected'] as const;
    for (const [index, status] of statuses.entries()) {
      const intent = newIntent(status, { createdAtMs: startMs - index });
      await orders.reserve(epoch, intent, wide);
      await orders.record(epoch, intent.id, { status, atMs: startMs });
    }
    await orders.reserve(epoch, newIntent('theirs', { accountId: other }), wide);
    const names = async (list: ReturnType<typeof orders.live>) =>
      (await list).map(({ clientOrderId }) => clientOrderId);
    expect(await names(orders.unsettled(9))).toEqual(['pending', 'unknown', 'theirs']);
    expect(await names(orders.unsettled(1))).toEqual(['pending']);
    expect(await names(orders.live(accountId))).toEqual(['pending', 'unknown', 'open']);
  });

  it('keep their account from being removed', async () => {
    const { store, epoch, orders } = await open();
    await orders.reserve(epoch, newIntent('one'), wide);
    const remove = (id: string) => store.db.deleteFrom('exchange_accounts').where('id', '=', id);
    await expect(remove(accountId).execute()).rejects.toThrow(/foreign key/i);
    await remove(other).execute();
    const nobodys = newIntent('two', { accountId: other });
    await expect(orders.reserve(epoch, nobodys, wide)).rejects.toThrow(/foreign key/i);
    expect(await orders.usage(other, today)).toEqual({ usedMicroUsd: 0, orders: 0 });
  });

  it('are closed to an owner that was replaced', async () => {
    const { store, epoch, orders } = await open();
    const intent = newIntent('one');
    await orders.reserve(epoch, intent, wide);
    const heir = await database.open();
    await heir.db
      .updateTable('engine')
      .set({ epoch: epoch + 1 })
      .execute();
    const late = [
      orders.reserve(epoch, intent, wide),
      orders.reserve(epoch, newIntent('two'), wide),
      orders.record(epoch, intent.id, newOutcome()),
      orders.record(epoch, 'nobody', newOutcome()),
      orders.addFills(epoch, [newFill('t-1')]),
    ];
    for (const outcome of await Promise.allSettled<unknown>(late)) {
      expect(outcome).toMatchObject({ reason: expect.any(StaleEpochError) });
    }
    expect(await store.db.selectFrom('order_fills').selectAll().execute()).toEqual([]);
    expect(await orders.find(accountId, 'two')).toBeUndefined();
    expect(await orders.find(accountId, 'one')).toMatchObject({ status: 'pending' });
  });
});

eachDatabase('stored fills', (database) => {
  const open = async () => {
    const store = await database.open();
    await addAccounts(store, accountId, other);
    const { epoch } = await store.own();
    return { epoch, orders: createOrderStore(store) };
  };

  it('are stored once, however often and beside whatever they are heard', async () => {
    const { epoch, orders } = await open();
    const [a, b, c] = [newFill('a'), newFill('b'), newFill('c')];
    expect(await orders.addFills(epoch, [a, b, a])).toEqual([a, b]);
    const calls = [orders.addFills(epoch, [c, b, a]), orders.addFills(epoch, [a, b, c])];
    expect((await Promise.all(calls)).flat()).toEqual([c]);
    const twins = [
      { ...a, accountId: other },
      { ...a, symbol: eth },
      { ...a, marketType: 'swap' as const },
    ];
    expect(await orders.addFills(epoch, twins)).toEqual(twins);
    expect(await orders.addFills(epoch, [])).toEqual([]);
  });

  it('come in any number', async () => {
    const { epoch, orders } = await open();
    const many = Array.from({ length: 450 }, (_, i) => newFill(`t-${i}`));
    await orders.addFills(epoch, many.slice(100, 320));
    const added = await orders.addFills(epoch, many);
    expect(added).toEqual([...many.slice(0, 100), ...many.slice(320)]);
  });

  it('belong to an order by its id, or by the id that the venue gives it', async () => {
    const { epoch, orders } = await open();
    const intent = newIntent('one');
    await orders.reserve(epoch, intent, wide);
    const early = newFill('early', { atMs: startMs + 1 });
    const ours = newFill('ours', { orderId: intent.id, venueOrderId: 'before the trigger' });
    const strangers = [
      newFill('x', { symbol: eth }),
      newFill('y', { marketType: 'swap' }),
      newFill('z', { venueOrderId: 'v-2' }),
    ];
    await orders.addFills(epoch, [ours, early, ...strangers]);
    const before = await orders.find(accountId, 'one');
    expect(before && (await orders.fillsOf(before))).toEqual([ours]);
    const order = await orders.record(epoch, intent.id, newOutcome({ status: 'open' }));
    expect(order && (await orders.fillsOf(order))).toEqual([early, ours]);
  });
});
