import { describe, expect, it } from 'vitest';
import {
  acknowledged,
  listedMarket,
  noSignal,
  type OpenPaper,
  refOf,
  symbolOf,
} from '../../../../test/support/paper/fixture.ts';
import { binance, binanceSwap, paperScene } from '../../../../test/support/paper/scene.ts';
import type { Store } from '../../../store/types.ts';
import type { Balances } from '../../model/account.ts';
import type { VenueId } from '../../model/venue.ts';
import { venueIds } from '../../model/venue.ts';
import type { MarginMode, PerpMarket } from '../perpsPort.ts';
import type { VenueOrder } from '../venuePort.ts';

const bybit = 'bybit';
const swap: PerpMarket = binanceSwap;
const other: PerpMarket = { symbol: symbolOf('ETH/USDT:USDT'), marketType: 'swap' };
const market: Partial<VenueOrder> = { ...swap, type: 'market' };
const all = { marketType: 'swap', symbol: undefined, sinceMs: undefined, limit: 100 } as const;

const paper = paperScene();

async function open(venue: VenueId = binance, balances?: Balances) {
  await paper.show(100, { venue });
  return paper.open({ venue, balances });
}

/** Returns the session's derivative methods; a missing one fails the test. */
function perpsOf({ session }: OpenPaper) {
  const { leverage, setLeverage, setMarginMode, positions, realizedPnl } = session;
  if (!leverage || !setLeverage || !setMarginMode || !positions || !realizedPnl) {
    throw new Error('the venue has no perpetuals');
  }
  return {
    leverage: (of: PerpMarket = swap) => leverage(of, noSignal),
    setLeverage: (to: number) => setLeverage({ ...swap, leverage: to }, noSignal),
    setMode: (marginMode: MarginMode, of: PerpMarket = swap) =>
      setMarginMode({ ...of, marginMode }, noSignal),
    positions: () => positions('swap', undefined, noSignal),
    realized: () => realizedPnl(all, noSignal),
  };
}

const usdtOf = async ({ session }: OpenPaper) => (await session.balances('swap', noSignal)).USDT;

describe('the members of a session', () => {
  it.each(venueIds)('are what %s offers', async (venue) => {
    const { session } = await open(venue);
    const isAlone = venue === 'hyperliquid';
    expect(session.leverage === undefined).toBe(isAlone);
    expect(session.setLeverage === undefined).toBe(isAlone);
    expect(session.setMarginMode === undefined).toBe(isAlone);
    expect(session.transfer === undefined).toBe(isAlone || venue === 'bybit');
    expect(session.portfolioMargin).toBeUndefined();
    for (const read of ['positions', 'fundingPayments', 'realizedPnl', 'fundingRate'] as const) {
      expect(session[read]).toBeDefined();
    }
    await session.close();
  });
});

