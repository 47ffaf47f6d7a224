import { expect, it } from 'vitest';
import {
  acknowledged,
  btcOf,
  listedMarket,
  noSignal,
  symbolOf,
} from '../../../../test/support/paper/fixture.ts';
import { binance, binanceSwap, paperScene } from '../../../../test/support/paper/scene.ts';
import type { PaperSave } from '../../../store/operations.ts';
import type { Store } from '../../../store/types.ts';
import { readState } from './paperState.ts';

const dated = symbolOf('BTC/USDT:USDT-261225');
const balances = { swap: { USDT: '30' } };

const paper = paperScene();

it('looks at a held dated future anew every minute, and asks for no rate of it', async () => {
  let quantityMin = 0.0001;
  let asked = 0;
  const { store } = paper;
  const bench = paper.renew({
    rulesOf: (_venue, symbol) => listedMarket(symbol, { quantityMin }),
    funding: async () => {
      asked += 1;
      return undefined;
    },
  });
  await paper.show(100, { symbol: dated });
  const first = paper.open();
  const order = { symbol: dated, marketType: 'future', type: 'market' } as const;
  await acknowledged(first.submit(order));
  await first.session.close();
  // 1. There is no room for more books when the account is opened again, and later there is.
  let isFull = true;
  const { keep } = bench.books;
  bench.books.keep = (symbol, venue) => {
    if (isFull) throw new Error('too many books');
    return keep(symbol, venue);
  };
  const again = paper.open();
  await again.session.positions?.('future', undefined, noSignal);
  expect(bench.books.held()).toEqual([]);
  isFull = false;
  await bench.clock.advance(60_000);
  expect(bench.books.held()).toEqual([`binance ${dated}`]);
  // 2. A rule of the market changes: it holds from then on, whatever is traded next.
  quantityMin = 0.5;
  await bench.clock.advance(60_000);
  quantityMin = 0.0001;
  await paper.show(100, { symbol: btcOf(binance, 'spot') });
  await acknowledged(again.submit({ clientId: 'e'.repeat(32) }));
  const engines = store.db.selectFrom('paper_engines').select('dump');
  const { dump } = await engines.orderBy('account', 'desc').executeTakeFirstOrThrow();
  expect(dump).toContain('minQuantity\\":\\"0.5');
  expect(asked).toBe(0);
  // 3. A closed position is no longer looked at.
  await acknowledged(again.submit({ ...order, side: 'sell', clientId: 'd'.repeat(32) }));
  await bench.clock.advance(0);
  expect(bench.clock.pending()).toBe(0);
  await again.session.close();
});

it('is saved as one with the command that closed several positions', async () => {
  const { store } = paper;
  const saves: PaperSave[] = [];
  const write: Store['write'] = {
    ...store.write,
    savePaper(owner, save) {
      saves.push(save);
      return store.write.savePaper(owner, save);
    },
  };
  const atMs = 1_750_000_000_000;
  paper.renew({
    store: { db: store.db, write },
    funding: async () => ({
      rate: 0.0001,
      nextRate: undefined,
      windowHours: 8,
      paymentHours: 8,
      nextFundingMs: atMs + 3_600_000,
      markPrice: 100,
      indexPrice: 100,
      atMs,
    }),
  });
  const both = [binanceSwap.symbol, symbolOf('ETH/USDT:USDT')];
  for (const symbol of both) await paper.show(100, { symbol });
  const trader = paper.open({ balances });
  for (const symbol of both) {
    await acknowledged(trader.submit({ symbol, marketType: 'swap', type: 'market' }));
  }
  const held = async () => (await trader.session.positions?.('swap', undefined, noSignal)) ?? [];
  expect(await held()).toHaveLength(2);
  saves.length = 0;
  await paper.show(60);
  expect(await held()).toEqual([]);
  const [save] = saves;
  expect(save?.ledger.map(({ kind }) => kind)).toEqual(['liquidation', 'liquidation']);
  expect(readState(save?.dump ?? '').notes).toEqual({ entryCount: 2, funding: {} });
  await trader.session.close();
});
