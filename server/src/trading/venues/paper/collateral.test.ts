import { describe, expect, it } from 'vitest';
import {
  acknowledged,
  noSignal,
  type OpenPaper,
  symbolOf,
} from '../../../../test/support/paper/fixture.ts';
import { binance, binanceSwap, paperScene } from '../../../../test/support/paper/scene.ts';
import type { Balances } from '../../model/account.ts';
import { binanceCollateral } from '../binance/collateral.ts';
import type { PortfolioMargin } from '../perpsPort.ts';

const market = { ...binanceSwap, type: 'market' } as const;
const btc = symbolOf('BTC/USDT');
const spotBtc = { symbol: btc, marketType: 'spot', type: 'market' } as const;
const coins: Balances = { spot: { BTC: '10', DOGE: '1000' } };

const paper = paperScene();

function open(balances: Balances = coins, portfolioMargin = true): OpenPaper {
  return paper.open({ balances, changes: { portfolioMargin } });
}

/** Shows a book of the contract that an order of a hundred does not empty. */
async function showDeep(price: number): Promise<void> {
  const sides = { bids: [[price - 1, 900]], asks: [[price + 1, 900]] } as const;
  paper.bench.books.show(market.symbol, binance, sides);
  await paper.bench.clock.advance(100);
}

function marginOf({ session }: OpenPaper): PortfolioMargin {
  if (!session.portfolioMargin) throw new Error('there is no portfolio margin');
  return session.portfolioMargin;
}

const rowOf = async (trader: OpenPaper, asset: string) =>
  (await marginOf(trader).balances(noSignal)).find((row) => row.asset === asset);
const availableOf = async (trader: OpenPaper) =>
  (await marginOf(trader).totals(noSignal)).availableBalance;
const meansOf = async ({ session }: OpenPaper) => session.meansNow?.({ ...market, side: 'buy' });

describe('coins of an account with portfolio margin', () => {
  it('back contracts at their rate, and what the exchange lists no rate for does not', async () => {
    const trader = open();
    await paper.show(100, { symbol: btc });
    await paper.show(5, { symbol: symbolOf('DOGE/USDT') });
    await showDeep(100);
    expect(await availableOf(trader)).toBe('950');
    // 50.5 of margin at a leverage of 20, 0.505 of fee, and 10 lost at the mark.
    await acknowledged(trader.submit({ ...market, quantity: '10' }));
    expect(await rowOf(trader, 'USDT')).toMatchObject({
      totalWalletBalance: '-0.505',
      negativeBalance: '-0.505',
      umWalletBalance: '-0.505',
      umUnrealizedPNL: '-10',
      crossMarginLocked: '0',
    });
    expect(await availableOf(trader)).toBe('888.995');
    const { BTC, USDT } = await trader.session.balances('spot', noSignal);
    expect(BTC).toEqual({ free: '10', used: '0', total: '10' });
    expect(USDT).toEqual({ free: '-0.505', used: '0', total: '-0.505' });
    await trader.session.close();
  });

  it('are counted by what an order is foreseen by and by what takes it alike', async () => {
    const trader = open();
    await paper.show(100, { symbol: btc });
    await showDeep(100);
    const means = await meansOf(trader);
    expect(means?.leverage).toBe(20);
    expect(means?.free('USDT')).toBe('950');
    // 95 of margin a 1,900 of value, with a fee of half a thousandth of it.
    const limit = { ...market, type: 'limit', price: '100', timeInForce: 'POST_ONLY' } as const;
    const refused = await trader.submit({ ...limit, quantity: '188.2', clientId: 'a'.repeat(32) });
    expect(refused).toMatchObject({ kind: 'rejected', code: 'INSUFFICIENT_MARGIN' });
    await acknowledged(trader.submit({ ...limit, quantity: '188.1', clientId: 'b'.repeat(32) }));
    await trader.session.close();
  });

  it('are waited for by an order that needs them, and doubted until they have a price', async () => {
    const trader = open();
    await showDeep(100);
    const submitted = trader.submit({ ...market, quantity: '5' });
    await paper.bench.clock.advance(1_000);
    expect((await meansOf(trader))?.leverage).toBeUndefined();
    await paper.show(100, { symbol: btc });
    await acknowledged(submitted);
    expect((await meansOf(trader))?.leverage).toBe(20);
    await trader.session.close();
  });

  it('count nothing where their book never comes', async () => {
    const trader = open();
    await showDeep(100);
    const submitted = trader.submit({ ...market, quantity: '5' });
    await paper.bench.clock.advance(2_500);
    expect(await submitted).toMatchObject({ kind: 'rejected', code: 'INSUFFICIENT_MARGIN' });
    await trader.session.close();
  });

  it('may be sold while contracts need them, for dollars that count more', async () => {
    const trader = open();
    await paper.show(100, { symbol: btc });
    await showDeep(100);
    await acknowledged(trader.submit({ ...market, quantity: '100' }));
    expect(await availableOf(trader)).toBe('339.95');
    // 99 for what counts 95.
    await acknowledged(
      trader.submit({ ...spotBtc, side: 'sell', quantity: '5', clientId: 'c'.repeat(32) }),
    );
    expect(Number(await availableOf(trader))).toBeGreaterThan(339.95);
    await trader.session.close();
  });

  it('hold a book each, as long as there is some of them', async () => {
    const trader = open({ spot: { BTC: '1', ETH: '2', USDT: '10', DOGE: '3' } });
    await paper.show(100, { symbol: btc });
    expect(paper.bench.books.held()).toEqual(['binance BTC/USDT', 'binance ETH/USDT']);
    await acknowledged(trader.submit({ ...spotBtc, side: 'sell', quantity: '1' }));
    expect(paper.bench.books.held()).toEqual(['binance ETH/USDT']);
    await trader.session.close();
    expect(paper.bench.books.held()).toEqual([]);
    const plain = open({ spot: { BTC: '1' } }, false);
    await plain.session.balances('spot', noSignal);
    expect(paper.bench.books.held()).toEqual([]);
    await plain.session.close();
  });

  it('have the price they had when the account is opened again', async () => {
    const trader = open();
    await paper.show(100, { symbol: btc });
    await showDeep(100);
    await acknowledged(trader.submit({ ...market, quantity: '10' }));
    await trader.session.close();
    const again = open();
    expect(await availableOf(again)).toBe('888.995');
    await again.session.close();
  });
});

