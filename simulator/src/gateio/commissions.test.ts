import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, type Bench, openBench, startedAt } from '../../test/support/gateio.ts';

const at = startedAt / 1_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const give = (kind: string, amount: string, more: object = {}) =>
  bench.simulator.giveRebate('gateio', apiKey, { kind, amount, asset: 'USDT', ...more });
const history = (programme: string, query = {}) =>
  bench.ok(`GET /rebate/${programme}/commission_history`, { query });

describe('commissions', () => {
  it('are told in the shape of each programme, the newest first', async () => {
    give('broker', '1.5', { words: { source: 'FUTURES', pair: 'BTC_USDT' } });
    bench.pass(1_500);
    give('partner', '2');
    bench.pass(1_000);
    for (const amount of ['3', '4']) give('agency', amount);
    expect(await history('broker')).toEqual([
      {
        total: 1,
        list: [
          {
            commission_time: at,
            user_id: 10_003,
            group_name: '',
            source: 'FUTURES',
            amount: '1.5',
            fee: '3',
            fee_asset: 'USDT',
            rebate_fee: '1.5',
            currency_pair: 'BTC_USDT',
          },
        ],
      },
    ]);
    expect(await history('partner')).toMatchObject({
      total: 1,
      list: [{ commission_time: at + 1, commission_amount: '2' }],
    });
    const [agency] = await history('agency', { limit: 1, offset: 1 });
    expect(agency).toMatchObject({ total: 2, list: [{ commission_amount: '3' }] });
    expect(await history('partner', { from: at - 9, to: at })).toEqual({ total: 0, list: [] });
  });

  it('are refused to who is in no programme, and of more than thirty days', async () => {
    const refused = await bench.no('GET /rebate/broker/commission_history');
    expect(refused.slice(0, 2)).toEqual([403, 'FORBIDDEN']);
    give('partner', '2');
    const query = { from: at - 31 * 86_400, to: at };
    const tooLong = await bench.no('GET /rebate/partner/commission_history', { query });
    expect(tooLong.slice(0, 2)).toEqual([400, 'INVALID_PARAM_VALUE']);
  });
});

describe('what is given back on a wallet', () => {
  it('is in the book of contracts with the balance after it', async () => {
    give('refr', '2.5', { wallet: 'futures/usdt' });
    give('point_refr', '7', { wallet: 'futures/usdt', asset: 'POINT' });
    const book = await bench.ok('GET /futures/usdt/account_book');
    expect(book).toEqual([
      expect.objectContaining({ type: 'point_refr', change: '7' }),
      {
        time: at,
        change: '2.5',
        balance: '100002.5',
        type: 'refr',
        text: '',
        trade_id: '',
      },
    ]);
    expect(await bench.ok('GET /futures/usdt/account_book', { query: { type: 'fund' } })).toEqual(
      [],
    );
    expect(await bench.ok('GET /futures/usdt/accounts')).toMatchObject({ total: '100002.5' });
  });

  it('is in that of spot by its id, and its time to the millisecond', async () => {
    bench.pass(250);
    give('referral_fee', '0.25', { wallet: 'spot' });
    const [entry, ...rest] = await bench.ok('GET /spot/account_book', {
      query: { type: 'referral_fee' },
    });
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      time: startedAt + 250,
      currency: 'USDT',
      change: '0.25',
      balance: '100000.25',
      type: 'referral_fee',
    });
    expect(await bench.ok('GET /spot/account_book', { query: { type: 'deposit' } })).toEqual([]);
  });

  it('is given to accounts that are there, in numbers', () => {
    expect(() => give('refr', 'much')).toThrow('is no amount');
    const rebate = { kind: 'refr', amount: '1', asset: 'USDT' };
    expect(() => bench.simulator.giveRebate('gateio', 'nobody', rebate)).toThrow('no account');
  });
});
