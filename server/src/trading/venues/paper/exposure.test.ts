import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openMemoryStore } from '../../../../test/support/memoryStore.ts';
import {
  acknowledged,
  btcOf,
  createPaperHouse,
  listedMarket,
  noSignal,
  symbolOf,
} from '../../../../test/support/paperFixture.ts';
import type { PaperSave, Store } from '../../../store/types.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { readNotes } from './notes.ts';

const binance = 'binance' as VenueId;
const dated = symbolOf('BTC/USDT:USDT-261225');
const balances = { swap: { USDT: '30' } };

let store: Store;
let epoch: number;
let life = 0;

beforeAll(async () => {
  store = await openMemoryStore();
  ({ epoch } = await store.own());
});
afterAll(() => store.close());
beforeEach(() => {
  life += 1;
});

function show(house: ReturnType<typeof createPaperHouse>, symbol: InstrumentSymbol, price: number) {
  house.books.show(symbol, binance, { bids: [[price - 1, 10]], asks: [[price + 1, 10]] });
  return house.clock.advance(100);
}

it('looks at a held dated future anew every minute, and asks for no rate of it', async () => {
  let quantityMin = 0.0001;
  let asked = 0;
  const house = createPaperHouse({
    ...{ store, epoch, rulesOf: (_venue, symbol) => listedMarket(symbol, { quantityMin }) },
    funding: async () => {
      asked += 1;
      return undefined;
    },
  });
  await show(house, dated, 100);
  const first = house.open(binance, undefined, life);
  const order = { symbol: dated, marketType: 'future', type: 'market' } as const;
  await acknowledged(first.submit(order));
  await first.session.close();
  // 1. The house is full of books when the account is opened again, and has room later.
  let isFull = true;
  const { keep } = house.books;
  house.books.keep = (symbol, venue) => {
    if (isFull) throw new Error('too many books');
    return keep(symbol, venue);
  };
  const again = house.open(binance, undefined, life);
  await again.session.positions?.('future', undefined, noSignal);
  expect(house.books.held()).toEqual([]);
  isFull = false;
  await house.clock.advance(60_000);
  expect(house.books.held()).toEqual([`binance ${dated}`]);
  // 2. A rule of the market changes: it holds from then on, whatever is traded next.
  quantityMin = 0.5;
  await house.clock.advance(60_000);
  quantityMin = 0.0001;
  await show(house, btcOf(binance, 'spot'), 100);
  await acknowledged(again.submit({ clientId: 'e'.repeat(32) }));
  const engines = store.db.selectFrom('paper_engines').select('dump');
  const { dump } = await engines.orderBy('account', 'desc').executeTakeFirstOrThrow();
  expect(dump).toContain('minQuantity\\":\\"0.5');
  expect(asked).toBe(0);
  // 3. Closed, it is looked at no more.
  await acknowledged(again.submit({ ...order, side: 'sell', clientId: 'd'.repeat(32) }));
  await house.clock.advance(0);
  expect(house.clock.pending()).toBe(0);
  await again.session.close();
});

it('is saved as one with the command that closed several positions', async () => {
  const saves: PaperSave[] = [];
  const write: Store['write'] = {
    ...store.write,
    savePaper(owner, save) {
      saves.push(save);
      return store.write.savePaper(owner, save);
    },
  };
  const atMs = 1_750_000_000_000;
  const house = createPaperHouse({
    ...{ store: { db: store.db, write }, epoch },
    funding: async () => ({
      ...{ rate: 0.0001, nextRate: undefined, windowHours: 8, paymentHours: 8 },
      ...{ nextFundingMs: atMs + 3_600_000, markPrice: 100, indexPrice: 100, atMs },
    }),
  });
  const both = [btcOf(binance, 'swap'), symbolOf('ETH/USDT:USDT')];
  for (const symbol of both) await show(house, symbol, 100);
  const desk = house.open(binance, balances, life);
  for (const symbol of both) {
    await acknowledged(desk.submit({ symbol, marketType: 'swap', type: 'market' }));
  }
  const held = async () => (await desk.session.positions?.('swap', undefined, noSignal)) ?? [];
  expect(await held()).toHaveLength(2);
  saves.length = 0;
  await show(house, both[0] as InstrumentSymbol, 60);
  expect(await held()).toEqual([]);
  const [save] = saves;
  expect(save?.ledger.map(({ kind }) => kind)).toEqual(['liquidation', 'liquidation']);
  expect(readNotes(save?.dump ?? '').notes).toEqual({ entryCount: 2, funding: {} });
  await desk.session.close();
});
