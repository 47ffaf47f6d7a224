import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Bench,
  type Fields,
  openBench,
  root,
  startedText,
} from '../../test/support/krakenfutures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const path = `${root}/leveragepreferences`;
const own = { symbol: 'PF_XBTUSD' };
const preferences = async () => (await bench.ok(`GET ${path}`)).leveragePreferences;
const set = (fields: Fields) => bench.ok(`PUT ${path}`, fields);

/** Returns the engine's refusal. */
async function refused(fields: Fields) {
  const { status, json } = await bench.call(`PUT ${path}`, fields);
  return [status, json.status, json.errors?.[0]?.code, json.errors?.[0]?.message];
}

describe('leverage preferences', () => {
  it('are those of contracts that have one, by the names of the exchange', async () => {
    expect(await preferences()).toEqual([]);
    expect(await set({ ...own, maxLeverage: '5' })).toEqual({
      result: 'success',
      serverTime: startedText,
    });
    await set({ symbol: 'ff_xbtusd_270326', maxLeverage: '20.00' });
    expect(await preferences()).toEqual([
      { symbol: 'PF_XBTUSD', maxLeverage: 5 },
      { symbol: 'FF_XBTUSD_270326', maxLeverage: 20 },
    ]);
    await set({ ...own, maxLeverage: '3' });
    await set({ symbol: 'FF_XBTUSD_270326' });
    expect(await preferences()).toEqual([{ symbol: 'PF_XBTUSD', maxLeverage: 3 }]);
  });

  it('change what a position is asked for, and cross has the most there is', async () => {
    await set({ ...own, maxLeverage: '2' });
    await bench.order({ ...own, orderType: 'mkt', side: 'buy', size: '2' });
    const margin = async () => (await bench.ok(`GET ${root}/accounts`)).accounts.flex.initialMargin;
    expect(await margin()).toBe(101);
    await set({ ...own, maxLeverage: '4' });
    expect(await margin()).toBe(50.5);
    await bench.order({ ...own, orderType: 'mkt', side: 'sell', size: '2' });
    await set(own);
    await bench.order({ ...own, orderType: 'mkt', side: 'buy', size: '2' });
    expect(await margin()).toBe(10.1);
  });

  it('are refused as if the exchange had failed', async () => {
    expect(await refused({ symbol: 'PF_XXXUSD', maxLeverage: '2' })).toEqual([
      500,
      'INTERNAL_SERVER_ERROR',
      87,
      'CONTRACT_DOES_NOT_EXIST',
    ]);
    expect((await refused({ symbol: 'PI_XBTUSD' })).slice(2)).toEqual([
      88,
      'CONTRACT_NOT_FLEXIBLE_FUTURES',
    ]);
    expect((await refused({ ...own, maxLeverage: '21' }))[3]).toBe('FIXED_LEVERAGE_TOO_HIGH');
    expect(await bench.no(`PUT ${path}`, { maxLeverage: '2' })).toEqual([
      200,
      'requiredArgumentMissing',
    ]);
    for (const maxLeverage of ['0', '-1', 'x']) {
      expect(await bench.no(`PUT ${path}`, { ...own, maxLeverage })).toEqual([
        200,
        'invalidArgument: maxLeverage',
      ]);
    }
    expect(await preferences()).toEqual([]);
  });

  it('do not move what is open to another mode, and stay as they were', async () => {
    await bench.order({ ...own, orderType: 'lmt', side: 'buy', size: '1', limitPrice: '90' });
    expect((await refused({ ...own, maxLeverage: '2' })).slice(2)).toEqual([
      41,
      'WOULD_CAUSE_LIQUIDATION',
    ]);
    expect(await preferences()).toEqual([]);
  });

  it('that need more margin than there is are refused', async () => {
    await set({ ...own, maxLeverage: '20' });
    bench.show(100, 101, 20_000);
    await bench.order({ ...own, orderType: 'mkt', side: 'buy', size: '5000' });
    expect((await refused({ ...own, maxLeverage: '2' })).slice(2)).toEqual([
      92,
      'INSUFFICIENT_MARGIN',
    ]);
    expect(await preferences()).toEqual([{ symbol: 'PF_XBTUSD', maxLeverage: 20 }]);
  });
});
