import { orderEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  btc,
  openPerpsTrader,
  type PerpsTrader,
  paths,
} from '../../support/exchanges/gateio/perps.ts';

let trader: PerpsTrader;
beforeEach(async () => {
  trader = await openPerpsTrader();
});
afterEach(() => trader.live.stop());

const move = (from_account: string, to_account: string, amount: number) => ({
  asset: 'USDT',
  amount,
  from_account,
  to_account,
});

/** Returns the requests to the exchange that move money. */
const moves = () =>
  trader.live.simulator
    .requests('gateio')
    .filter(({ path }) => path === '/api/v4/wallet/transfers')
    .map(({ body }) => JSON.parse(body));

const totals = async () => ({
  spot: (await trader.balances('spot')).USDT,
  swap: (await trader.balances('swap')).USDT,
  future: (await trader.balances('future')).USDT,
});

describe('a transfer at gateio', () => {
  it('goes every way there is, and back, to the last digit', async () => {
    expect(await totals()).toEqual({ spot: 5_000, swap: 1_000, future: undefined });
    const made = await trader.post(paths.transfer, move('spot', 'swap', 250.12345678));
    expect(made).toEqual({
      exchange: 'gateio',
      exchange_account_id: trader.account,
      asset: 'USDT',
      amount: 250.12345678,
      from_account: 'spot',
      to_account: 'swap',
      status: 'completed',
      transfer_id: expect.stringMatching(/^\d+$/),
      timestamp: expect.any(Number),
    });
    expect(moves()).toEqual([
      { currency: 'USDT', amount: '250.12345678', from: 'spot', to: 'futures', settle: 'USDT' },
    ]);
    expect(await totals()).toMatchObject({ spot: 4_749.87654322, swap: 1_250.12345678 });
    await trader.post(paths.transfer, move('spot', 'future', 0.1));
    await trader.post(paths.transfer, move('spot', 'future', 0.2));
    expect(await totals()).toEqual({ spot: 4_749.57654322, swap: 1_250.12345678, future: 0.3 });
    await trader.post(paths.transfer, move('future', 'spot', 0.3));
    // The name funding means spot.
    await trader.post(paths.transfer, move('swap', 'funding', 250.12345678));
    expect(await totals()).toMatchObject({ spot: 5_000, swap: 1_000 });
  });

  it('is told by the word of the wallet it went to', async () => {
    const told = async (wallet: string) =>
      (await trader.get(orderEndpoints.getBalance.path, { wallet })).total.USDT;
    expect(await told('future')).toBe(undefined);
    await trader.post(paths.transfer, move('spot', 'future', 0.3));
    const words = ['spot', 'funding', 'swap', 'future'];
    expect(await Promise.all(words.map(told))).toEqual([4_999.7, 4_999.7, 1_000, 0.3]);
    expect((await trader.balances('future')).USDT).toBe(0.3);
  });

  it('of a coin goes to the wallet of the contracts that settle in it', async () => {
    await trader.post(paths.transfer, { ...move('spot', 'swap', 0.00000001), asset: 'BTC' });
    expect(moves()).toMatchObject([{ currency: 'BTC', amount: '0.00000001', settle: 'BTC' }]);
    expect((await trader.there('GET /futures/btc/accounts')).total).toBe('10.00000001');
    expect((await trader.balances('spot')).BTC).toBe(1.99999999);
  });

  it('is no income of contracts', async () => {
    await trader.post(paths.transfer, move('spot', 'swap', 5));
    expect((await trader.get(paths.funding)).count).toBe(0);
    expect((await trader.get(paths.pnl)).count).toBe(0);
  });
});

describe('a transfer that gateio does not make', () => {
  const refusal = async (fields: object) => {
    const { status, json } = await trader.ask('POST', paths.transfer, fields);
    return { status, message: json.message, data: json.data };
  };

  it.each([
    ['main', 'swap', 'from_account'],
    ['spot', 'savings', 'to_account'],
    ['margin', 'spot', 'from_account'],
  ])('knows no wallet: from %s to %s', async (from, to, field) => {
    const refused = await refusal(move(from, to, 1));
    expect(refused).toMatchObject({ status: 400 });
    const text = JSON.stringify(refused.data);
    expect(text).toContain('it has spot, funding, swap, future');
    expect(text).toContain(field);
    expect(moves()).toEqual([]);
  });

  it('stays in one wallet, or would go past spot', async () => {
    const same = await refusal(move('spot', 'funding', 1));
    expect(same.status).toBe(400);
    expect(JSON.stringify(same.data)).toContain('are the same wallet: gateio has one for spot');
    const past = await refusal(move('swap', 'future', 1));
    expect(past.status).toBe(400);
    expect(JSON.stringify(past.data)).toContain(
      'move it from swap to spot, and from spot to future',
    );
    expect(moves()).toEqual([]);
  });

  it('is of more than there is, or of what no contract settles in', async () => {
    for (const [from, to] of [
      ['spot', 'swap'],
      ['swap', 'spot'],
      ['future', 'spot'],
    ] as const) {
      const refused = await refusal(move(from, to, 5_000.00000001));
      expect(refused).toMatchObject({ status: 400, data: { error: 'INSUFFICIENT_BALANCE' } });
    }
    const unsettled = await refusal({ ...move('spot', 'swap', 1), asset: 'ETH' });
    expect(unsettled.status).toBe(400);
    expect(JSON.stringify(unsettled.data)).toContain('The exchange does not take the value');
    expect(await totals()).toMatchObject({ spot: 5_000, swap: 1_000 });
    expect(moves()).toHaveLength(4);
  });

  it('is of what positions and orders hold', async () => {
    await trader.trade(btc, 'buy', 40);
    const refused = await refusal(move('swap', 'spot', 900));
    expect(refused).toMatchObject({ status: 400, data: { error: 'INSUFFICIENT_BALANCE' } });
    expect(await totals()).toMatchObject({ spot: 5_000 });
  });
});

describe('a transfer at gateio whose answer is lost', () => {
  it.each([
    ['never comes', { kind: 'neverAnswers' }],
    ['breaks off', { kind: 'resetsBeforeHeaders' }],
    ['is a page of somebody else', { kind: 'answers', status: 502, body: '<html></html>' }],
    ['is a failure', { kind: 'exchangeError', code: 'INTERNAL', status: 500 }],
  ] as const)('and %s is told as unknown, and made once', async (_, how) => {
    const match = ({ path }: { readonly path: string }) => path.endsWith('/wallet/transfers');
    trader.live.simulator.fail('gateio', { match, times: 1, when: 'after', how });
    const { status, json } = await trader.ask('POST', paths.transfer, move('spot', 'swap', 100));
    expect([status, json.data.error, json.data.status]).toEqual([500, 'NETWORK_ERROR', 'unknown']);
    await trader.live.pass(5_000);
    expect(moves()).toHaveLength(1);
    expect(await totals()).toMatchObject({ spot: 4_900, swap: 1_100 });
  });
});

it('portfolio margin is nothing that gateio has', async () => {
  const { status, json } = await trader.ask('GET', paths.marginBalance);
  expect([status, json.message, json.data]).toEqual([
    400,
    'Error - gateio does not support portfolio margin.',
    { error: 'NOT_SUPPORTED', exchange: 'gateio', feature: 'portfolio_margin' },
  ]);
});