describe('a liquidation of an account with portfolio margin', () => {
  it('sells coins for what is owed, as a fill of no order', async () => {
    const trader = open();
    await paper.show(100, { symbol: btc });
    await showDeep(100);
    await acknowledged(trader.submit({ ...market, quantity: '100' }));
    trader.fills.length = 0;
    // 910 and a fee of 5.05 are lost of 950, and 36.76 have to be kept.
    await showDeep(91.9);
    const balances = await trader.session.balances('spot', noSignal);
    expect(balances.USDT).toMatchObject({ total: '0', used: '0' });
    expect(trader.fills).toMatchObject([
      { symbol: market.symbol, marketType: 'swap', side: 'sell', quantity: '100' },
      { symbol: btc, marketType: 'spot', side: 'sell', price: 100, fee: '0', quantity: '9.5' },
    ]);
    const [, sale] = trader.fills;
    // The fee of the liquidation takes what counted, and leaves the rest of the coins.
    expect(balances.BTC).toEqual({ free: '0.5', used: '0', total: '0.5' });
    const told = await trader.session.fills(
      { marketType: 'spot', sinceMs: 0, limit: 10 },
      noSignal,
    );
    expect(told).toEqual([sale]);
    await trader.session.close();
  });

  it('comes with the price of a coin alone, and covers what all coins do not pay', async () => {
    const trader = open();
    await paper.show(100, { symbol: btc });
    await showDeep(100);
    await acknowledged(trader.submit({ ...market, quantity: '100' }));
    trader.fills.length = 0;
    await paper.show(10, { symbol: btc });
    const balances = await trader.session.balances('spot', noSignal);
    expect([balances.USDT?.total, balances.BTC?.total]).toEqual(['0', '0']);
    // 105.05 are owed, of which they pay 100: the price of the closing bears the rest.
    const [closing, sale] = trader.fills;
    expect(closing).toMatchObject({ symbol: market.symbol, price: 100.0505 });
    expect(sale).toMatchObject({ symbol: btc, side: 'sell', price: 10, quantity: '10' });
    const query = { ...binanceSwap, sinceMs: 0, limit: 5 };
    const [entry] = (await trader.session.realizedPnl?.(query, noSignal)) ?? [];
    expect(entry).toMatchObject({ amount: '-94.95', info: { covered: '5.05' } });
    await trader.session.close();
  });
});

it('an account of before, with a position, has its coins behind it once it is joined', async () => {
  const before = open({ spot: { BTC: '10' }, swap: { USDT: '100' } }, false);
  await showDeep(100);
  await paper.show(100, { symbol: btc });
  await acknowledged(before.submit({ ...market, quantity: '10' }));
  await before.session.close();
  const trader = open({});
  await acknowledged(
    trader.submit({ ...market, side: 'sell', quantity: '10', clientId: 'd'.repeat(32) }),
  );
  // 20 lost by the spread, and the fees of both.
  expect(await availableOf(trader)).toBe('1029');
  await trader.session.close();
});

/** Writes every account as a version that knew nothing of collateral left it. */
async function forgetCollateral(): Promise<void> {
  const { db } = paper.store;
  for (const { account, dump } of await db.selectFrom('paper_engines').selectAll().execute()) {
    const [notes = '', state = ''] = dump.split('\n');
    const { prices: _prices, accounts, ...rest } = JSON.parse(state);
    for (const each of accounts) each.collateral = undefined;
    const older = `${notes}\n${JSON.stringify({ ...rest, accounts, version: 5 })}`;
    await db
      .updateTable('paper_engines')
      .set({ dump: older })
      .where('account', '=', account)
      .execute();
  }
}

it('an account of an earlier version has its coins behind it at the next start, and keeps all', async () => {
  const balances = { spot: { BTC: '10', USDT: '100' } };
  const before = open(balances);
  await showDeep(100);
  await paper.show(100, { symbol: btc });
  await acknowledged(before.submit({ ...market, quantity: '10' }));
  const was = await before.session.positions?.('swap', undefined, noSignal);
  await before.session.close();
  await forgetCollateral();
  const trader = open(balances);
  expect(await availableOf(trader)).toBe('988.995');
  expect(await trader.session.positions?.('swap', undefined, noSignal)).toEqual(was);
  expect(trader.fills).toEqual([]);
  await trader.session.close();
});

it('has a rate for each asset once, the dollars in full', () => {
  const assets = binanceCollateral.map(({ asset }) => asset);
  expect(new Set(assets).size).toBe(assets.length);
  expect(binanceCollateral.slice(0, 3)).toEqual([
    { asset: 'USDT', ratePpm: 1_000_000 },
    { asset: 'USDC', ratePpm: 1_000_000 },
    { asset: 'BTC', ratePpm: 950_000 },
  ]);
  expect(binanceCollateral.every(({ ratePpm }) => ratePpm > 0 && ratePpm <= 1_000_000)).toBe(true);
});
