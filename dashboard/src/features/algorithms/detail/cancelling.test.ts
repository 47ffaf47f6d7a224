import { expect, it } from 'vitest';
import { algorithm, child } from '../../../../test/support/fakeAlgorithm.ts';
import { cancelWords } from './cancelling.ts';

const resting = [
  child({ number: 1, status: 'open' }),
  child({ number: 2, status: 'unknown' }),
  child({ number: 3, status: 'closed' }),
];
const progress = { ...algorithm().progress, filled_quantity: 0.8, remaining_quantity: 1.2 };

it('says how many orders a cancel ends, what stays and what is not done', () => {
  expect(cancelWords(algorithm({ child_orders: resting, progress }))).toBe(
    'Cancels its 2 resting orders. Ends it for good: the remaining 1.2 BTC are not bought. ' +
      'The 0.8 BTC that were bought stay bought.',
  );
  expect(cancelWords(algorithm({ side: 'sell' }))).toBe(
    'Nothing of it rests now. Ends it for good: the remaining 2 BTC are not sold. ' +
      'Nothing has filled.',
  );
});

const legs = [
  child({ number: 1, purpose: 'lead', filled_quantity: 0.5 }),
  child({ number: 2, purpose: 'hedge', leg: 1, side: 'sell', filled_quantity: 0.4 }),
];

it('says that a spread is made equal and stays', () => {
  const params = {
    anchor_symbol: 'BTC/USDT',
    contra_symbol: 'BTC/USDT:USDT',
    risk_quantity: 0.1,
    anchor_exchange_account_ids: ['a'],
    contra_exchange_account_ids: ['b'],
  };
  expect(cancelWords(algorithm({ algorithm_type: 'spread', params, child_orders: legs }))).toBe(
    'Nothing of it rests now. Makes its legs equal, then ends it for good. What has filled ' +
      'stays, hedged: 0.5 BTC/USDT bought against 0.4 BTC/USDT:USDT sold.',
  );
});

it('says what a funding_arb gives back', () => {
  const params = { spot_symbol: 'BTC/USDT', perp_symbol: 'BTC/USDT:USDT', position_quantity: 2 };
  expect(
    cancelWords(algorithm({ algorithm_type: 'funding_arb', params, child_orders: legs })),
  ).toContain('sells 0.5 BTC/USDT and buys back 0.4 BTC/USDT:USDT');
});
