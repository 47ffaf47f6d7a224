import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import {
  accountId,
  addAccounts,
  btc,
  eth,
  newFill,
  startMs,
} from '../../../../test/support/orders/fixture.ts';
import { createOrderStore } from '../../execution/databaseOrders.ts';
import type { MarksSave } from '../types.ts';
import { createCollectStore } from './collectStore.ts';

eachDatabase('what collecting stores', (database) => {
  const open = async () => {
    const store = await database.open();
    await addAccounts(store, accountId);
    const { epoch } = await store.own();
    return { epoch, orders: createOrderStore(store), collect: createCollectStore(store) };
  };

  it('remembers how far a list was read', async () => {
    const { collect } = await open();
    expect(await collect.readSince(accountId, 'funding')).toBeUndefined();
    await collect.saveSince(accountId, 'funding', { sinceMs: 5, nowMs: startMs });
    await collect.saveSince(accountId, 'funding', { sinceMs: 7, nowMs: startMs });
    expect(await collect.readSince(accountId, 'funding')).toBe(7);
    expect(await collect.readSince(accountId, 'rebates')).toBeUndefined();
  });

  it('never takes back what is known of a fill, and keeps what is due unless told', async () => {
    const { collect } = await open();
    const none = undefined;
    await collect.saveMarks([mark('a', { marks: [1], source: 'live', dueMs: startMs + 1_000 })]);
    await collect.saveMarks([mark('a', { marks: [none, 2], halfSpread: 0.5 })]);
    await collect.saveMarks([mark('a', { marks: [9, 9, 3], source: 'candles', feeUsd: 4 })]);
    expect(await collect.dueMarks(0, 9)).toEqual([
      {
        ...mark('a'),
        source: 'live',
        quoteUsd: none,
        feeUsd: 4,
        halfSpread: 0.5,
        marks: [1, 2, 3, none, none, none],
        dueMs: startMs + 1_000,
      },
    ]);
    await collect.saveMarks([mark('a', { dueMs: null })]);
    expect(await collect.dueMarks(0, 9)).toEqual([]);
    await collect.saveMarks([]);
  });

  it('finds what is due in order, and what nobody saw, the newest first', async () => {
    const { collect } = await open();
    await collect.saveMarks([
      mark('late', { dueMs: 20 }),
      mark('soon', { dueMs: 10 }),
      mark('seen', { dueMs: null, source: 'live' }),
      mark('old', { dueMs: null, atMs: 1 }),
      mark('new', { dueMs: null, atMs: 2 }),
      mark('eth', { dueMs: null, atMs: 3, symbol: eth }),
      mark('spot', { dueMs: null, marketType: 'spot' }),
      ...Array.from({ length: 450 }, (_, i) => mark(`m-${i}`, { dueMs: 1_000 + i })),
    ]);
    const names = (rows: readonly { readonly venueTradeId: string }[]) =>
      rows.map(({ venueTradeId }) => venueTradeId);
    expect(names(await collect.dueMarks(0, 3))).toEqual(['soon', 'late', 'm-0']);
    expect(names(await collect.dueMarks(20, 1))).toEqual(['late']);
    const unknown = (except: readonly (typeof btc)[], limit: number) =>
      collect.unknownMarks({ except, limit });
    expect(names(await unknown([], 9))).toEqual(['eth', 'new', 'old']);
    expect(names(await unknown([eth], 1))).toEqual(['new']);
  });

  it('walks through the fills of an account and says which are marked', async () => {
    const { collect, orders, epoch } = await open();
    const fills = ['a', 'b', 'c', 'd'].map((id) =>
      newFill(id, { atMs: startMs + (id > 'b' ? 1 : 0) }),
    );
    await orders.addFills(epoch, fills);
    await collect.saveMarks([mark('b', { marketType: 'spot', dueMs: null })]);
    const first = await collect.fillsAfter(accountId, nowhere, 3);
    expect(first.map(({ venueTradeId, isMarked }) => [venueTradeId, isMarked])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ]);
    const last = first.at(-1) ?? nowhere;
    expect(await collect.fillsAfter(accountId, last, 3)).toMatchObject([{ venueTradeId: 'd' }]);
  });
});

const nowhere = { atMs: 0, marketType: '', symbol: '', venueTradeId: '' } as const;

function mark(venueTradeId: string, changes: Partial<MarksSave> = {}): MarksSave {
  return {
    accountId: accountId,
    marketType: 'swap',
    symbol: btc,
    venueTradeId,
    atMs: startMs,
    ...changes,
  };
}
