import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  agentKey,
  type Bench,
  cloid,
  ethOrder,
  openBench,
  startedAt,
  tif,
  user,
} from '../../test/support/hyperliquid.ts';
import { addressOfSecret } from './signature.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const nobody = '0x9999999999999999999999999999999999999999';

describe('markets', () => {
  it('are listed with their steps, and told with what there is to see', async () => {
    const [{ universe }, contexts] = await bench.info({ type: 'metaAndAssetCtxs' });
    expect(universe).toEqual([
      { name: 'BTC', szDecimals: 5, maxLeverage: 50, marginTableId: 0 },
      { name: 'ETH', szDecimals: 4, maxLeverage: 40, marginTableId: 1 },
    ]);
    expect(contexts).toMatchObject([
      { markPx: '0.0', midPx: null, dayNtlVlm: '0.0', funding: '0.0001' },
      { markPx: '100.5', midPx: '100.5', oraclePx: '100.5' },
    ]);
    expect((await bench.info({ type: 'meta' })).universe).toEqual(universe);
  });

  it('are perpetuals of the exchange itself, in the one token that there is', async () => {
    const spot = await bench.info({ type: 'spotMeta' });
    expect(spot).toMatchObject({ tokens: [{ name: 'USDC', index: 0 }], universe: [] });
    expect(await bench.info({ type: 'spotMetaAndAssetCtxs' })).toEqual([spot, []]);
    expect(await bench.info({ type: 'perpDexs' })).toEqual([null]);
  });

  it('have a middle where they have both sides, and a book of twenty levels', async () => {
    expect(await bench.info({ type: 'allMids' })).toEqual({ ETH: '100.5' });
    const bids = Array.from({ length: 30 }, (_, i) => [100 - i, 1] as const);
    bench.simulator.show('hyperliquid', 'ETH/USDC:USDC', { bids, asks: [[101, 2]] });
    const book = await bench.info({ type: 'l2Book', coin: 'ETH' });
    expect(book).toMatchObject({ coin: 'ETH', time: startedAt });
    expect(book.levels[0]).toHaveLength(20);
    expect(book.levels[0][1]).toEqual({ px: '99.0', sz: '1.0', n: 1 });
    expect(book.levels[1]).toEqual([{ px: '101.0', sz: '2.0', n: 1 }]);
    expect(await bench.info({ type: 'l2Book', coin: 'XYZ' })).toBeNull();
  });
});

describe('executions', () => {
  it('are told with position, profit and fee', async () => {
    await bench.order(ethOrder({ p: '101', s: '2', c: cloid }));
    bench.pass(1_000);
    await bench.order(ethOrder({ b: false, p: '100', s: '3' }));
    bench.show(96, 97);
    const [closing, opening] = await bench.info({ type: 'userFills', user });
    expect(opening).toEqual({
      coin: 'ETH',
      px: '101.0',
      sz: '2.0',
      side: 'B',
      time: startedAt,
      startPosition: '0.0',
      dir: 'Open Long',
      closedPnl: '0.0',
      crossed: true,
      hash: expect.stringMatching(/^0x[\da-f]{64}$/),
      oid: expect.any(Number),
      fee: '0.0909',
      tid: expect.any(Number),
      cloid,
      feeToken: 'USDC',
      twapId: null,
    });
    expect(closing).toMatchObject({
      px: '100.0',
      sz: '3.0',
      side: 'A',
      startPosition: '2.0',
      dir: 'Long > Short',
      closedPnl: '-2.0',
      fee: '0.135',
      cloid: null,
      time: startedAt + 1_000,
    });
    await bench.order(ethOrder({ b: true, p: '96.5', s: '1' }));
    bench.show(95, 96);
    const [last] = await bench.info({ type: 'userFills', user });
    expect(last).toMatchObject({ crossed: false, dir: 'Close Short', px: '96.5', fee: '0.014475' });
    expect(await bench.info({ type: 'userFills', user: nobody })).toEqual([]);
  });

  it('are told from a time on, oldest first, two thousand at once', async () => {
    const perOrder = 40;
    for (let i = 0; i < 51; i += 1) {
      const asks = Array.from({ length: perOrder }, (_, k) => [101 + k / 100, 1] as const);
      bench.simulator.show('hyperliquid', 'ETH/USDC:USDC', { bids: [[100, 4]], asks });
      const s = String(perOrder);
      await bench.order(ethOrder({ b: true, p: '105', s, t: tif('Ioc') }));
      bench.show(100, 101, perOrder);
      await bench.order(ethOrder({ b: false, p: '95', s, t: tif('Ioc') }));
      bench.pass(10);
    }
    const byTime = (query: object) => bench.info({ type: 'userFillsByTime', user, ...query });
    const all = await byTime({ startTime: startedAt });
    expect(all).toHaveLength(2_000);
    expect(all[0].time).toBe(startedAt);
    const later = await byTime({ startTime: startedAt + 20, endTime: startedAt + 30 });
    expect(later).toHaveLength(2 * (perOrder + 1));
    expect(later[0].time).toBe(startedAt + 20);
    const newest = await bench.info({ type: 'userFills', user });
    expect([newest.length, newest[0].time]).toEqual([2_000, startedAt + 500]);
  });
});

