import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  accountOf,
  acknowledged,
  btcOf,
  createPaperHouse,
  noSignal,
  type OpenPaper,
  type PaperHouse,
} from '../../../../test/support/paperFixture.ts';
import { silentLogger } from '../../../kit/logger.ts';
import { openStore } from '../../../store/index.ts';
import type { Store } from '../../../store/types.ts';
import type { Balances } from '../../model/account.ts';
import type { VenueId } from '../../model/venue.ts';
import type { PortfolioMargin } from '../perpsPort.ts';
import { VenueUnavailableError } from '../venuePort.ts';

const binance = 'binance' as VenueId;
const market = { symbol: btcOf(binance, 'swap'), marketType: 'swap', type: 'market' } as const;
const first: Balances = {
  spot: { USDT: '1000', BNB: '3' },
  margin: { USDC: '7' },
  swap: { USDT: '500', BNB: '2' },
  future: { BTC: '0.5', USDT: '30' },
};

let store: Store;
let epoch: number;
let house: PaperHouse;
let life = 0;

beforeAll(async () => {
  store = await openStore({ dataDir: ':memory:', logger: silentLogger });
  ({ epoch } = await store.own());
});
afterAll(() => store.close());
beforeEach(async () => {
  house = createPaperHouse({ store, epoch });
  life += 1;
  await show(100);
});

function show(price: number) {
  const sides = { bids: [[price - 1, 10]] as const, asks: [[price + 1, 10]] as const };
  house.books.show(market.symbol, binance, sides);
  return house.clock.advance(100);
}

function open(portfolioMargin = true): OpenPaper {
  const account = accountOf(binance, first);
  return house.openAs({ ...account, portfolioMargin, createdAtMs: account.createdAtMs + life });
}

function marginOf({ session }: OpenPaper): PortfolioMargin {
  if (!session.portfolioMargin) throw new Error('there is no portfolio margin');
  return session.portfolioMargin;
}

const rowOf = async (desk: OpenPaper, asset: string) =>
  (await marginOf(desk).balances(noSignal)).find((row) => row.asset === asset);

it('lays the first balances out in one wallet that knows what contracts have', async () => {
  const desk = open();
  expect(await rowOf(desk, 'USDT')).toEqual({
    ...{ asset: 'USDT', totalWalletBalance: '1530', crossMarginAsset: '1000' },
    ...{ crossMarginFree: '1000', crossMarginLocked: '0', crossMarginBorrowed: '0' },
    ...{ crossMarginInterest: '0', umWalletBalance: '500', umUnrealizedPNL: '0' },
    ...{ cmWalletBalance: '30', cmUnrealizedPNL: '0', negativeBalance: '0' },
  });
  expect(await rowOf(desk, 'USDC')).toMatchObject({ crossMarginAsset: '7', umWalletBalance: '0' });
  for (const type of ['spot', 'swap'] as const) {
    const { USDT } = await desk.session.balances(type, noSignal);
    expect(USDT).toEqual({ free: '1530', used: '0', total: '1530' });
  }
  expect(desk.session.transfer).toBeUndefined();
  expect(desk.session.setMarginMode).toBeUndefined();
  expect(desk.session.setLeverage).toBeDefined();
  await desk.session.close();
});

it('tells what contracts brought, and what they stand at', async () => {
  const desk = open();
  await acknowledged(desk.submit({ ...market, quantity: '2' }));
  await show(110);
  await acknowledged(desk.submit({ ...market, side: 'sell' }));
  // 202 × 0.0005 and 109 × 0.0005 of fees, 8 of profit, one left at 101.
  expect(await rowOf(desk, 'USDT')).toMatchObject({
    ...{ totalWalletBalance: '1537.8445', crossMarginAsset: '1000', umWalletBalance: '507.8445' },
    ...{ umUnrealizedPNL: '9', crossMarginLocked: '5.05', crossMarginFree: '994.95' },
  });
  expect(await marginOf(desk).totals(noSignal)).toEqual({
    ...{ totalInitialMargin: '5.05', totalMaintMargin: '0.44', totalWalletBalance: '507.8445' },
    ...{ totalUnrealizedProfit: '9', totalMarginBalance: '516.8445' },
    ...{ availableBalance: '1539.7945', maxWithdrawAmount: '1539.7945' },
  });
  await desk.session.close();
});

it('collects what is positive, and leaves the token of the exchange', async () => {
  const desk = open();
  const { collectAll, collect } = marginOf(desk);
  expect(await collect('BNB', noSignal)).toEqual({
    kind: 'rejected',
    code: 'INVALID',
    message: 'binance does not collect BNB: it stays in the wallet of contracts',
  });
  expect(await collect('BTC', noSignal)).toEqual({
    kind: 'done',
    result: { collected: { BTC: '0.5' } },
  });
  expect(await rowOf(desk, 'BTC')).toMatchObject({ crossMarginAsset: '0.5', cmWalletBalance: '0' });
  expect(await collectAll(noSignal)).toEqual({
    kind: 'done',
    result: { collected: { USDT: '530' } },
  });
  const nothing = { collected: {}, message: 'There is nothing of SOL to collect.' };
  expect(await collect('SOL', noSignal)).toEqual({ kind: 'done', result: nothing });
  await desk.session.close();
  const again = open();
  expect(await rowOf(again, 'USDT')).toMatchObject({
    ...{ crossMarginAsset: '1530', umWalletBalance: '0', totalWalletBalance: '1530' },
  });
  expect(await rowOf(again, 'BNB')).toMatchObject({ crossMarginAsset: '3', umWalletBalance: '2' });
  expect(await marginOf(again).collectAll(noSignal)).toEqual({
    kind: 'done',
    result: { collected: {} },
  });
  await again.session.close();
});

it('joins the wallets of an account of before, once nothing is open in them', async () => {
  const before = open(false);
  expect(before.session.portfolioMargin).toBeUndefined();
  await acknowledged(before.submit(market));
  await before.session.close();
  const open1 = open();
  await expect(marginOf(open1).balances(noSignal)).rejects.toThrow(VenueUnavailableError);
  const close = { ...market, side: 'sell', clientId: 'f'.repeat(32) } as const;
  await acknowledged(open1.submit(close));
  await open1.session.close();
  const joined = open();
  // A loss of 2 and fees of 0.1 of the 500.
  expect(await rowOf(joined, 'USDT')).toMatchObject({
    ...{ totalWalletBalance: '1527.9', crossMarginAsset: '1000', umWalletBalance: '497.9' },
    cmWalletBalance: '30',
  });
  await joined.session.close();
});
