import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import {
  createExecutionBench,
  filledOf,
  moveOnUntil,
  usualDraft,
} from '../../../test/support/execution/fixture.ts';
import { stateOf } from '../../../test/support/execution/orders.ts';
import { accountId } from '../../../test/support/orders/fixture.ts';
import { AppError } from '../../kit/errors.ts';
import type { SubmitOutcome, VenueOrder } from '../venues/venuePort.ts';
import { createOrderStore } from './databaseOrders.ts';

const database = databasePerTest('sqlite');
const open = async () => createExecutionBench(await database.open());

async function refusalOf(answer: Promise<unknown>): Promise<AppError> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`no refusal but ${String(error)}`);
  return error;
}

describe('an order', () => {
  it('is durable, with its share of the limit, before it leaves', async () => {
    const { submit, venue, orders } = await open();
    let seen: unknown;
    venue.onSubmit = async (order) => {
      const stored = await orders.find(
        (await orders.unsettled(1))[0]?.accountId ?? ('' as never),
        order.clientId,
      );
      seen = { status: stored?.status, reserved: stored?.reservedMicroUsd };
      return { kind: 'acknowledged', order: filledOf(order) };
    };
    const order = await submit();
    expect(seen).toEqual({ status: 'pending', reserved: 100_000_000 });
    expect(order).toMatchObject({
      status: 'closed',
      filled: '1.0000',
      fee: '0.1',
      feeAsset: 'USDT',
    });
  });

  it('has left once whoever waits for that goes on, though nobody has answered it', async () => {
    const { execution, submit, venue } = await open();
    const answer = Promise.withResolvers<void>();
    venue.onSubmit = async (order) => {
      await answer.promise;
      return { kind: 'acknowledged', order: filledOf(order) };
    };
    const order = submit();
    // It is accepted at once, and then queries the database, which takes longer.
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    await execution.left();
    expect(venue.submitted).toHaveLength(1);
    answer.resolve();
    await order;
  });

  it('has not left while its session holds it back', async () => {
    const { execution, submit, venue } = await open();
    Object.assign(venue, { mayHoldBack: true });
    const passed = Promise.withResolvers<void>();
    const told: string[] = [];
    venue.onSubmit = async (order) => {
      await passed.promise;
      told.push('left');
      order.leave?.();
      return { kind: 'acknowledged', order: filledOf(order) };
    };
    const order = submit();
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    const left = execution.left().then(() => told.push('told'));
    while (venue.submitted.length === 0) await new Promise(setImmediate);
    passed.resolve();
    await left;
    expect(told).toEqual(['left', 'told']);
    await order;
  });

  it.each([
    [undefined, 5_000],
    [2_000, 2_000],
    [1_234.56, 1_234.56],
  ])('that is of use for %s ms may leave for %f ms', async (sendWithinMs, expectedMs) => {
    const { execution, venue, clock } = await open();
    const beganMs = clock.monotonic();
    const order = await execution.submit(usualDraft, { actorId: 'a', sendWithinMs });
    expect((venue.submitted[0]?.sendBeforeMs ?? 0) - beganMs).toBe(expectedMs);
    expect((order.sendBeforeAtMs ?? 0) - order.createdAtMs).toBe(Math.floor(expectedMs));
  });

  it('that our own limits held back is refused as that, unsent, and answers the same again', async () => {
    const { submit, venue, orders } = await open();
    venue.onSubmit = async () => ({
      kind: 'rejected',
      code: 'RATE_LIMITED',
      message: 'No room in time. This order was not sent. Try again in 4 s.',
      waitMs: 3_200,
    });
    const refusal = {
      code: 'RATE_LIMITED',
      status: 429,
      message: expect.stringMatching(/was not sent/),
      data: { order_status: 'rejected', client_order_id: 'held' },
    };
    await expect(submit({ clientOrderId: 'held' })).rejects.toMatchObject({
      ...refusal,
      retryAfterMs: 3_200,
    });
    await expect(submit({ clientOrderId: 'held' })).rejects.toMatchObject(refusal);
    expect(venue.submitted).toHaveLength(1);
    expect((await orders.find(accountId, 'held'))?.status).toBe('rejected');
    expect((await orders.usage(accountId, '2023-11-14')).usedMicroUsd).toBe(0);
  });

  it('bears our id as client id at the venue, never the caller’s own', async () => {
    const { submit, venue } = await open();
    const order = await submit({ clientOrderId: 'my name' });
    expect(venue.submitted[0]?.clientId).toBe(order.id.replaceAll('-', ''));
    expect(order.clientOrderId).toBe('my name');
  });

  it('is sent on the steps of its market', async () => {
    const { submit, venue } = await open();
    await submit({ quantity: 1.00019, price: 99.999 });
    expect(venue.submitted[0]).toMatchObject({ quantity: '1.0001', price: '99.99' });
  });

  it('that the venue refuses gives its share back', async () => {
    const { submit, venue, execution } = await open();
    const rejected: SubmitOutcome = {
      kind: 'rejected',
      code: 'INSUFFICIENT_BALANCE',
      message: 'The free balance does not cover the order.',
    };
    venue.onSubmit = async () => rejected;
    const refusal = await refusalOf(submit());
    expect([refusal.code, refusal.message]).toEqual([rejected.code, rejected.message]);
    expect(await execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 0 });
  });

  it('that fills for less than it reserved keeps only what it cost', async () => {
    const { submit, venue, execution } = await open();
    venue.onSubmit = async (order) => ({
      kind: 'acknowledged',
      order: { ...filledOf(order), average: 90, cost: '90' },
    });
    await submit();
    expect(await execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 90_000_000 });
  });

  it('is not sent when its intent cannot be stored', async () => {
    const store = await database.open();
    const real = createOrderStore(store);
    const orders = { ...real, reserve: () => Promise.reject(new Error('disk full')) };
    const { submit, venue } = await createExecutionBench(store, { orders });
    expect((await refusalOf(submit())).code).toBe('STORE_UNAVAILABLE');
    expect(venue.submitted).toEqual([]);
  });

  it('whose outcome cannot be written is unknown, and found again', async () => {
    const store = await database.open();
    const real = createOrderStore(store);
    let isFull = true;
    const record: typeof real.record = (...args) =>
      isFull ? Promise.reject(new Error('disk full')) : real.record(...args);
    const bench = await createExecutionBench(store, { orders: { ...real, record } });
    const { submit, execution, observed } = bench;
    const refusal = await refusalOf(submit());
    expect(refusal).toMatchObject({ code: 'NETWORK_ERROR', data: { order_status: 'unknown' } });
    isFull = false;
    await execution.resolver.look();
    expect(observed).toContain('orderResolved');
    const [live] = await bench.orders.live(accountId);
    expect(live?.status).toBe('open');
  });

  it('that a session answers with a throw is unknown', async () => {
    const { submit, venue } = await open();
    venue.onSubmit = () => Promise.reject(new Error('a fault of ours'));
    expect((await refusalOf(submit())).data).toMatchObject({ order_status: 'unknown' });
  });

  it('that the venue does not answer is unknown after ten seconds', async () => {
    const { submit, venue, clock } = await open();
    let waitedMs = 0;
    const leaving = Promise.withResolvers<void>();
    venue.onSubmit = (_order, signal) => {
      leaving.resolve();
      const sentMs = clock.now();
      signal.addEventListener('abort', () => {
        waitedMs = clock.now() - sentMs;
      });
      return new Promise(() => undefined);
    };
    const refused = refusalOf(submit());
    // Until the order leaves, it waits only for the database, which does not use the simulated
    // time.
    await leaving.promise;
    await moveOnUntil(clock, refused);
    expect((await refused).code).toBe('NETWORK_ERROR');
    expect(waitedMs).toBe(10_000);
  });

  it('that may have come twice is looked up instead', async () => {
    const { submit, venue, orders } = await open();
    venue.onSubmit = async () => ({ kind: 'rejected', code: 'DUPLICATE', message: 'again' });
    expect((await refusalOf(submit({ clientOrderId: 'one' }))).code).toBe('NETWORK_ERROR');
    expect((await orders.find(accountId, 'one'))?.status).toBe('unknown');
  });

  it('fill-or-kill that found too little has expired', async () => {
    const { submit, venue } = await open();
    venue.onSubmit = async () => ({ kind: 'rejected', code: 'CANNOT_FILL', message: 'too little' });
    const order = await submit({ timeInForce: 'FOK' });
    expect(order).toMatchObject({ status: 'expired', filled: '0', reason: 'too little' });
  });
});

