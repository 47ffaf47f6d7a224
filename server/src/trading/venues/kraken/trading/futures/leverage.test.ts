import { describe, expect, it } from 'vitest';
import {
  openKrakenDialect,
  symbolOf,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import type { PerpMarket } from '../../../perpsPort.ts';
import { failureOf } from '../../../shared/live/failures.ts';
import { krakenFuturesDialect } from './dialect.ts';
import { krakenFuturesErrors } from './errors.ts';
import { readLeverage, setLeverage, setMarginMode } from './leverage.ts';

const market: PerpMarket = { symbol: symbolOf('BTC/USD:USD'), marketType: 'swap' };
const taken = { result: 'success', serverTime: '2023-08-01T09:40:32.345Z' };
const listed = (...leveragePreferences: readonly object[]) => ({
  body: { ...taken, leveragePreferences },
});

const speak = (...bodies: readonly { readonly body: unknown; readonly status?: number }[]) =>
  openKrakenDialect(krakenFuturesDialect, bodies);

const address = 'futures.kraken.com/derivatives/api/v3/leveragepreferences';

describe('what an account has set for a contract', () => {
  it('is isolated with a leverage of its own, and cross without one', async () => {
    const others = { symbol: 'PF_LTCUSD', maxLeverage: 5 };
    const own = { symbol: 'pf_xbtusd', maxLeverage: '30.00' };
    const { run, wire } = await speak(listed(others, own), listed(others), { body: taken });
    const read = () => run((call) => readLeverage(call, market));
    expect(await read()).toEqual({ leverage: 30, marginMode: 'isolated' });
    expect(await read()).toEqual({ leverage: undefined, marginMode: 'cross' });
    expect(await read()).toEqual({ leverage: undefined, marginMode: 'cross' });
    expect(wire[0]).toEqual({ method: 'GET', address, fields: { symbol: 'PF_XBTUSD' } });
  });

  it("is asked by the exchange's own name, where ccxt has another of the same", async () => {
    const { run, wire } = await speak(listed());
    await run((call) => readLeverage(call, { ...market, symbol: symbolOf('ETH/USD:USD') }));
    expect(wire[0]?.fields).toEqual({ symbol: 'PF_ETHUSD' });
  });
});

describe('a setting', () => {
  it('of leverage isolates the contract, and says so', async () => {
    const { run, wire } = await speak({ body: taken });
    expect(await run((call) => setLeverage(call, { ...market, leverage: 2.5 }))).toEqual({
      result: { ...taken, marginMode: 'isolated', maxLeverage: 2.5 },
    });
    const fields = { symbol: 'PF_XBTUSD', maxLeverage: '2.5' };
    expect(wire).toEqual([{ method: 'PUT', address, fields }]);
  });

  it('to cross takes the leverage away', async () => {
    const { run, wire } = await speak({ body: taken });
    const set = await run((call) => setMarginMode(call, { ...market, marginMode: 'cross' }));
    expect([set.result, wire.map(({ fields }) => fields)]).toEqual([
      { ...taken, marginMode: 'cross' },
      [{ symbol: 'PF_XBTUSD' }],
    ]);
  });

  it('to isolated keeps the leverage there is, and has the least where there is none', async () => {
    const isolated = { ...market, marginMode: 'isolated' } as const;
    const kept = await speak(listed({ symbol: 'PF_XBTUSD', maxLeverage: 7 }));
    expect(await kept.run((call) => setMarginMode(call, isolated))).toEqual({
      result: { marginMode: 'isolated', maxLeverage: 7, isUnchanged: true },
    });
    expect(kept.wire.map(({ method }) => method)).toEqual(['GET']);
    const fresh = await speak(listed(), { body: taken });
    expect((await fresh.run((call) => setMarginMode(call, isolated))).result).toMatchObject({
      marginMode: 'isolated',
      maxLeverage: 1,
    });
    expect(fresh.wire[1]).toMatchObject({ method: 'PUT', fields: { maxLeverage: '1' } });
  });

  const refused = (code: number, message: string) => ({
    status: 500,
    body: {
      ...taken,
      result: 'error',
      status: 'INTERNAL_SERVER_ERROR',
      errors: [{ code, message }],
    },
  });

  it.each([
    [refused(41, 'WOULD_CAUSE_LIQUIDATION'), 'refused', 'CONFLICT'],
    [{ ...refused(0, 'WOULD_CAUSE_LIQUIDATION'), status: 400 }, 'refused', 'CONFLICT'],
    [refused(87, 'CONTRACT_DOES_NOT_EXIST'), 'refused', 'INVALID'],
    [refused(88, 'CONTRACT_NOT_FLEXIBLE_FUTURES'), 'refused', 'INVALID'],
    [refused(0, 'FIXED_LEVERAGE_TOO_HIGH'), 'refused', 'INVALID'],
    [refused(92, 'INSUFFICIENT_MARGIN'), 'refused', 'INSUFFICIENT_MARGIN'],
    [{ body: { result: 'error', error: 'invalidArgument: maxLeverage' } }, 'refused', 'INVALID'],
    [refused(411, 'SOMETHING_ELSE'), 'unknown', undefined],
    [{ body: { result: 'error', error: 'Server Error' } }, 'unknown', undefined],
    [{ body: { serverTime: taken.serverTime } }, 'unknown', undefined],
    [{ body: '<html>', status: 502 }, 'unknown', undefined],
  ])('that is answered with %j is %s %s', async (answer, kind, code) => {
    const { run } = await speak(answer);
    const error = await run((call) => setLeverage(call, { ...market, leverage: 2 })).catch(
      (thrown: unknown) => thrown,
    );
    expect(failureOf(error, krakenFuturesErrors)).toMatchObject({ kind, ...(code && { code }) });
  });
});
