import type { AlgorithmTypeWire } from '@windlass/contract';
import { expect, it } from 'vitest';
import { check, emptyDraft } from './draft.ts';
import type { Value } from './fields.ts';
import { summarize } from './summary.ts';

const said = (
  type: AlgorithmTypeWire,
  params: Readonly<Record<string, Value>>,
  draft: { readonly side?: 'buy' | 'sell'; readonly limitPrice?: string } = {},
) => {
  const checked = check({
    type,
    symbol: 'BTC/USDT',
    id: 'a',
    draft: {
      ...emptyDraft,
      quantity: '2',
      accounts: ['paper-binance', 'paper-kraken'],
      ...draft,
      params: { [type]: params },
    },
  });
  if (!checked.isGood) throw new Error([...checked.faults.values()].join(' '));
  return summarize(checked.body);
};
const pair = { perp_symbol: 'BTC/USDT:USDT' };

it.each([
  [
    said('twap', { duration_seconds: '3600', interval_seconds: '60' }, { limitPrice: '84000' }),
    'Buy 2 BTC/USDT over 1 h in 60 slices on paper-binance, paper-kraken, limit 84,000.00.',
  ],
  [
    said('ladder', { num_levels: '5' }, { side: 'sell' }),
    'Sell 2 BTC/USDT in 5 resting orders from the mid, 10 bps apart, on paper-binance, paper-kraken.',
  ],
  [
    said('ladder', { num_levels: '1', start_price: '80000', end_price: '79000' }),
    'Buy 2 BTC/USDT in 1 resting order from 80,000.00, to 79,000.00, on paper-binance, paper-kraken.',
  ],
  [
    said('sweep', {}),
    'Buy 2 BTC/USDT at once in up to 4 rounds, at most 50 bps from the arrival price, on paper-binance, paper-kraken.',
  ],
  [
    said('timepace', { quantity_per_interval: '0.3', interval_seconds: '30' }),
    'Buy 2 BTC/USDT in 0.3 every 30 s, about 3 min 30 s, on paper-binance, paper-kraken.',
  ],
  [
    said('spread', {
      contra_symbol: 'BTC/USDT:USDT',
      risk_quantity: '0.1',
      anchor_exchange_account_ids: ['a'],
      contra_exchange_account_ids: ['b'],
    }),
    'Buy 2 BTC/USDT on a and sell as much BTC/USDT:USDT on b, at most 0.1 unhedged.',
  ],
  [
    said('funding_arb', { ...pair, spot_exchange_account_id: 'a', perp_exchange_account_id: 'b' }),
    'Once funding pays 30 % a year, buy 2 BTC/USDT on a and sell as much BTC/USDT:USDT on b; close both below 5 %.',
  ],
  [
    said('funding_arb', { ...pair, spot_exchange_account_id: 'a' }),
    'Once funding pays 30 % a year, buy 2 BTC/USDT on a and sell as much BTC/USDT:USDT on a; close both below 5 %.',
  ],
])('says "%s"', (sentence, expected) => {
  expect(sentence).toBe(expected);
});
