import { describe, expect, it } from 'vitest';
import { krakenFuturesLimits } from './futures/limits.ts';
import { krakenSpotLimits } from './spot/limits.ts';

const nowMs = Date.UTC(2026, 10, 23);

/** Returns the cost of a key's call in each window of spot. */
function costs(path: string, params = {}): readonly number[] {
  const rated = krakenSpotLimits.rate({ path, api: 'private', method: 'POST', params }, nowMs);
  const windows = krakenSpotLimits.groups.spot?.windows ?? [];
  return windows.map(({ cost }) => cost({ ...rated, credential: 'a' }));
}

describe('the counters of kraken spot', () => {
  it("take the dead man's switch for a call, though it is as urgent as a cancel", () => {
    expect(costs('CancelAllOrdersAfter')).toEqual([0, 1, 0]);
    expect(costs('CancelOrder')).toEqual([0, 0, 8]);
    expect(costs('AddOrder')).toEqual([0, 0, 1]);
    expect(costs('GetWebSocketsToken')).toEqual([0, 1, 0]);
    expect(costs('TradesHistory')).toEqual([0, 2, 0]);
    expect(costs('WalletTransfer')).toEqual([0, 1, 0]);
  });
});

describe('a cancel on kraken spot', () => {
  const aged = (ageMs: number) => {
    const made = (nowMs - ageMs).toString(16).padStart(12, '0');
    return costs('CancelOrder', { cl_ord_id: `${made}7abc8abcdef012345678` });
  };

  it('costs less the longer its order has rested, and nothing in the end', () => {
    const seconds = [0, 9.9, 10, 15, 20, 49.9, 50, 94.9, 95, 304.9, 305, 86_400];
    expect(seconds.map((each) => aged(each * 1_000)[2])).toEqual([
      8, 8, 6, 5, 4, 4, 2, 2, 1, 1, 0, 0,
    ]);
    expect(aged(0).slice(0, 2)).toEqual([0, 0]);
  });
});

describe('a lookup by our name on kraken spot', () => {
  it('is paid for by its first call, so that no half of one is sent in vain', () => {
    expect(costs('OpenOrders')).toEqual([0, 1, 0]);
    expect(costs('ClosedOrders')).toEqual([0, 2, 0]);
    expect(costs('OpenOrders', { cl_ord_id: 'a' })).toEqual([0, 3, 0]);
    expect(costs('ClosedOrders', { cl_ord_id: 'a' })).toEqual([0, 0, 0]);
    expect(costs('CancelOrder', { cl_ord_id: 'a' })).toEqual([0, 0, 8]);
  });
});

describe('the counters of kraken futures', () => {
  const cost = (method: string, path: string, api = 'private') => {
    const rated = krakenFuturesLimits.rate({ path, api, method, params: {} }, nowMs);
    const [window] = krakenFuturesLimits.groups[rated.group]?.windows ?? [];
    return [rated.group, window?.cost({ ...rated, credential: 'a' })];
  };

  it('take more for what moves money or changes a setting than for what reads it', () => {
    expect(cost('GET', 'leveragepreferences')).toEqual(['futures', 2]);
    expect(cost('PUT', 'leveragepreferences')).toEqual(['futures', 10]);
    expect(cost('GET', 'openpositions')).toEqual(['futures', 2]);
    expect(cost('POST', 'transfer')).toEqual(['futures', 10]);
    expect(cost('POST', 'withdrawal')).toEqual(['futures', 100]);
    expect(cost('GET', 'account-log', 'history')).toEqual(['history', 3]);
    expect(cost('GET', 'orders', 'history')).toEqual(['history', 1]);
    expect(cost('GET', 'orders/status')).toEqual(['futures', 1]);
    expect(cost('GET', 'fills')).toEqual(['futures', 2]);
    expect(cost('POST', 'cancelallordersafter')).toEqual(['futures', 25]);
  });

  it('keep nothing of the history for orders and cancels, which it never counts', () => {
    const [window] = krakenFuturesLimits.groups.history?.windows ?? [];
    expect([window?.cost({ kind: 'cancel' }), window?.cost({ kind: 'order' })]).toEqual([0, 0]);
  });
});