describe('a client order id', () => {
  it('answers with the first order, sent once, however often it comes at once', async () => {
    const { submit, venue } = await open();
    const all = await Promise.all([1, 2, 3].map(() => submit({ clientOrderId: 'one' })));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(venue.submitted).toHaveLength(1);
  });

  it('answers with the first order, though its own sender hears of it later', async () => {
    const store = await database.open();
    const real = createOrderStore(store);
    // With several connections to one database, the later answer overtakes the first.
    const overtaken = Promise.withResolvers<void>();
    const reserve: typeof real.reserve = async (...args) => {
      const answer = await real.reserve(...args);
      if (answer.kind === 'recorded') await overtaken.promise;
      else setImmediate(overtaken.resolve);
      return answer;
    };
    const { submit, venue } = await createExecutionBench(store, { orders: { ...real, reserve } });
    const all = await Promise.all([1, 2, 3].map(() => submit({ clientOrderId: 'one' })));
    expect(new Set(all.map(({ id, status }) => `${id} ${status}`)).size).toBe(1);
    expect(venue.submitted).toHaveLength(1);
  });

  it('answers with the first order for ever, whatever is against it by now', async () => {
    const { submit, venue, changeAccount } = await open();
    const first = await submit({ clientOrderId: 'one' });
    await changeAccount({ limits: { maxOrderMicroUsd: 1 }, dailyLimitMicroUsd: 0 });
    expect((await submit({ clientOrderId: 'one' })).id).toBe(first.id);
    expect(venue.submitted).toHaveLength(1);
  });

  it('with another order is refused, and the first is shown', async () => {
    const { submit, venue } = await open();
    await submit({ clientOrderId: 'one' });
    const refusal = await refusalOf(submit({ clientOrderId: 'one', quantity: 2 }));
    expect(refusal).toMatchObject({
      code: 'DUPLICATE_CLIENT_ORDER_ID',
      data: { client_order_id: 'one', order: { quantity: 1 } },
    });
    expect(venue.submitted).toHaveLength(1);
  });

  it.each([
    ['OTHER', 1],
    ['INSUFFICIENT_BALANCE', 0],
  ] as const)('refused with %s casts doubt on the list of markets: %i', async (code, times) => {
    const { submit, venue, observed } = await open();
    venue.onSubmit = async () => ({ kind: 'rejected', code, message: 'off the grid' });
    await refusalOf(submit());
    expect(observed.filter((seen) => seen.startsWith('doubted'))).toHaveLength(times);
  });

  it('of a refused order answers with the same refusal', async () => {
    const { submit, venue } = await open();
    venue.onSubmit = async () => ({ kind: 'rejected', code: 'WOULD_TAKE', message: 'it would' });
    const first = await refusalOf(submit({ clientOrderId: 'one', postOnly: true }));
    const second = await refusalOf(submit({ clientOrderId: 'one', postOnly: true }));
    expect([first.code, second.code]).toEqual(['POST_ONLY_WOULD_TAKE', 'POST_ONLY_WOULD_TAKE']);
    expect(venue.submitted).toHaveLength(1);
  });

  it('that was never taken may come again', async () => {
    const { submit, venue } = await open();
    expect((await refusalOf(submit({ clientOrderId: 'one', quantity: 0.001 }))).code).toBe(
      'BELOW_MINIMUM_ORDER',
    );
    expect((await submit({ clientOrderId: 'one' })).status).toBe('open');
    expect(venue.submitted).toHaveLength(1);
  });
});