describe('an account', () => {
  const state = (address = user) => bench.info({ type: 'clearinghouseState', user: address });

  it('has what is free, held and gained', async () => {
    expect(await state()).toMatchObject({
      marginSummary: { accountValue: '10000.0', totalMarginUsed: '0.0', totalNtlPos: '0.0' },
      withdrawable: '10000.0',
      assetPositions: [],
      time: startedAt,
    });
    await bench.order(ethOrder({ p: '90', s: '2' }));
    // A twentieth of its value, and the fee.
    const { withdrawable, marginSummary } = await state();
    expect([withdrawable, marginSummary.accountValue]).toEqual(['9990.919', '10000.0']);
    await bench.order(ethOrder({ p: '101', s: '2' }));
    bench.show(110, 111);
    const held = await state();
    expect(held.assetPositions).toEqual([
      {
        type: 'oneWay',
        position: {
          coin: 'ETH',
          szi: '2.0',
          leverage: { type: 'cross', value: 20 },
          entryPx: '101.0',
          positionValue: '221.0',
          unrealizedPnl: '19.0',
          returnOnEquity: expect.any(String),
          liquidationPx: null,
          marginUsed: '10.1',
          maxLeverage: 40,
          cumFunding: expect.any(Object),
        },
      },
    ]);
    // Less the fee of 0.0909, and with the position's profit.
    expect(held.marginSummary).toEqual({
      accountValue: '10018.9091',
      totalNtlPos: '221.0',
      totalRawUsd: '9797.9091',
      totalMarginUsed: '10.1',
    });
    expect(held.crossMarginSummary).toEqual(held.marginSummary);
    // The margin of both and the fee of the resting order are held.
    expect(held.withdrawable).toBe('9999.7281');
  });

  it('is empty where nobody trades, and has no spot beside its wallet', async () => {
    expect(await state(nobody)).toMatchObject({ withdrawable: '0.0', assetPositions: [] });
    const spot = (address: string) => bench.info({ type: 'spotClearinghouseState', user: address });
    expect(await spot(user)).toEqual({
      balances: [{ coin: 'USDC', token: 0, total: '250.5', hold: '0.0', entryNtl: '0.0' }],
    });
    expect(await spot(nobody)).toEqual({ balances: [] });
    expect(await bench.info({ type: 'userAbstraction', user })).toBe('disabled');
  });
});

describe('an address', () => {
  const role = (address: string) => bench.info({ type: 'userRole', user: address });

  it('is an account, its agent, or nothing', async () => {
    expect(await role(user)).toEqual({ role: 'user' });
    const agent = addressOfSecret(agentKey);
    expect(await role(agent.toUpperCase().replace('0X', '0x'))).toEqual({
      role: 'agent',
      data: { user },
    });
    expect(await role(nobody)).toEqual({ role: 'missing' });
  });
});

it('the exchange tells its time', async () => {
  bench.pass(1_234);
  const status = { specialStatuses: null, time: startedAt + 1_234 };
  expect(await bench.info({ type: 'exchangeStatus' })).toEqual(status);
});

describe('a planned error', () => {
  const plan = (code: string, message: string) =>
    bench.simulator.fail('hyperliquid', {
      match: ({ path }) => path === '/exchange',
      times: 1,
      when: 'before',
      how: { kind: 'exchangeError', code, message },
    });

  it('is one to a request, or one to an order or a cancel', async () => {
    const order = { type: 'order', orders: [ethOrder()], grouping: 'na' };
    plan('request', 'No.');
    expect(await bench.act(order)).toEqual({ status: 'err', response: 'No.' });
    const answer = (type: string) => ({
      status: 'ok',
      response: { type, data: { statuses: [{ error: 'No.' }] } },
    });
    plan('order', 'No.');
    expect(await bench.act(order)).toEqual(answer('order'));
    plan('order', 'No.');
    const cancels = [{ a: 1, o: 1 }];
    expect(await bench.act({ type: 'cancel', cancels })).toEqual(answer('cancel'));
    expect(bench.simulator.accepted('hyperliquid')).toBe(0);
  });
});
