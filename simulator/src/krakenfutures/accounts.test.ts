import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, root } from '../../test/support/krakenfutures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const accounts = async () => (await bench.ok(`GET ${root}/accounts`)).accounts;

it('an account has a wallet of many currencies, and one for each contract in coins', async () => {
  const { cash, flex, fi_xbtusd } = await accounts();
  expect(cash).toEqual({ type: 'cashAccount', balances: {} });
  expect(flex).toMatchObject({
    type: 'multiCollateralMarginAccount',
    currencies: {
      USD: { quantity: 100_000, value: 100_000, collateral: 100_000, available: 100_000 },
      ETH: { quantity: 2, value: 0, available: 2 },
    },
    initialMargin: 0,
    initialMarginWithOrders: 0,
    availableMargin: 100_000,
  });
  expect(fi_xbtusd).toMatchObject({
    type: 'marginAccount',
    currency: 'xbt',
    balances: { xbt: '1000' },
    auxiliary: { af: 1_000, pv: 1_000, pnl: 0 },
  });
});

it('orders hold margin, positions gain and fees are paid', async () => {
  const order = { symbol: 'PF_XBTUSD', side: 'buy', size: '2', orderType: 'mkt' };
  await bench.order(order);
  await bench.order({ ...order, orderType: 'lmt', limitPrice: '80' });
  bench.show(110, 111);
  const { flex } = await accounts();
  // 202 at 5 bps; a twentieth of 202, and of 160 with its fee.
  expect(flex).toMatchObject({ initialMargin: 10.1, pnl: 19, balanceValue: 99_999.899 });
  expect(flex.initialMarginWithOrders).toBeCloseTo(18.1, 0);
  expect(flex.marginEquity).toBeCloseTo(100_018.899, 6);
  expect(flex.availableMargin).toBeCloseTo(flex.marginEquity - flex.initialMarginWithOrders, 6);
  expect(flex.currencies.USD.available).toBeCloseTo(99_999.899 - flex.initialMarginWithOrders, 6);
});

it('contracts in coins count dollars', async () => {
  const order = { symbol: 'PI_XBTUSD', side: 'buy', size: '100', orderType: 'mkt' };
  await bench.order(order);
  const { fills } = await bench.ok(`GET ${root}/fills`);
  expect(fills).toMatchObject([{ symbol: 'PI_XBTUSD', size: 100, price: 101 }]);
  const { fi_xbtusd } = await accounts();
  expect(fi_xbtusd.auxiliary.af).toBeLessThan(1_000);
});