describe('the leverage of a market', () => {
  it('is the default of the venue until it is set, for what is and what comes', async () => {
    const trader = await open();
    const { leverage, setLeverage } = perpsOf(trader);
    expect(await leverage()).toEqual({ leverage: 20, marginMode: 'cross' });
    await acknowledged(trader.submit(market));
    // 101 of value and 5.05 of margin; a taker pays 0.05 percent.
    expect(await usdtOf(trader)).toEqual({
      free: '999994.8995',
      used: '5.05',
      total: '999999.9495',
    });
    expect(await setLeverage(10)).toEqual({
      kind: 'done',
      result: { symbol: swap.symbol, leverage: 10 },
    });
    expect(await setLeverage(10)).toMatchObject({ kind: 'done' });
    expect(await leverage()).toEqual({ leverage: 10, marginMode: 'cross' });
    expect(await usdtOf(trader)).toMatchObject({ used: '10.1' });
    await trader.session.close();
    const again = paper.open();
    expect(await perpsOf(again).leverage()).toEqual({ leverage: 10, marginMode: 'cross' });
    await again.session.close();
  });

  it.each([0, -1, 126, 1_000])('is not taken at %s', async (value) => {
    const trader = await open();
    const { setLeverage, leverage } = perpsOf(trader);
    expect(await setLeverage(value)).toEqual({
      kind: 'rejected',
      code: 'INVALID',
      message: 'binance takes a leverage of 1 to 125 for BTC/USDT:USDT',
    });
    expect(await leverage()).toMatchObject({ leverage: 20 });
    await trader.session.close();
  });

  it('is whole, as large as the position allows, and covered', async () => {
    const trader = await open(binance, { swap: { USDT: '60' } });
    const { setLeverage, setMode } = perpsOf(trader);
    expect(await setLeverage(1.5)).toMatchObject({
      code: 'INVALID',
      message: 'binance takes a leverage of 1 to 125 for BTC/USDT:USDT, in whole numbers',
    });
    expect(await setMode('isolated')).toMatchObject({ kind: 'done' });
    expect(await setLeverage(2)).toMatchObject({ kind: 'done' });
    await acknowledged(trader.submit(market));
    expect(await setLeverage(1)).toEqual({
      kind: 'rejected',
      code: 'INSUFFICIENT_BALANCE',
      message: 'a leverage of 1 for BTC/USDT:USDT needs more margin than is free',
    });
    await paper.show(99);
    expect(await setLeverage(125)).toEqual({
      kind: 'rejected',
      code: 'CONFLICT',
      message: 'binance takes no leverage of 125 for the open position in BTC/USDT:USDT',
    });
    expect(await perpsOf(trader).leverage()).toEqual({ leverage: 2, marginMode: 'isolated' });
    await trader.session.close();
  });

  it('is acknowledged only when it is written', async () => {
    let refusal: Error | undefined = new Error('disk full');
    const write: Store['write'] = {
      ...paper.store.write,
      savePaper: (...save) =>
        refusal ? Promise.reject(refusal) : paper.store.write.savePaper(...save),
    };
    paper.renew({ store: { db: paper.store.db, write } });
    const trader = await open();
    const { setLeverage, leverage } = perpsOf(trader);
    expect(await setLeverage(5)).toEqual({
      kind: 'unknown',
      message: 'The paper venue did not answer: disk full',
    });
    await expect(leverage()).rejects.toThrow('disk full');
    refusal = undefined;
    await paper.bench.clock.advance(1_000);
    expect(await leverage()).toMatchObject({ leverage: 5 });
    await trader.session.close();
  });

  it('does not change after somebody gave up', async () => {
    const trader = await open();
    const gone = AbortSignal.abort(new Error('too late'));
    const told = await trader.session.setLeverage?.({ ...swap, leverage: 5 }, gone);
    expect(told).toMatchObject({ kind: 'unknown' });
    expect(await perpsOf(trader).leverage()).toMatchObject({ leverage: 20 });
    await trader.session.close();
  });
});

describe('the margin mode', () => {
  it('is of one market, and kept while anything is open there', async () => {
    const trader = await open();
    const { setMode, leverage } = perpsOf(trader);
    const order = await acknowledged(trader.submit({ ...swap, price: '90' }));
    expect(await setMode('isolated')).toEqual({
      kind: 'rejected',
      code: 'CONFLICT',
      message: 'binance keeps the mode while BTC/USDT:USDT has open orders',
    });
    expect(await setMode('cross')).toMatchObject({ kind: 'done' });
    await trader.session.cancel(refOf(order), noSignal);
    await acknowledged(trader.submit(market));
    expect(await setMode('isolated')).toMatchObject({
      code: 'CONFLICT',
      message: 'binance keeps the mode while BTC/USDT:USDT has a position',
    });
    expect(await setMode('isolated', other)).toEqual({
      kind: 'done',
      result: { symbol: other.symbol, margin_mode: 'isolated' },
    });
    expect(await leverage(other)).toMatchObject({ marginMode: 'isolated' });
    expect(await leverage()).toMatchObject({ marginMode: 'cross' });
    await trader.session.close();
  });

  it('is of all markets at bybit, those to come included, and kept while anything is open', async () => {
    const trader = await open(bybit);
    const { setMode, leverage } = perpsOf(trader);
    await acknowledged(trader.submit(market));
    await acknowledged(trader.submit({ ...market, side: 'sell' }));
    const result = { margin_mode: 'isolated', account_wide: true };
    expect(await setMode('isolated', other)).toEqual({ kind: 'done', result });
    expect(await leverage()).toEqual({ leverage: 10, marginMode: 'isolated' });
    const third = { symbol: symbolOf('SOL/USDT:USDT'), marketType: 'swap' } as const;
    expect(await leverage(third)).toMatchObject({ marginMode: 'isolated' });
    await paper.show(100, { venue: bybit, symbol: third.symbol });
    await acknowledged(trader.submit({ ...market, ...third }));
    expect(await perpsOf(trader).positions()).toMatchObject([{ marginMode: 'isolated' }]);
    const keeps = 'bybit has one margin mode for all markets and keeps it while there are';
    expect(await setMode('cross')).toMatchObject({
      code: 'CONFLICT',
      message: `${keeps} positions`,
    });
    await acknowledged(trader.submit({ ...market, ...third, side: 'sell' }));
    const order = await acknowledged(trader.submit({ ...swap, price: '90' }));
    expect(await setMode('cross')).toMatchObject({ message: `${keeps} open orders` });
    expect(await setMode('isolated')).toMatchObject({ kind: 'done' });
    await trader.session.cancel(refOf(order), noSignal);
    await trader.session.close();
    const again = paper.open({ venue: bybit });
    const fourth = { symbol: symbolOf('XRP/USDT:USDT'), marketType: 'swap' } as const;
    const { leverage: kept } = perpsOf(again);
    expect(await kept(fourth)).toMatchObject({ marginMode: 'isolated' });
    expect(await perpsOf(again).setMode('cross')).toMatchObject({ kind: 'done' });
    expect(await kept()).toMatchObject({ marginMode: 'cross' });
    await again.session.close();
  });
});