describe('the daily limit', () => {
  it('is never passed, however orders come together', async () => {
    const { submit, venue, execution } = await open();
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => submit({ quantity: 1 })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(venue.submitted).toHaveLength(10);
    expect(await execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 1_000_000_000 });
  });

  it('says what remains', async () => {
    const { submit } = await open();
    await submit({ quantity: 9.5 });
    const refusal = await refusalOf(submit());
    expect(refusal.message).toBe('Order would exceed daily limit. Remaining: $50.00');
    expect(refusal.data).toEqual({
      limit_check: { allowed: false, order_value_usd: 100, remaining_usd: 50 },
    });
  });

  it('binds nothing that only reduces', async () => {
    const { submit, venue } = await open();
    await submit({ quantity: 10 });
    const reduce = { symbol: 'BTC/USDT:USDT', side: 'sell', reduceOnly: true } as const;
    await submit({ ...reduce, quantity: 10 });
    expect(venue.submitted).toHaveLength(2);
  });
});

describe('what gives back what its algorithm opened', () => {
  const closing = { isClosing: true, parentId: 'algorithm' };
  const sell = { side: 'sell', quantity: 10 } as const;

  it('is bound by no limit of its account, and takes nothing of the daily one', async () => {
    const { submit, execution, venue, changeAccount } = await open();
    await submit({ quantity: 10 });
    await changeAccount({ limits: { maxOpenOrders: 1, maxOrderMicroUsd: 20_000_000 } });
    const order = await submit(sell, closing);
    expect(order).toMatchObject({ status: 'open', reservedMicroUsd: 0, reduceOnly: false });
    expect(venue.submitted[1]).toMatchObject({ marketType: 'spot', reduceOnly: false });
    expect((await execution.dailyLimit('desk')).usedMicroUsd).toBe(1_000_000_000);
  });

  it('passes a development cap', async () => {
    const { submit } = await createExecutionBench(await database.open(), {
      capOf: () => 20_000_000,
    });
    expect((await refusalOf(submit(sell))).code).toBe('DEV_MODE_LIMIT_EXCEEDED');
    expect((await submit(sell, closing)).status).toBe('open');
  });

  it.each([
    ['the minimum value of an order', { quantity: 0.05 }, 'BELOW_MINIMUM_ORDER'],
    ['the price collar', { price: 1 }, 'PRICE_COLLAR_EXCEEDED'],
  ])('is held to %s as every order on spot is', async (_what, draft, code) => {
    const { submit, venue } = await open();
    expect((await refusalOf(submit({ ...sell, ...draft }, closing))).code).toBe(code);
    expect(venue.submitted).toEqual([]);
  });

  it('is not taken by an account that is halted', async () => {
    const { submit, haltAccount } = await open();
    await haltAccount();
    expect((await refusalOf(submit(sell, closing))).code).toBe('ACCOUNT_HALTED');
  });
});

it('waits, when it stops, for what is on its way', async () => {
  const { venue, execution, orders, clock } = await open();
  const gate = Promise.withResolvers<SubmitOutcome>();
  const leaving = Promise.withResolvers<VenueOrder>();
  venue.onSubmit = (order) => {
    leaving.resolve(order);
    return gate.promise;
  };
  const sent = execution.submit({ ...usualDraft, clientOrderId: 'one' }, { actorId: 'key-1' });
  let hasStopped = false;
  const stopped = execution.stop().then(() => {
    hasStopped = true;
  });
  const order = await leaving.promise;
  expect(hasStopped).toBe(false);
  gate.resolve({ kind: 'acknowledged', order: stateOf(order) });
  await moveOnUntil(clock, stopped);
  expect((await sent).status).toBe('open');
  expect((await orders.find(accountId, 'one'))?.status).toBe('open');
});
