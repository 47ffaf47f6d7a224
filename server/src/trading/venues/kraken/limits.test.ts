import { describe, expect, it } from 'vitest';
import { krakenLimits } from './limits.ts';

/** What a call of a key costs in each window of spot. */
function costs(path: string): readonly number[] {
  const rated = krakenLimits.rate({ path, api: 'private', method: 'POST', params: {} });
  const windows = krakenLimits.groups.spot?.windows ?? [];
  return windows.map(({ cost }) => cost({ ...rated, credential: 'a' }));
}

describe('the counters of kraken spot', () => {
  it("take the dead man's switch for a call, though it is as urgent as a cancel", () => {
    expect(costs('CancelAllOrdersAfter')).toEqual([0, 1, 0]);
    expect(costs('CancelOrder')).toEqual([0, 0, 8]);
    expect(costs('AddOrder')).toEqual([0, 0, 1]);
    expect(costs('GetWebSocketsToken')).toEqual([0, 1, 0]);
    expect(costs('TradesHistory')).toEqual([0, 2, 0]);
  });
});
