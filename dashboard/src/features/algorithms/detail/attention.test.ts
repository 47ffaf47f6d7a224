import { describe, expect, it } from 'vitest';
import { algorithm, child } from '../../../../test/support/fakeAlgorithm.ts';
import { concernsOf } from './attention.ts';

const titles = (...args: Parameters<typeof algorithm>) =>
  concernsOf(algorithm(...args)).map(({ mood, title, text }) => [mood, title, text]);

describe('what needs a look', () => {
  it('is nothing of one that works', () => {
    expect(titles({ child_orders: [child()] })).toEqual([]);
  });

  it.each([0, 0.0005])('is not %s BTC of a lot that the other leg cannot take', (quantity) => {
    const params = { risk_quantity: 0.1 };
    const state = { unhedged_quantity: quantity };
    expect(titles({ algorithm_type: 'spread', params, state })).toEqual([]);
  });

  it('is what it waits for, which is usual for a pair', () => {
    expect(titles({ waiting_for: 'No book.' })).toEqual([['warn', 'Waiting', 'No book.']]);
    expect(titles({ algorithm_type: 'spread', waiting_for: 'Its fill.' })).toEqual([
      ['info', 'Waiting', 'Its fill.'],
    ]);
  });

  it('is a pause by the service, and not one by a person', () => {
    expect(titles({ status: 'PAUSED', status_reason: 'Paused on request.' })).toEqual([]);
    expect(titles({ status: 'PAUSED', status_reason: 'A fault.' })).toEqual([
      ['bad', 'Paused by an error', 'A fault.'],
    ]);
  });

  it.each([
    ['FAILED', 'bad', 'Failed'],
    ['COMPLETED', 'warn', 'Completed'],
    ['CANCELLED', 'info', 'Cancelled'],
  ] as const)('is the reason of one that is %s', (status, mood, title) => {
    expect(titles({ status, status_reason: 'Why.' })).toEqual([[mood, title, 'Why.']]);
  });

  it('says what a cancel still does', () => {
    const [[, , spread] = []] = titles({ algorithm_type: 'spread', status: 'CANCELLING' });
    expect(spread).toContain('legs made equal');
    const [[, , twap] = []] = titles({ status: 'CANCELLING' });
    expect(twap).toContain('orders are being cancelled');
  });

  it('is a refusal until an order is taken again', () => {
    const refused = child({ number: 1, status: 'rejected', reason: 'INSUFFICIENT_BALANCE' });
    expect(titles({ child_orders: [refused] })).toEqual([
      ['bad', 'The last order was refused', 'Order 1 on paper-kraken: INSUFFICIENT_BALANCE.'],
    ]);
    expect(titles({ child_orders: [refused, child({ number: 2 })] })).toEqual([]);
  });

  it('is what a pair has unhedged, worse when more than it may', () => {
    const params = { risk_quantity: 0.1, max_unhedged_seconds: 30 };
    const state = { unhedged_quantity: 0.05, unhedged_since_seconds: 3 };
    expect(titles({ algorithm_type: 'spread', params, state })).toEqual([
      ['warn', 'Unhedged', '0.05 BTC of at most 0.1. The legs are to be level again within 30 s.'],
    ]);
    const worse = { unhedged_quantity: 0.2 };
    expect(titles({ algorithm_type: 'spread', params, state: worse })).toEqual([
      ['bad', 'Unhedged', '0.2 BTC of at most 0.1.'],
    ]);
  });
});
