import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import { symbolOf } from '../../../../test/support/paper/fixture.ts';
import type { EntryKind } from './bookings.ts';
import type { NumberedEntry } from './pending.ts';
import { createPaperTables } from './tables.ts';

const btc = symbolOf('BTC/USDT:USDT');
const eth = symbolOf('ETH/USDT:USDT');

function entry(entryId: number, kind: EntryKind, symbol = btc): NumberedEntry {
  const booked = { amount: '1', asset: 'USDT', info: {} };
  // Two at a time: of those the number says which came first.
  return { entryId, kind, marketType: 'swap', symbol, atMs: Math.floor(entryId / 2), ...booked };
}

eachDatabase('what is booked on a paper account', (database) => {
  it('is listed of several kinds as one list, by symbol or not, from either end', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    const tables = createPaperTables(store, epoch, 'a@1');
    const entries = [
      entry(2, 'realised'),
      entry(3, 'liquidation', eth),
      entry(4, 'liquidation'),
      entry(5, 'funding'),
      entry(6, 'realised', eth),
      entry(7, 'realised'),
      entry(8, 'liquidation'),
      entry(9, 'realised'),
    ];
    await tables.save({ dump: '{}', atMs: 1, rows: [], fills: [], entries });
    const ids = async (of: Partial<Parameters<typeof tables.entries>[1]>, limit = 3) => {
      const query = { marketType: 'swap', symbol: undefined, sinceMs: undefined, limit } as const;
      const found = await tables.entries(['realised', 'liquidation'], { ...query, ...of });
      return found.map(({ id }) => Number(id));
    };
    expect(await ids({}, 9)).toEqual([2, 3, 4, 6, 7, 8, 9]);
    expect(await ids({})).toEqual([7, 8, 9]);
    expect(await ids({ sinceMs: 0 })).toEqual([2, 3, 4]);
    expect(await ids({ sinceMs: 2 })).toEqual([4, 6, 7]);
    expect(await ids({ symbol: btc })).toEqual([7, 8, 9]);
    expect(await ids({ symbol: btc, sinceMs: 1 })).toEqual([2, 4, 7]);
    expect(await ids({ symbol: eth })).toEqual([3, 6]);
    expect(await ids({ marketType: 'future' })).toEqual([]);
  });
});
