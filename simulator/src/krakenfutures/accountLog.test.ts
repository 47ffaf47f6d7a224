import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Bench,
  type Fields,
  openBench,
  root,
  startedAt,
} from '../../test/support/krakenfutures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const logs = async (fields: Fields = {}) =>
  (await bench.ok('GET /api/history/v3/account-log', fields)).logs;
const ids = async (fields: Fields = {}) => (await logs(fields)).map(({ id }: { id: number }) => id);
const own = { symbol: 'PF_XBTUSD', orderType: 'mkt', size: '2' };

/** Pays five hours of funding, an hour apart. */
async function fund(): Promise<void> {
  await bench.order({ ...own, side: 'buy' });
  bench.simulator.publishFunding('krakenfutures', 'BTC/USD:USD', {
    rate: '0.001',
    intervalHours: 1,
  });
  for (let hour = 0; hour < 5; hour += 1) {
    bench.pass(3_600_000);
    bench.simulator.payFunding('krakenfutures', 'BTC/USD:USD');
  }
}

describe('the account log', () => {
  it('has a row for the money of a trade, and one for the size of the position', async () => {
    await bench.order({ ...own, side: 'buy' });
    bench.pass(1_000);
    bench.show(110, 111);
    await bench.order({ ...own, side: 'sell' });
    const [size, money, ...opened] = await logs();
    expect(money).toMatchObject({
      asset: 'usd',
      contract: 'pf_xbtusd',
      info: 'futures trade',
      realized_pnl: 18,
      fee: 0.11,
      trade_price: 110,
      margin_account: 'flex',
      realized_funding: null,
      date: new Date(startedAt + 1_000).toISOString(),
    });
    expect(size).toMatchObject({ asset: 'pf_xbtusd', realized_pnl: null });
    expect([size.id > money.id, size.booking_uid]).toEqual([true, money.booking_uid]);
    expect(opened).toMatchObject([{}, { realized_pnl: 0, fee: 0.101 }]);
    const answer = await bench.ok('GET /api/history/v3/account-log');
    expect(Object.keys(answer)).toEqual(['accountUid', 'logs']);
  });

  it('has what was paid for funding, with what an hour costs', async () => {
    await fund();
    const [newest] = await logs({ info: 'funding rate change' });
    expect(newest).toMatchObject({
      asset: 'usd',
      contract: 'pf_xbtusd',
      realized_funding: -0.201,
      realized_pnl: null,
      funding_rate: 0.1005,
      date: new Date(startedAt + 5 * 3_600_000).toISOString(),
    });
  });

  it('is told in parts, by time and by number', async () => {
    await fund();
    const info = 'funding rate change';
    const all = await ids({ info, sort: 'asc' });
    expect([all.length, await ids({ info })]).toEqual([5, all.toReversed()]);
    expect(await ids({ info, count: 2 })).toEqual([all[4], all[3]]);
    expect(await ids({ info, sort: 'asc', since: startedAt + 7_200_000 })).toEqual(all.slice(1));
    expect(await ids({ info, before: startedAt + 7_200_000 })).toEqual([all[0]]);
    expect(await ids({ info, sort: 'asc', from: all[3] ?? 0 })).toEqual(all.slice(3));
    expect(await ids({ info, to: all[1] ?? 0 })).toEqual([all[1], all[0]]);
    expect(await ids()).toHaveLength(7);
  });

  it('has transfers, of each wallet', async () => {
    await bench.ok(`POST ${root}/transfer`, {
      fromAccount: 'flex',
      toAccount: 'cash',
      unit: 'usd',
      amount: '1',
    });
    expect(await logs({ info: 'transfer' })).toMatchObject([
      { margin_account: 'cash', contract: null },
      { margin_account: 'flex', asset: 'usd' },
    ]);
  });
});

it('tickers tell funding by the hour, in dollars or in coins', async () => {
  const funding = { rate: '0.001', nextRate: '-0.002', intervalHours: 8 };
  for (const market of ['BTC/USD:USD', 'BTC/USD:BTC']) {
    bench.simulator.publishFunding('krakenfutures', market, funding);
  }
  const ticker = async (product: string) =>
    (await bench.raw('GET', `${root}/tickers/${product}`)).json.ticker;
  // An eighth of the rate, at 100.5.
  expect(await ticker('PF_XBTUSD')).toMatchObject({
    fundingRate: 0.0125625,
    fundingRatePrediction: -0.025125,
  });
  const { fundingRate } = await ticker('PI_XBTUSD');
  expect(fundingRate).toBeCloseTo(0.000125 / 100.5, 17);
  expect(await ticker('FF_XBTUSD_270326')).not.toHaveProperty('fundingRate');
  const { instruments } = (await bench.raw('GET', `${root}/instruments`)).json;
  expect(instruments[0].marginLevels).toEqual([
    { numNonContractUnits: 0, initialMargin: 0.05, maintenanceMargin: 0.005 },
  ]);
  expect(instruments[2].marginLevels[0]).toHaveProperty('contracts', 0);
});
