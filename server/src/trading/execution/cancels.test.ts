import { describe, expect, it } from 'vitest';
import { accountsOn } from '../../../test/support/accounts/fixture.ts';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import { createExecutionBench, filledOf } from '../../../test/support/execution/fixture.ts';
import { stateOf } from '../../../test/support/execution/orders.ts';
import { accountId } from '../../../test/support/orders/fixture.ts';

const database = databasePerTest('sqlite');
const one = { accountId: 'desk', name: 'one' } as const;

async function withOpenOrder() {
  const store = await database.open();
  const bench = await createExecutionBench(store);
  await bench.submit({ clientOrderId: 'one' });
  const [sent] = bench.venue.submitted;
  if (!sent) throw new Error('nothing was sent');
  return { ...bench, sent, accounts: accountsOn(store).accounts };
}

describe('a cancel', () => {
  it('that the venue does not find finds the order filled', async () => {
    const { execution, venue, sent, orders } = await withOpenOrder();
    venue.onCancel = async () => ({ kind: 'notFound' });
    venue.onLookup = async () => ({ kind: 'found', order: filledOf(sent) });
    expect(await execution.cancel(one)).toMatchObject({ stored: { status: 'closed' } });
    expect((await orders.find(accountId, 'one'))?.status).toBe('closed');
  });

  it('whose outcome is not known says so and changes nothing', async () => {
    const { execution, venue, orders } = await withOpenOrder();
    venue.onCancel = async () => ({ kind: 'unknown', message: 'timeout' });
    await expect(execution.cancel(one)).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      data: { order_id: expect.any(String) },
    });
    expect((await orders.find(accountId, 'one'))?.status).toBe('open');
  });

  it('that never left says so, and can be told from one whose outcome is not known', async () => {
    const { execution, venue } = await withOpenOrder();
    venue.onCancel = async () => ({ kind: 'notSent', message: 'No room in time.' });
    await expect(execution.cancel(one)).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      message: expect.stringContaining('The cancel was not sent. No room in time.'),
      data: { cancel_status: 'not_sent' },
    });
    venue.onCancel = async () => ({ kind: 'unknown', message: 'timeout' });
    await expect(execution.cancel(one)).rejects.toMatchObject({
      data: { cancel_status: 'unknown' },
    });
  });

  it('for which the limits of the venue left no room says when there is some', async () => {
    const { execution, venue } = await withOpenOrder();
    const message = 'This cancel was not sent. Try again in 7 s.';
    venue.onCancel = async () => ({ kind: 'notSent', message, waitMs: 6_500 });
    await expect(execution.cancel(one)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: `The cancel was not sent. ${message}`,
      retryAfterMs: 6_500,
      data: { cancel_status: 'not_sent' },
    });
  });

  it('that the venue took is answered with what is known of the order', async () => {
    const { execution, venue } = await withOpenOrder();
    venue.onCancel = async () => ({ kind: 'taken' });
    expect(await execution.cancel(one)).toMatchObject({
      stored: { status: 'open' },
      isCancelTaken: true,
    });
    const foreign = { ...one, name: 'v-hand', symbol: 'BTC/USDT' };
    await expect(execution.cancel(foreign)).rejects.toMatchObject({
      data: { cancel_status: 'taken' },
    });
  });

  it('of an order that has not been seen at the venue says what is known', async () => {
    const { execution, venue, submit } = await withOpenOrder();
    venue.onSubmit = async () => ({ kind: 'unknown', message: 'timeout' });
    await submit({ clientOrderId: 'two' }).catch(() => undefined);
    venue.onCancel = async () => ({ kind: 'notFound' });
    let looks = 0;
    venue.onLookup = async () => {
      looks += 1;
      return { kind: 'absent' };
    };
    await expect(execution.cancel({ ...one, name: 'two' })).rejects.toMatchObject({
      code: 'ORDER_NOT_FOUND',
      data: { order_status: 'unknown' },
    });
    // The resolver looks it up, at a pace that leaves room for other requests.
    expect(looks).toBe(0);
  });

  it('of what is over asks nobody', async () => {
    const { execution, venue } = await withOpenOrder();
    await execution.cancel(one);
    await execution.cancel(one);
    expect(venue.canceled).toHaveLength(1);
  });
});

/** Creates a venue that holds orders back until they may leave, as our own limits do. */
async function withWaitingOrder() {
  const bench = await createExecutionBench(await database.open());
  const { venue } = bench;
  Object.assign(venue, { mayHoldBack: true });
  const turn = Promise.withResolvers<void>();
  const unsent = { kind: 'rejected', code: 'NOT_SENT', message: 'Given up.' } as const;
  venue.onSubmit = async (order, signal) => {
    const givenUp = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve()),
    );
    await Promise.race([turn.promise, givenUp]);
    if (signal.aborted || order.leave?.() === false) return unsent;
    return { kind: 'acknowledged', order: stateOf(order) };
  };
  const answer = bench.submit({ clientOrderId: 'one' });
  while (venue.submitted.length === 0) await new Promise(setImmediate);
  return { ...bench, answer, turn };
}

