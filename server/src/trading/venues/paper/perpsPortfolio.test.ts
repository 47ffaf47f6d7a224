import { beforeEach, describe, expect, it } from 'vitest';
import {
  acknowledged,
  noSignal,
  type OpenPaper,
  symbolOf,
} from '../../../../test/support/paper/fixture.ts';
import { binance, binanceSwap, paperScene } from '../../../../test/support/paper/scene.ts';
import type { Store } from '../../../store/types.ts';
import type { Balances } from '../../model/account.ts';
import type { PortfolioMargin } from '../perpsPort.ts';
import { VenueUnavailableError } from '../venuePort.ts';

const market = { ...binanceSwap, type: 'market' } as const;
const first: Balances = {
  spot: { USDT: '1000', BNB: '3' },
  margin: { USDC: '7' },
  swap: { USDT: '500', BNB: '2' },
  future: { BTC: '0.5', USDT: '30', BNB: '0.4' },
};

const paper = paperScene();
let refusal: Error | undefined;

beforeEach(async () => {
  refusal = undefined;
  const { db, write } = paper.store;
  const savePaper: Store['write']['savePaper'] = (...save) =>
    refusal ? Promise.reject(refusal) : write.savePaper(...save);
  paper.renew({ store: { db, write: { ...write, savePaper } } });
  await paper.show(100);
});

function open(portfolioMargin = true): OpenPaper {
  return paper.open({ balances: first, changes: { portfolioMargin } });
}

function marginOf({ session }: OpenPaper): PortfolioMargin {
  if (!session.portfolioMargin) throw new Error('there is no portfolio margin');
  return session.portfolioMargin;
}

const rowOf = async (trader: OpenPaper, asset: string) =>
  (await marginOf(trader).balances(noSignal)).find((row) => row.asset === asset);

it('lays the first balances out in one wallet that knows what contracts have', async () => {
  const trader = open();
  expect(await rowOf(trader, 'USDT')).toEqual({
    asset: 'USDT',
    totalWalletBalance: '1530',
    crossMarginAsset: '1000',
    crossMarginFree: '1000',
    crossMarginLocked: '0',
    crossMarginBorrowed: '0',
    crossMarginInterest: '0',
    umWalletBalance: '500',
    umUnrealizedPNL: '0',
    cmWalletBalance: '30',
    cmUnrealizedPNL: '0',
    negativeBalance: '0',
  });
  expect(await rowOf(trader, 'USDC')).toMatchObject({
    crossMarginAsset: '7',
    umWalletBalance: '0',
  });
  for (const type of ['spot', 'swap'] as const) {
    const { USDT } = await trader.session.balances(type, noSignal);
    expect(USDT).toEqual({ free: '1530', used: '0', total: '1530' });
  }
  expect(trader.session.transfer).toBeUndefined();
  expect(trader.session.setMarginMode).toBeUndefined();
  expect(trader.session.setLeverage).toBeDefined();
  await trader.session.close();
});

it('tells what contracts brought, and what they stand at', async () => {
  const trader = open();
  await paper.show(200, { symbol: symbolOf('BTC/USDT') });
  await paper.show(10, { symbol: symbolOf('BNB/USDT') });
  await acknowledged(trader.submit({ ...market, quantity: '2' }));
  await paper.show(110);
  await acknowledged(trader.submit({ ...market, side: 'sell' }));
  // 202 × 0.0005 and 109 × 0.0005 of fees, 8 of profit, one left at 101.
  expect(await rowOf(trader, 'USDT')).toMatchObject({
    totalWalletBalance: '1537.8445',
    crossMarginAsset: '1000',
    umWalletBalance: '507.8445',
    umUnrealizedPNL: '9',
    crossMarginLocked: '5.05',
    crossMarginFree: '994.95',
  });
  expect(await marginOf(trader).totals(noSignal)).toEqual({
    totalInitialMargin: '5.05',
    totalMaintMargin: '0.44',
    totalWalletBalance: '507.8445',
    totalUnrealizedProfit: '9',
    totalMarginBalance: '516.8445',
    // 1,532.7945 of USDT and 7 of USDC, with 95 percent of 0.5 BTC and of 5.4 BNB.
    availableBalance: '1686.0945',
    maxWithdrawAmount: '1686.0945',
  });
  await trader.session.close();
});

