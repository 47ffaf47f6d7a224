import { describe, expect, it } from 'vitest';
import {
  openKrakenDialect,
  symbolOf,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { krakenFuturesDialect } from './dialect.ts';
import { futuresPositions } from './positions.ts';

const fillTime = '2023-11-14T22:00:00.000Z';
const row = (symbol: string, fields: object = {}) => ({
  side: 'long',
  symbol,
  price: 40_000,
  fillTime,
  size: 0.5,
  unrealizedFunding: -0.001,
  ...fields,
});
const tickers = [
  { symbol: 'PF_XBTUSD', markPrice: 41_000 },
  { symbol: 'PI_XBTUSD', markPrice: 50_000 },
  { symbol: 'PF_XRPUSD', markPrice: 0.5 },
  { symbol: 'FF_XBTUSD_231229', markPrice: 42_000 },
];
const flex = { marginEquity: 10_000, initialMargin: 400, maintenanceMargin: 200 };
const coin = { auxiliary: { pv: 2 }, marginRequirements: { im: 0.01, mm: 0.005 } };

/** Reads through ccxt's class, with these rows and these settings at the exchange. */
async function read(
  rows: readonly object[],
  { type = 'swap' as 'swap' | 'future', symbol = '', preferences = [] as readonly object[] } = {},
) {
  const { run, wire } = await openKrakenDialect(krakenFuturesDialect, [
    { body: { result: 'success', openPositions: rows } },
    { body: { result: 'success', tickers } },
    { body: { result: 'success', accounts: { flex, fi_xbtusd: coin } } },
    { body: { result: 'success', leveragePreferences: preferences } },
  ]);
  const asked = symbol === '' ? undefined : symbolOf(symbol);
  const positions = await run((call) => futuresPositions(call, type, asked));
  return { positions, paths: wire.map(({ address }) => address.split('/').at(-1)) };
}

describe('positions of futures', () => {
  it('are what one list tells, and what three more say they are worth', async () => {
    const own = row('PF_XBTUSD', { pnlCurrency: 'USD' });
    const { positions, paths } = await read([own]);
    expect(positions).toEqual([
      {
        symbol: 'BTC/USD:USD',
        marketType: 'swap',
        side: 'long',
        contracts: 0.5,
        contractSize: 1,
        entryPrice: 40_000,
        markPrice: 41_000,
        notional: 20_500,
        leverage: undefined,
        unrealizedPnl: 500,
        marginMode: 'cross',
        collateral: 400,
        maintenanceMargin: 200,
        updatedAtMs: Date.parse(fillTime),
        liquidationPrice: expect.closeTo((20_000 - 9_500) / (0.5 * (1 - 200 / 20_500)), 6),
        info: own,
      },
    ]);
    expect(paths).toEqual(['openpositions', 'tickers', 'accounts', 'leveragepreferences']);
  });

  it('are asked for no more when there are none', async () => {
    expect(await read([])).toEqual({ positions: [], paths: ['openpositions'] });
    const flat = [row('PF_XBTUSD', { size: 0 }), row('FF_XBTUSD_231229')];
    expect(await read(flat)).toEqual({ positions: [], paths: ['openpositions'] });
  });

  it('count what the contract counts', async () => {
    const { positions } = await read([row('PF_XRPUSD', { price: 0.4, size: 100, side: 'short' })]);
    expect(positions).toMatchObject([
      { contracts: 100, contractSize: 10, notional: 500, unrealizedPnl: expect.closeTo(-100, 9) },
    ]);
  });

  it('in coins are dollars that gain coins, behind which is the wallet of the coin', async () => {
    const { positions } = await read([row('pi_xbtusd', { size: 10_000 })]);
    expect(positions).toMatchObject([
      {
        symbol: 'BTC/USD:BTC',
        contracts: 10_000,
        contractSize: 1,
        notional: 10_000,
        unrealizedPnl: expect.closeTo(10_000 / 40_000 - 10_000 / 50_000, 12),
        collateral: 0.01,
        maintenanceMargin: 0.005,
        marginMode: 'cross',
      },
    ]);
  });

  it('are isolated by their own leverage, or by the one the contract is set to', async () => {
    const isolated = row('PF_XBTUSD', { maxFixedLeverage: '10.0' });
    expect((await read([isolated])).positions).toMatchObject([
      { leverage: 10, marginMode: 'isolated', collateral: 2_000 },
    ]);
    const preferences = [{ symbol: 'PF_XBTUSD', maxLeverage: 4 }];
    expect((await read([row('PF_XBTUSD')], { preferences })).positions).toMatchObject([
      { leverage: 4, marginMode: 'isolated', collateral: 5_000 },
    ]);
  });

  it('are those of the market type and the symbol, though all share the margin', async () => {
    const rows = [row('PF_XBTUSD'), row('FF_XBTUSD_231229'), row('PI_XBTUSD'), row('PV_XRPXBT')];
    const symbols = async (asked: object) =>
      (await read(rows, asked)).positions.map(({ symbol }) => symbol);
    expect(await symbols({})).toEqual(['BTC/USD:USD', 'BTC/USD:BTC']);
    expect(await symbols({ symbol: 'BTC/USD:BTC' })).toEqual(['BTC/USD:BTC']);
    const dated = await read(rows, { type: 'future' });
    expect(dated.positions).toMatchObject([{ symbol: 'BTC/USD:USD-231229' }]);
    // Without rates, it is not known how two positions in dollars share the margin.
    expect(dated.positions[0]?.collateral).toBeUndefined();
  });

  it('are not known without a list, or of a side that is none', async () => {
    const { run } = await openKrakenDialect(krakenFuturesDialect, [
      { body: { result: 'success' } },
    ]);
    await expect(run((call) => futuresPositions(call, 'swap', undefined))).rejects.toThrow(
      'no list of positions',
    );
    await expect(read([row('PF_XBTUSD', { side: 'flat' })])).rejects.toThrow(
      'unknown position side: flat',
    );
  });
});