describe('a cancel of an order that waits for its turn', () => {
  const canceled = {
    status: 'canceled',
    filled: '0',
    reason: 'Not sent: it was cancelled before it left.',
  };

  it('withdraws it: it never leaves, and its share of the limit is given back', async () => {
    const { execution, venue, answer, orders } = await withWaitingOrder();
    expect(await execution.cancel(one)).toMatchObject({ stored: canceled });
    expect(await answer).toMatchObject(canceled);
    expect(venue.canceled).toEqual([]);
    expect(await orders.find(accountId, 'one')).toMatchObject(canceled);
    expect(await execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 0 });
  });

  it('comes too late once it has left, and is told to the venue then', async () => {
    const { execution, venue, answer, turn } = await withWaitingOrder();
    turn.resolve();
    await execution.left();
    expect(await execution.cancel(one)).toMatchObject({
      stored: { status: 'canceled', reason: undefined },
    });
    expect(await answer).toMatchObject({ status: 'open' });
    expect(venue.canceled).toHaveLength(1);
  });

  it('and that the venue met first is told again once the order is there', async () => {
    const { execution, venue, submit } = await withWaitingOrder();
    const arrived = Promise.withResolvers<void>();
    venue.onSubmit = async (order) => {
      order.leave?.();
      await arrived.promise;
      return { kind: 'acknowledged', order: stateOf(order) };
    };
    const { onCancel } = venue;
    venue.onCancel = async () => {
      venue.onCancel = onCancel;
      arrived.resolve();
      return { kind: 'notFound' };
    };
    const sent = submit({ clientOrderId: 'two' });
    while (venue.submitted.length < 2) await new Promise(setImmediate);
    expect(await execution.cancel({ ...one, name: 'two' })).toMatchObject({
      stored: { status: 'canceled' },
    });
    await sent;
    await execution.cancel(one);
  });

  it('keeps it from leaving again after an attempt that reached nobody', async () => {
    const { execution, venue, submit } = await withWaitingOrder();
    const failed = Promise.withResolvers<void>();
    const left: (boolean | undefined)[] = [];
    venue.onSubmit = async (order) => {
      left.push(order.leave?.());
      await failed.promise;
      left.push(order.leave?.());
      return { kind: 'rejected', code: 'NOT_SENT', message: 'No connection.' };
    };
    venue.onCancel = async () => {
      failed.resolve();
      return { kind: 'notFound' };
    };
    const sent = submit({ clientOrderId: 'two' });
    while (venue.submitted.length < 2) await new Promise(setImmediate);
    expect(await execution.cancel({ ...one, name: 'two' })).toMatchObject({ stored: canceled });
    expect([await sent, left]).toEqual([expect.objectContaining(canceled), [true, false]]);
    await execution.cancel(one);
  });

  it('with everything else of its account counts it, and waits for nobody', async () => {
    const { execution, answer, accounts, venue } = await withWaitingOrder();
    const account = await accounts.find('desk');
    expect(await execution.cancelAll(account)).toEqual({ canceled: 1, failed: [] });
    expect([await answer, venue.canceled]).toEqual([expect.objectContaining(canceled), []]);
  });
});

describe('a cancel of everything', () => {
  it('ends what is open, of others too, and tells what may still be', async () => {
    const { execution, venue, sent, submit, accounts, orders } = await withOpenOrder();
    await submit({ clientOrderId: 'two', symbol: 'BTC/USDT:USDT' });
    const [, second] = venue.submitted;
    if (!second) throw new Error('nothing was sent');
    const foreign = stateOf(sent, { clientId: undefined, venueOrderId: 'v-hand' });
    venue.open = [stateOf(sent), stateOf(second), foreign];
    venue.onCancel = async (clientId) => {
      if (clientId === 'v-hand') return { kind: 'unknown', message: 'timeout' };
      const order = clientId === sent.clientId ? sent : second;
      return { kind: 'done', order: stateOf(order, { status: 'canceled' }) };
    };
    expect(await execution.cancelAll(await accounts.find('desk'))).toEqual({
      canceled: 2,
      failed: [{ orderId: 'v-hand', reason: 'timeout' }],
    });
    expect((await orders.find(accountId, 'one'))?.status).toBe('canceled');
    expect((await orders.find(accountId, 'two'))?.status).toBe('canceled');
  });

  it('never rejects, also when nobody can be asked', async () => {
    const { execution, venue, accounts } = await withOpenOrder();
    venue.openOrders = () => Promise.reject(new Error('down'));
    expect(await execution.cancelAll(await accounts.find('desk'))).toEqual({
      canceled: 0,
      failed: [{ orderId: '*', reason: 'down' }],
    });
  });
});
