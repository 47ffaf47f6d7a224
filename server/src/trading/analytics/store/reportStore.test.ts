import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import {
  accountId,
  addAccounts,
  btc,
  eth,
  newFill,
  newIntent,
  newOutcome,
  startMs,
  wide,
} from '../../../../test/support/orders/fixture.ts';
import { createOrderStore } from '../../execution/databaseOrders.ts';
import type { StoredFill } from '../../execution/orderStore.ts';
import type { AccountId } from '../../model/account.ts';
import type { FillQuery, LedgerRecord, ReportFill, TwapRecord } from '../types.ts';
import { createCollectStore } from './collectStore.ts';
import { createReportStore } from './reportStore.ts';

const other = 'other' as AccountId;
const everything: FillQuery = {
  accountIds: [accountId, other],
  marketTypes: ['spot', 'swap', 'future'],
  symbol: undefined,
  fromMs: undefined,
  toMs: undefined,
};

eachDatabase('what reports read', (database) => {
  const open = async () => {
    const store = await database.open();
    await addAccounts(store, accountId, other);
    const { epoch } = await store.own();
    const clock = createManualClock(startMs);
    const orders = createOrderStore(store);
    const listeners: ((fill: StoredFill) => void)[] = [];
    const unreadable: string[] = [];
    const reports = createReportStore({
      db: store.db,
      clock,
      onFill: (listener) => listeners.push(listener),
      observe: { algorithmUnreadable: (id) => unreadable.push(id) },
      pairTypes: ['spread', 'funding_arb'],
    });
    const add = async (fills: readonly StoredFill[]) => {
      for (const fill of await orders.addFills(epoch, fills)) {
        for (const listener of listeners) listener(fill);
      }
    };
    const collect = createCollectStore(store);
    return { store, epoch, clock, orders, reports, collect, add, unreadable };
  };

  const all = async (parts: AsyncIterable<readonly ReportFill[]>) => {
    const fills: ReportFill[] = [];
    for await (const part of parts) fills.push(...part);
    return fills;
  };
  const ids = (fills: readonly ReportFill[]) => fills.map(({ venueTradeId }) => venueTradeId);

  it('holds every fill of the window once and in order, over parts and accounts', async () => {
    const { reports, add } = await open();
    const many = Array.from({ length: 2_600 }, (_, i) =>
      // Many fills share one moment: a part may end between them.
      newFill(`t-${i}`, {
        accountId: i % 3 === 0 ? other : accountId,
        symbol: i % 2 === 0 ? btc : eth,
        atMs: startMs + Math.floor(i / 700),
      }),
    );
    await add(many);
    const fills = await all(reports.fills(everything));
    expect(new Set(ids(fills))).toEqual(new Set(many.map(({ venueTradeId }) => venueTradeId)));
    expect(fills).toHaveLength(many.length);
    expect(fills.map(({ atMs }) => atMs)).toEqual(many.map(({ atMs }) => atMs).sort());
    const pages: ReportFill[] = [];
    for (let page = 0; page < 7; page += 1) {
      pages.push(...(await reports.fillPage(everything, { page, size: 400 })));
    }
    expect(ids(pages)).toEqual(ids(fills).reverse());
    const some = { ...everything, accountIds: [accountId], symbol: eth, fromMs: startMs + 1 };
    const wanted = many.filter(
      ({ accountId: account, symbol, atMs }) =>
        account === accountId && symbol === eth && atMs > startMs,
    );
    expect(await all(reports.fills({ ...some, toMs: startMs + 3 }))).toHaveLength(wanted.length);
    expect(await all(reports.fills({ ...some, toMs: startMs }))).toEqual([]);
    expect(await all(reports.fills({ ...everything, accountIds: [] }))).toEqual([]);
    expect(
      await reports.fillPage({ ...everything, marketTypes: [] }, { page: 0, size: 9 }),
    ).toEqual([]);
  });

  it('tells what is known of a fill and whose order it was', async () => {
    const { reports, add, orders, collect, epoch } = await open();
    const intent = newIntent('one', { parentId: 'plan-1' });
    await orders.reserve(epoch, intent, wide);
    await orders.record(epoch, intent.id, newOutcome({ venueOrderId: 'v-7' }));
    const fill = newFill('a', { orderId: intent.id, venueOrderId: 'v-7' });
    // This fill was heard before its order was known to be ours.
    const early = newFill('b', { venueOrderId: 'v-7', atMs: startMs + 6 });
    const foreign = newFill('c', { venueOrderId: 'v-8', atMs: startMs + 7, fee: '-0.1e-3' });
    await add([fill, early, foreign]);
    const { accountId, marketType, symbol, venueTradeId, atMs } = fill;
    const marks = [10, undefined, 12, undefined, undefined, 15];
    await collect.saveMarks([
      { accountId, marketType, symbol, venueTradeId, atMs, source: 'live', marks, quoteUsd: 1.01 },
    ]);
    const read = await all(reports.fills(everything));
    expect(read.map(({ parentId }) => parentId)).toEqual(['plan-1', 'plan-1', undefined]);
    expect(read[0]).toMatchObject({ marks, source: 'live', quoteUsd: 1.01, halfSpread: undefined });
    expect(read[0]).toMatchObject({ quantity: 0.1, price: 9.5, fee: -0.0001 });
    expect(read[2]?.fee).toBe(-0.0001);
    expect(read[2]?.marks).toEqual(Array.from({ length: 6 }));
  });

  it('counts fills and the orders they are of, however fills come in between', async () => {
    const { reports, add, clock } = await open();
    const stored: StoredFill[] = [];
    const query = { ...everything, accountIds: [accountId] };
    const check = async (asked: FillQuery) => {
      const { fromMs = 0, toMs = Number.POSITIVE_INFINITY, accountIds } = asked;
      const wanted = stored.filter(
        ({ atMs, accountId }) => atMs >= fromMs && atMs <= toMs && accountIds.includes(accountId),
      );
      const orders = new Set(wanted.map((fill) => `${fill.accountId} ${fill.venueOrderId}`));
      expect(await reports.fillCounts(asked)).toEqual({
        orders: orders.size,
        fills: wanted.length,
      });
    };
    await check(everything);
    const steps = fc.sample(
      fc.record({
        agoMs: fc.oneof(fc.nat(200_000), fc.nat(4_000_000)),
        order: fc.nat(40),
        waitMs: fc.nat(50_000),
        isOther: fc.boolean(),
      }),
      { numRuns: 60, seed: 7 },
    );
    for (const [index, { agoMs, order, waitMs, isOther }] of steps.entries()) {
      await clock.advance(waitMs);
      const fill = newFill(`t-${index}`, {
        venueOrderId: `v-${order}`,
        atMs: clock.now() - agoMs,
        ...(isOther && { accountId: other }),
      });
      stored.push(fill);
      await add([fill]);
      await check(query);
      if (index % 5 === 0) await check(everything);
      await check({ ...query, fromMs: startMs - 1_000_000, toMs: startMs + 300_000 });
    }
  });

  it('counts in slices as in one', async () => {
    const { reports, add, clock } = await open();
    const many = Array.from({ length: 6_000 }, (_, i) =>
      newFill(`t-${i}`, { venueOrderId: `v-${i % 1_700}`, atMs: startMs + Math.floor(i / 3) }),
    );
    await add(many);
    await clock.advance(120_000);
    const counts = { orders: 1_700, fills: 6_000 };
    expect(await reports.fillCounts(everything)).toEqual(counts);
    expect(await reports.fillCounts(everything)).toEqual(counts);
  });

  it('holds what was booked, pages of it, and exact sums', async () => {
    const { reports, collect } = await open();
    const records = Array.from({ length: 1_205 }, (_, i) => entry(`e-${i}`, i));
    expect(await collect.addLedger(records)).toBe(1_205);
    expect(await collect.addLedger(records.slice(0, 300))).toBe(0);
    await collect.addLedger([
      entry('e-1', 1, { kind: 'rebate', source: 'vip', symbol: undefined }),
    ]);
    const query = { accountIds: [accountId, other], kind: 'funding', ...anyTime } as const;
    const read: LedgerRecord[] = [];
    for await (const part of reports.ledger(query)) read.push(...part);
    expect(read).toEqual(records);
    expect(await reports.ledgerPage(query, { page: 1, size: 2 })).toEqual([
      records[1_202],
      records[1_201],
    ]);
    expect(await reports.ledgerSums(query)).toEqual([
      { asset: 'USDC', total: '60.2', count: 602 },
      { asset: 'USDT', total: '60.3', count: 603 },
    ]);
    expect(await reports.ledgerSums({ ...query, asset: 'USDC', toMs: startMs + 3 })).toEqual([
      { asset: 'USDC', total: '0.2', count: 2 },
    ]);
    const rebates = { ...query, kind: 'rebate' } as const;
    expect(await reports.ledgerPage(rebates, { page: 0, size: 5 })).toMatchObject([
      { source: 'vip', symbol: undefined, usd: 1 },
    ]);
    expect(await reports.ledgerSums({ ...query, accountIds: [] })).toEqual([]);
  });

  it('holds TWAP orders with their fills, whichever was heard first', async () => {
    const { reports, collect } = await open();
    const order = twap('t-1', { totalSize: '5', fills: [] });
    await collect.addTwaps([twap('t-1', { fills: [slice('a', 3)], atMs: startMs + 3 })]);
    await collect.addTwaps([order, twap('t-1', { fills: [slice('b', 1), slice('a', 3)] })]);
    await collect.addTwaps([twap('t-1', { totalSize: '6', atMs: startMs + 9 })]);
    await collect.addTwaps([twap('t-2', { symbol: eth, atMs: startMs + 5 })]);
    const query = { accountIds: [accountId, other], symbol: undefined };
    const { total, twaps } = await reports.twapPage(query, { page: 0, size: 9 });
    expect(total).toBe(2);
    expect(twaps.map(({ twapId }) => twapId)).toEqual(['t-2', 't-1']);
    expect(twaps[1]).toEqual({ ...order, fills: [slice('b', 1), slice('a', 3)] });
    expect(await reports.twapPage({ ...query, symbol: btc }, { page: 0, size: 1 })).toMatchObject({
      total: 1,
      twaps: [{ twapId: 't-1' }],
    });
  });

  it('knows what parents are, and the ended algorithms an account could be used by', async () => {
    const { reports, store, unreadable } = await open();
    const algorithm = (id: string, changes = {}) => ({
      id,
      client_id: null,
      request_hash: '',
      type: 'twap',
      symbol: btc,
      status: 'COMPLETED',
      actor_id: 'key',
      created_at_ms: startMs,
      updated_at_ms: startMs,
      record_json: record,
      ended_at_ms: startMs + 50,
      ...changes,
    });
    const record = JSON.stringify({
      side: 'sell',
      quantity: '2.50',
      accountIds: [accountId, other],
      arrivalPrice: 100,
      run: { filled: '2.4', lastMid: 99.5 },
    });
    const rows = [
      algorithm('a'),
      algorithm('b', { created_at_ms: startMs + 1, symbol: eth }),
      algorithm('c', { ended_at_ms: null, status: 'RUNNING' }),
      algorithm('d', { type: 'spread' }),
      algorithm('e', { record_json: '{}' }),
      algorithm('f'),
    ];
    await store.db
      .insertInto('algorithm_orders')
      .values(rows as never)
      .execute();
    const used = rows.filter(({ id }) => id !== 'f');
    await store.db
      .insertInto('algorithm_accounts')
      .values(used.map(({ id }) => ({ parent_id: id, account_id: accountId })))
      .execute();
    const found = await reports.shortfallOrders(accountId, anyTime, undefined);
    expect(found.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(unreadable).toEqual(['e']);
    expect(found[0]).toEqual({
      id: 'a',
      type: 'twap',
      symbol: btc,
      side: 'sell',
      quantity: 2.5,
      filled: 2.4,
      accounts: 2,
      arrivalPrice: 100,
      endPrice: 99.5,
      createdAtMs: startMs,
      endedAtMs: startMs + 50,
    });
    expect(await reports.shortfallOrders(accountId, anyTime, eth)).toHaveLength(1);
    const later = { fromMs: startMs + 2, toMs: undefined };
    expect(await reports.shortfallOrders(accountId, later, undefined)).toEqual([]);
    expect(await reports.shortfallOrders(other, anyTime, undefined)).toEqual([]);
    expect(await reports.parentKinds(['a', 'd', 'nobody'])).toEqual(
      new Map([
        ['a', 'twap'],
        ['d', 'spread'],
      ]),
    );
  });
});

const anyTime = { fromMs: undefined, toMs: undefined };

function entry(
  entryId: string,
  afterMs: number,
  changes: Partial<LedgerRecord> = {},
): LedgerRecord {
  return {
    accountId: accountId,
    kind: 'funding',
    marketType: 'swap',
    entryId,
    symbol: btc,
    asset: afterMs % 2 === 0 ? 'USDT' : 'USDC',
    amount: '0.1',
    source: undefined,
    usd: 1,
    atMs: startMs + afterMs,
    ...changes,
  };
}

function twap(twapId: string, changes: Partial<TwapRecord> = {}): TwapRecord {
  return {
    accountId: accountId,
    twapId,
    symbol: btc,
    side: 'buy',
    totalSize: undefined,
    atMs: startMs,
    fills: [],
    ...changes,
  };
}

function slice(venueTradeId: string, afterMs: number) {
  return { venueTradeId, price: 10.5, quantity: '0.1', fee: '0.001', atMs: startMs + afterMs };
}