it('collects what is positive, and leaves the token of the exchange to linear contracts', async () => {
  const trader = open();
  const { collectAll, collect } = marginOf(trader);
  expect(await collect('BNB', noSignal)).toEqual({
    kind: 'rejected',
    code: 'INVALID',
    message:
      'binance does not collect BNB alone: what linear contracts earned of it stays with them',
  });
  expect(await collect('BTC', noSignal)).toEqual({
    kind: 'done',
    result: { collected: { BTC: '0.5' } },
  });
  expect(await rowOf(trader, 'BTC')).toMatchObject({
    crossMarginAsset: '0.5',
    cmWalletBalance: '0',
  });
  expect(await collectAll(noSignal)).toEqual({
    kind: 'done',
    result: { collected: { USDT: '530', BNB: '0.4' } },
  });
  const nothing = { collected: {}, message: 'There is no SOL to collect.' };
  expect(await collect('SOL', noSignal)).toEqual({ kind: 'done', result: nothing });
  await trader.session.close();
  const again = open();
  expect(await rowOf(again, 'USDT')).toMatchObject({
    crossMarginAsset: '1530',
    umWalletBalance: '0',
    totalWalletBalance: '1530',
  });
  expect(await rowOf(again, 'BNB')).toMatchObject({
    crossMarginAsset: '3.4',
    umWalletBalance: '2',
    cmWalletBalance: '0',
  });
  expect(await marginOf(again).collectAll(noSignal)).toEqual({
    kind: 'done',
    result: { collected: {} },
  });
  await again.session.close();
});

describe('an account of before', () => {
  const close = { ...market, side: 'sell', clientId: 'f'.repeat(32) } as const;
  const joinedRow = {
    // A loss of 2 and fees of 0.1 of the 500.
    totalWalletBalance: '1527.9',
    crossMarginAsset: '1000',
    umWalletBalance: '497.9',
    cmWalletBalance: '30',
  };
  const usdtOf = async ({ session }: OpenPaper, type: 'spot' | 'swap' = 'spot') =>
    (await session.balances(type, noSignal)).USDT;

  /** Opens an account with two wallets and a long position of one. */
  async function openLong(): Promise<OpenPaper> {
    const before = open(false);
    expect(before.session.portfolioMargin).toBeUndefined();
    await acknowledged(before.submit(market));
    expect(await usdtOf(before)).toMatchObject({ total: '1000' });
    await before.session.close();
    return open();
  }

  it('is joined when it is asked, once nothing is open in its wallet of contracts', async () => {
    const trader = await openLong();
    const { balances, totals, collect, collectAll } = marginOf(trader);
    const message =
      'The account has two wallets until its positions and orders of contracts are closed.';
    await expect(balances(noSignal)).rejects.toThrow(VenueUnavailableError);
    await expect(totals(noSignal)).rejects.toThrow(message);
    const refused = { kind: 'rejected', code: 'CONFLICT', message };
    expect(await collectAll(noSignal)).toEqual(refused);
    expect(await collect('USDT', noSignal)).toEqual(refused);
    await acknowledged(trader.submit(close));
    expect(await rowOf(trader, 'USDT')).toMatchObject(joinedRow);
    expect(await collect('BTC', noSignal)).toMatchObject({ result: { collected: { BTC: '0.5' } } });
    await trader.session.close();
    const again = open();
    expect(await rowOf(again, 'USDT')).toMatchObject(joinedRow);
    await again.session.close();
  });

  it('is joined when it trades again, with the leverage that was set', async () => {
    const trader = await openLong();
    const leverage = () => trader.session.leverage?.(market, noSignal);
    await trader.session.setLeverage?.({ ...market, leverage: 25 }, noSignal);
    await acknowledged(trader.submit(close));
    paper.bench.books.show(market.symbol, binance, { bids: [[99, 900]], asks: [[101, 900]] });
    await paper.bench.clock.advance(100);
    // 1,010 of margin for 250 at 101: neither wallet alone has as much.
    const more = { ...market, quantity: '250', clientId: 'e'.repeat(32) };
    await acknowledged(trader.submit(more));
    expect(await leverage()).toMatchObject({ leverage: 25 });
    expect((await usdtOf(trader))?.used).toBe('1010');
    // When the account is opened again, the leverage set now counts and not the earlier one.
    await trader.session.setLeverage?.({ ...market, leverage: 50 }, noSignal);
    await trader.session.close();
    const again = open();
    expect(await again.session.leverage?.(market, noSignal)).toMatchObject({ leverage: 50 });
    expect((await usdtOf(again))?.used).toBe('505');
    await again.session.close();
  });

  it('is told as joined only once that is written', async () => {
    const trader = await openLong();
    await acknowledged(trader.submit(close));
    refusal = new Error('disk full');
    await expect(marginOf(trader).balances(noSignal)).rejects.toThrow('disk full');
    refusal = undefined;
    await paper.bench.clock.advance(1_000);
    expect(await rowOf(trader, 'USDT')).toMatchObject(joinedRow);
    await trader.session.close();
  });

  it('has the balances of one wallet already, so that joining moves none', async () => {
    const trader = await openLong();
    const whole = { free: '1524.8995', used: '5.05', total: '1529.9495' };
    expect([await usdtOf(trader), await usdtOf(trader, 'swap')]).toEqual([whole, whole]);
    await acknowledged(trader.submit(close));
    const before = await trader.session.balances('spot', noSignal);
    expect(before.USDT?.total).toBe('1527.9');
    await marginOf(trader).balances(noSignal);
    expect(await trader.session.balances('spot', noSignal)).toEqual(before);
    await trader.session.close();
  });
});