describe('an inverse contract', () => {
  it('has no leverage and no margin mode that could be set', async () => {
    const rulesOf = (_venue: VenueId, symbol: typeof swap.symbol) =>
      listedMarket(symbol, { isInverse: symbol.endsWith(':BTC') });
    paper.renew({ rulesOf });
    const trader = await open();
    const inverse: PerpMarket = { symbol: symbolOf('BTC/USD:BTC'), marketType: 'swap' };
    const message = 'Paper accounts do not trade inverse contracts, and BTC/USD:BTC is one.';
    const refused = { kind: 'rejected', code: 'INVALID', message };
    const told = await trader.session.setLeverage?.({ ...inverse, leverage: 5 }, noSignal);
    expect(told).toEqual(refused);
    expect(await perpsOf(trader).setMode('isolated', inverse)).toEqual(refused);
    expect(await trader.submit({ ...inverse, type: 'market' })).toMatchObject({ message });
    await trader.session.close();
  });
});

describe('a position', () => {
  it('of a dump that knew no time has none', async () => {
    const trader = await open();
    await acknowledged(trader.submit(market));
    await trader.session.close();
    const account = `paper-binance@${1_750_000_000_000 + paper.life}`;
    const engines = paper.store.db.selectFrom('paper_engines').where('account', '=', account);
    const { dump } = await engines.select('dump').executeTakeFirstOrThrow();
    const old = dump.replace(/"updatedAt":\d+/g, '"updatedAt":0');
    const update = paper.store.db.updateTable('paper_engines').set({ dump: old });
    await update.where('account', '=', account).execute();
    const again = paper.open();
    const [position] = await perpsOf(again).positions();
    expect(position).toMatchObject({ contracts: 1, updatedAtMs: undefined });
    await again.session.close();
  });

  it('is told with every field, in the contracts of the venue', async () => {
    const rulesOf = (_venue: VenueId, symbol: typeof swap.symbol) =>
      listedMarket(symbol, { contractSize: 0.01 });
    paper.renew({ rulesOf });
    const trader = await open(binance, { swap: { USDT: '100' } });
    await acknowledged(trader.submit({ ...market, side: 'sell', quantity: '2' }));
    await paper.show(110);
    const [position, ...rest] = await perpsOf(trader).positions();
    expect(rest).toEqual([]);
    expect(position).toEqual({
      symbol: swap.symbol,
      marketType: 'swap',
      side: 'short',
      contracts: 200,
      contractSize: 0.01,
      entryPrice: 99,
      markPrice: 110,
      notional: 220,
      leverage: 20,
      unrealizedPnl: -22,
      marginMode: 'cross',
      collateral: 9.9,
      maintenanceMargin: 0.88,
      updatedAtMs: paper.bench.clock.now() - 100,
      // 100 less 0.099 of fees is gone at 148.95 or so, 0.4 percent of the worth before that.
      liquidationPrice: 148.36,
      info: {
        base: '-2',
        cost: '-198',
        margin: '9.9',
        realised: '0',
        funding: '0',
        notional: '220',
        unrealised: '-22',
        initial_margin: '9.9',
        maintenance: '0.88',
        equity: '77.901',
        settle: 'USDT',
      },
    });
    expect(await trader.session.positions?.('swap', other.symbol, noSignal)).toEqual([]);
    expect(await trader.session.positions?.('future', undefined, noSignal)).toEqual([]);
    await trader.session.close();
  });

  it('takes profit that is told once, oldest first', async () => {
    const trader = await open();
    await acknowledged(trader.submit({ ...market, quantity: '3' }));
    await paper.show(110);
    await acknowledged(trader.submit({ ...market, side: 'sell' }));
    const firstMs = paper.bench.clock.now();
    await paper.show(90);
    await acknowledged(trader.submit({ ...market, side: 'sell', quantity: '2' }));
    const entries = await perpsOf(trader).realized();
    expect(entries.map(({ amount }) => amount)).toEqual(['8', '-24']);
    expect(entries[0]).toEqual({
      id: '1',
      symbol: swap.symbol,
      amount: '8',
      asset: 'USDT',
      atMs: firstMs,
      info: { trade_id: 2, order_id: expect.any(String), side: 'sell', price: 109, quantity: '1' },
    });
    const ids = async (query: object) =>
      (await trader.session.realizedPnl?.({ ...all, ...query }, noSignal))?.map(({ id }) => id);
    expect(await ids({ limit: 1 })).toEqual(['2']);
    expect(await ids({ limit: 1, sinceMs: firstMs })).toEqual(['1']);
    expect(await ids({ sinceMs: firstMs + 1 })).toEqual(['2']);
    expect(await ids({ symbol: other.symbol })).toEqual([]);
    expect(await ids({ marketType: 'future' })).toEqual([]);
    await trader.session.close();
    const again = paper.open();
    await acknowledged(again.submit({ ...market, clientId: 'a'.repeat(32) }));
    await acknowledged(again.submit({ ...market, side: 'sell', clientId: 'b'.repeat(32) }));
    const kept = await perpsOf(again).realized();
    expect(kept.map(({ id }) => id)).toEqual(['1', '2', '3']);
    await again.session.close();
  });

  it('holds its book, and is liquidated while nobody asks, also after a restart', async () => {
    const trader = await open(binance, { swap: { USDT: '20' } });
    await acknowledged(trader.submit(market));
    const held = [`binance ${swap.symbol}`];
    expect(paper.bench.books.held()).toEqual(held);
    await trader.session.close();
    expect(paper.bench.books.held()).toEqual([]);
    const again = paper.open({ balances: { swap: { USDT: '20' } } });
    await perpsOf(again).positions();
    expect(paper.bench.books.held()).toEqual(held);
    const resting: Partial<VenueOrder> = { ...swap, price: '60', clientId: 'c'.repeat(32) };
    const order = await acknowledged(again.submit(resting));
    await paper.show(82);
    expect(await perpsOf(again).positions()).toMatchObject([{ markPrice: 82 }]);
    expect(again.fills).toEqual([]);
    // Below 81.1 or so, what is left of 20 no longer keeps 0.4 percent of the worth.
    await paper.show(81);
    expect(await perpsOf(again).positions()).toEqual([]);
    expect(paper.bench.books.held()).toEqual([]);
    const [fill] = again.fills;
    expect(fill).toEqual({
      venueTradeId: '2',
      venueOrderId: 'liquidation-2',
      clientId: undefined,
      ...swap,
      // At the price of bankruptcy: the mark, and the 0.0505 that nobody pays.
      side: 'sell',
      price: 81.0505,
      quantity: '1',
      fee: '0',
      feeAsset: 'USDT',
      liquidity: 'taker',
      atMs: paper.bench.clock.now(),
    });
    const kept = { marketType: 'swap', sinceMs: 0, limit: 9 } as const;
    expect(await again.session.fills(kept, noSignal)).toContainEqual(fill);
    expect(await again.session.lookup(refOf(order), noSignal)).toMatchObject({
      order: { status: 'canceled', reason: 'A liquidation ended the order' },
    });
    const entries = await perpsOf(again).realized();
    expect(entries).toMatchObject([{ amount: '-19.9495', info: { covered: '0.0505' } }]);
    expect(await usdtOf(again)).toEqual({ free: '0', used: '0', total: '0' });
    await again.session.close();
    expect(paper.bench.clock.pending()).toBe(0);
  });
});
