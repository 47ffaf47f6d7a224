import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/gateio.ts';

const at = startedAt / 1_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const book = (query: Readonly<Record<string, string | number>> = {}) =>
  bench.ok('GET /futures/usdt/account_book', { query });
const trade = (size: number) =>
  bench.ok('POST /futures/usdt/orders', {
    body: { contract: 'BTC_USDT', size, price: '0', tif: 'ioc' },
  });
const pay = (rate: string) => {
  bench.simulator.publishFunding('gateio', 'BTC/USDT:USDT', { rate });
  bench.simulator.payFunding('gateio', 'BTC/USDT:USDT');
};

describe('the account book', () => {
  it('has what changed the wallet, the newest first, and what was left', async () => {
    const bought = await trade(10_000);
    bench.pass(1_250);
    pay('0.001');
    bench.pass(1_000);
    await trade(-10_000);
    const entries = await book();
    expect(entries).toEqual([
      {
        time: at + 2.25,
        type: 'fee',
        change: '-0.05',
        balance: '99998.799',
        text: expect.any(String),
        contract: 'BTC_USDT',
        trade_id: expect.any(String),
      },
      {
        time: at + 2.25,
        type: 'pnl',
        change: '-1',
        balance: '99998.849',
        text: expect.any(String),
        contract: 'BTC_USDT',
        trade_id: expect.any(String),
      },
      {
        time: at + 1.25,
        type: 'fund',
        change: '-0.1005',
        balance: '99999.849',
        text: 'BTC_USDT',
        contract: 'BTC_USDT',
        trade_id: '',
      },
      {
        time: at,
        type: 'fee',
        change: '-0.0505',
        balance: '99999.9495',
        text: `BTC_USDT:${bought.id}`,
        contract: 'BTC_USDT',
        trade_id: expect.any(String),
      },
    ]);
    expect(await bench.ok('GET /futures/usdt/accounts')).toMatchObject({ total: '99998.799' });
  });

  it('is told in part: by type, by contract, by time and by page', async () => {
    await trade(-10_000);
    for (const rate of ['0.001', '0.002', '0.003']) {
      bench.pass(10_000);
      pay(rate);
    }
    const funding = (query: object) => book({ type: 'fund', ...query });
    const changes = (entries: readonly { change: string }[]) => entries.map((e) => e.change);
    expect(changes(await funding({}))).toEqual(['0.3015', '0.201', '0.1005']);
    expect(changes(await funding({ from: at + 20 }))).toEqual(['0.3015', '0.201']);
    expect(changes(await funding({ to: at + 20 }))).toEqual(['0.201', '0.1005']);
    expect(changes(await funding({ limit: 1, offset: 1 }))).toEqual(['0.201']);
    expect(await book({ type: 'pnl' })).toEqual([]);
    expect(await bench.ok('GET /delivery/usdt/account_book')).toEqual([]);
  });

  it('has what was moved in', async () => {
    const body = { currency: 'USDT', amount: '7.5', from: 'spot', to: 'futures', settle: 'usdt' };
    await bench.ok('POST /wallet/transfers', { body });
    expect(await book()).toEqual([
      { time: at, change: '7.5', balance: '100007.5', type: 'dnw', text: '', trade_id: '' },
    ]);
  });

  it.each([
    [{ type: 'funding' }, 'INVALID_PARAM_VALUE'],
    [{ limit: 1_001 }, 'INVALID_PARAM_VALUE'],
    [{ from: 'yesterday' }, 'INVALID_PARAM_VALUE'],
    [{ contract: 'ETH_USDT' }, 'CONTRACT_NOT_FOUND'],
  ])('is refused with %o: %s', async (query, label) => {
    const refused = await bench.no('GET /futures/usdt/account_book', { query });
    expect(refused.slice(0, 2)).toEqual([400, label]);
  });

  it('of no wallet is none', async () => {
    const refused = await bench.no('GET /futures/btc/account_book');
    expect(refused.slice(0, 2)).toEqual([404, 'USER_NOT_FOUND']);
  });
});
