import { type AccountRecord, accountEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { checkInput, issueOf, partOf } from '../../shared/issues.ts';
import { changesOf, textsOf } from './limits.ts';

const record: AccountRecord = {
  exchange_account_id: 'paper-okx',
  exchange: 'okx',
  mode: 'paper',
  portfolio_id: null,
  environment: 'production',
  region: 'global',
  hedge_mode: false,
  unified_mode: null,
  portfolio_margin: false,
  daily_limit_usd: 10_000,
  fee_overrides: null,
  halted: false,
  limits: { max_order_usd: null, price_collar_pct: 5, max_open_orders: 20, cancel_after_s: null },
  paper_balances: null,
  has_credentials: false,
  has_futures_credentials: false,
  credentials_updated_at: null,
  created_at: '',
  updated_at: '',
};
const texts = textsOf(record);
const body = partOf(accountEndpoints.changeAccount.body);

describe('a change of limits', () => {
  it('is none while the texts say what is so', () => {
    expect(changesOf(record, texts)).toEqual({ change: {}, lines: [] });
    expect(changesOf(record, { ...texts, daily_limit_usd: ' 10,000.0 ' }).lines).toEqual([]);
  });

  it('sends and names what differs, and nothing else', () => {
    const written = { ...texts, daily_limit_usd: '500', max_order_usd: '250', max_open_orders: '' };
    expect(changesOf(record, written)).toEqual({
      change: { daily_limit_usd: 500, limits: { max_order_usd: 250, max_open_orders: null } },
      lines: [
        { label: 'Daily limit, USD', from: '$10,000', to: '$500.00' },
        { label: 'Largest order, USD', from: 'off', to: '$250.00' },
        { label: 'Max open orders', from: '20', to: 'off' },
      ],
    });
  });

  it('that is no number is refused by the contract in its field', () => {
    const { change } = changesOf(record, { ...texts, daily_limit_usd: '', price_collar_pct: 'x' });
    let error: unknown;
    try {
      checkInput(body, change);
    } catch (caught) {
      error = caught;
    }
    expect(issueOf(error, 'daily_limit_usd')).toContain('daily_limit_usd must be a number');
    expect(issueOf(error, 'limits.price_collar_pct')).toContain('price_collar_pct must be');
  });
});
