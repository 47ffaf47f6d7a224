import { describe, expect, it } from 'vitest';
import {
  accountsOf,
  canReduce,
  check,
  type Draft,
  emptyDraft,
  fieldValue,
  withParam,
} from './draft.ts';
import { fieldsOf } from './fields.ts';

const id = '5d0f6c1e-3a53-4a6f-9c0b-6a1b8f4f1a11';
const symbol = 'BTC/USDT';
const filled = (type: 'twap' | 'spread' | 'funding_arb' | 'sweep', draft: Partial<Draft>) => ({
  type,
  symbol,
  id,
  draft: { ...emptyDraft, ...draft },
});
const order = { quantity: '1,000.5', accounts: ['paper-kraken'] };

describe('a draft', () => {
  it('becomes the request, with the defaults that stood in the form', () => {
    const params = { twap: { duration_seconds: '60', interval_seconds: '5' } };
    const checked = check(filled('twap', { ...order, limitPrice: '84000', params }));
    expect(checked).toMatchObject({
      isGood: true,
      body: {
        algorithm_type: 'twap',
        symbol,
        side: 'buy',
        quantity: 1_000.5,
        limit_price: 84_000,
        client_algorithm_id: id,
        exchange_account_ids: ['paper-kraken'],
        params: { duration_seconds: 60, interval_seconds: 5, max_catch_up_pct: 200 },
      },
    });
  });

  it('only reduces where its market has positions', () => {
    const params = { twap: { duration_seconds: '60', interval_seconds: '5' } };
    const reducing = filled('twap', { ...order, params, reduceOnly: true });
    expect(check(reducing)).toMatchObject({ isGood: true, body: { reduce_only: false } });
    const perp = { ...reducing, symbol: 'BTC/USDT:USDT' };
    expect(check(perp)).toMatchObject({ isGood: true, body: { reduce_only: true } });
    expect(canReduce({ ...perp, type: 'funding_arb' })).toBe(false);
  });

  it('tells all its faults at once, of the order and of its parameters', () => {
    const { isGood, faults } = check(filled('twap', { quantity: 'much' }));
    expect(isGood).toBe(false);
    expect([...faults.keys()]).toEqual([
      'quantity',
      'exchange_account_ids',
      'params.duration_seconds',
      'params.interval_seconds',
    ]);
  });

  it('is held against what the contract says of parameters together', () => {
    const params = { twap: { duration_seconds: '5', interval_seconds: '10' } };
    const { faults } = check(filled('twap', { ...order, params }));
    expect([...faults]).toEqual([
      ['params.interval_seconds', 'interval_seconds must not be longer than duration_seconds'],
    ]);
  });

  it('leaves out what is empty, so that the service takes its default', () => {
    const checked = check(filled('sweep', { ...order, params: { sweep: { max_retries: '' } } }));
    expect(checked).toMatchObject({ body: { params: { max_retries: 3 } } });
    expect(checked).not.toHaveProperty('body.limit_price');
  });

  it('of a pair has the accounts of its legs, each once, and repeats symbol and quantity', () => {
    const params = {
      spread: {
        contra_symbol: 'BTC/USDT:USDT',
        risk_quantity: '0.1',
        anchor_exchange_account_ids: ['a-1', 'a-2'],
        contra_exchange_account_ids: ['a-2'],
      },
    };
    const checked = check(filled('spread', { quantity: '1', params }));
    expect(checked).toMatchObject({
      body: {
        exchange_account_ids: ['a-1', 'a-2'],
        params: { anchor_symbol: symbol, contra_symbol: 'BTC/USDT:USDT' },
      },
    });
  });

  it('of a funding_arb is a purchase, and one account may bear both legs', () => {
    const params = {
      funding_arb: { perp_symbol: 'BTC/USDT:USDT', spot_exchange_account_id: 'a-1' },
    };
    const draft = { side: 'sell', quantity: '2', params } as const;
    const checked = check(filled('funding_arb', draft));
    expect(checked).toMatchObject({
      body: { side: 'buy', exchange_account_ids: ['a-1'], params: { position_quantity: 2 } },
    });
    expect(accountsOf(filled('funding_arb', { params: {} }))).toEqual([]);
  });

  it('keeps what was filled in for one type while another is looked at', () => {
    const draft = withParam(emptyDraft, 'twap', ['duration_seconds', '60']);
    const other = withParam(draft, 'sweep', ['max_retries', '9']);
    const duration = fieldsOf('twap').find(({ name }) => name === 'duration_seconds');
    if (!duration) throw new Error('twap has a duration');
    expect(fieldValue({ type: 'twap', symbol, draft: other }, duration)).toBe('60');
  });
});
