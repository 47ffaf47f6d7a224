import { describe, expect, it } from 'vitest';
import {
  gateClient,
  type MadeRequest,
  symbolOf,
} from '../../../../../test/support/exchanges/gateio/client.ts';
import type { VenuePosition } from '../../perpsPort.ts';
import { openPositions } from './positions.ts';

/** An isolated long position as the exchange lists it. */
const long = {
  user: 1,
  contract: 'BTC_USDT',
  size: 500,
  leverage: '10',
  cross_leverage_limit: '0',
  value: '5.5',
  margin: '0.505',
  entry_price: '101',
  mark_price: '110',
  liq_price: '91.4',
  initial_margin: '0.55275',
  maintenance_margin: '0.03025',
  maintenance_rate: '0.005',
  unrealised_pnl: '0.45',
  mode: 'single',
  update_time: 1_705_052_585,
  open_time: 1,
};
const noWallet = { label: 'USER_NOT_FOUND', message: 'please transfer funds first' };

type Lists = Readonly<Record<string, unknown>>;

async function listed(lists: Lists, symbol?: string, marketType: 'swap' | 'future' = 'swap') {
  const answer = ({ line }: MadeRequest) => lists[line.split(/[ ?]/)[1] ?? ''] ?? noWallet;
  const { run, requests } = gateClient(answer);
  const named = symbol === undefined ? undefined : symbolOf(symbol);
  const positions = await run((call) => openPositions(call, marketType, named));
  return { positions, lines: requests.map(({ line }) => line) };
}

const one = async (changes: object): Promise<VenuePosition | undefined> => {
  const { positions } = await listed({ '/futures/usdt/positions': [{ ...long, ...changes }] });
  return positions[0];
};

describe('a position', () => {
  it('is read in base units and in the quote, with what the venue says of it', async () => {
    expect(await one({})).toEqual({
      symbol: 'BTC/USDT:USDT',
      marketType: 'swap',
      side: 'long',
      contracts: 500,
      contractSize: 0.0001,
      entryPrice: 101,
      markPrice: 110,
      notional: 5.5,
      leverage: 10,
      unrealizedPnl: 0.45,
      marginMode: 'isolated',
      liquidationPrice: 91.4,
      collateral: 0.505,
      maintenanceMargin: 0.03025,
      updatedAtMs: 1_705_052_585_000,
      info: long,
    });
  });

  it('is short below zero', async () => {
    expect(await one({ size: -500, value: '5.5', unrealised_pnl: '-0.45' })).toMatchObject({
      side: 'short',
      contracts: 500,
      notional: 5.5,
      unrealizedPnl: -0.45,
    });
  });

  it('is cross with a leverage of zero, and has the margin it began with', async () => {
    const cross = { leverage: '0', cross_leverage_limit: '25', margin: '8997.7' };
    expect(await one(cross)).toMatchObject({
      leverage: 25,
      marginMode: 'cross',
      collateral: 0.55275,
    });
    const older = { ...cross, initial_margin: '0', maintenance_margin: '0' };
    const found = await one(older);
    expect(found?.collateral).toBeCloseTo(5.5 / 25, 12);
    expect(found?.maintenanceMargin).toBeCloseTo(5.5 * 0.005, 12);
  });

  it('is told without what the venue does not say', async () => {
    const bare = { leverage: '0', cross_leverage_limit: '0', initial_margin: '0', margin: '8' };
    const unsaid = { liq_price: '0', maintenance_margin: '', maintenance_rate: '' };
    expect(await one({ ...bare, ...unsaid, update_time: 0, open_time: 0 })).toMatchObject({
      leverage: undefined,
      marginMode: 'cross',
      collateral: undefined,
      liquidationPrice: undefined,
      maintenanceMargin: undefined,
      updatedAtMs: undefined,
    });
    expect(await one({ value: '0' })).toMatchObject({ notional: 500 * 0.0001 * 110 });
  });

  it('of an inverse contract is worth what it counts, in dollars', async () => {
    const row = { ...long, contract: 'BTC_USD', size: -220, value: '2', unrealised_pnl: '0.1' };
    const { positions } = await listed({
      '/futures/usdt/positions': [long],
      '/futures/btc/positions': [row],
    });
    expect(positions).toMatchObject([
      { symbol: 'BTC/USDT:USDT' },
      {
        symbol: 'BTC/USD:BTC',
        side: 'short',
        contracts: 220,
        contractSize: 1,
        notional: 220,
        unrealizedPnl: 0.1,
      },
    ]);
  });

  it('of an account in hedge mode is one of two', async () => {
    const { positions } = await listed({
      '/futures/usdt/positions': [
        { ...long, mode: 'dual_long' },
        { ...long, mode: 'dual_short', size: -20, leverage: '5' },
      ],
    });
    expect(positions).toMatchObject([
      { side: 'long', contracts: 500, leverage: 10 },
      { side: 'short', contracts: 20, leverage: 5 },
    ]);
  });

  it('that is flat, or in a market that nobody lists, is left out', async () => {
    const rows = [{ ...long, size: 0 }, { ...long, contract: 'OLD_USDT' }, long];
    const { positions } = await listed({ '/futures/usdt/positions': rows });
    expect(positions.map(({ info }) => info)).toEqual([long]);
  });
});

describe('the list of positions', () => {
  it('is asked for by what contracts settle in; without a wallet there are none', async () => {
    const { positions, lines } = await listed({});
    expect(positions).toEqual([]);
    expect(lines).toEqual([
      'GET /futures/usdt/positions?holding=true&limit=100',
      'GET /futures/btc/positions?holding=true&limit=100',
    ]);
  });

  it('of a symbol is the one list that it is in', async () => {
    const other = { ...long, contract: 'ETH_USDT' };
    const lists = { '/futures/usdt/positions': [other, long] };
    const { positions, lines } = await listed(lists, 'BTC/USDT:USDT');
    expect(positions.map(({ info }) => info)).toEqual([long]);
    expect(lines).toHaveLength(1);
    const inverse = await listed({}, 'BTC/USD:BTC');
    expect(inverse.lines).toEqual(['GET /futures/btc/positions?holding=true&limit=100']);
  });

  it('of dated contracts is one, and whole', async () => {
    const row = { ...long, contract: 'BTC_USDT_20261225' };
    const lists = { '/delivery/usdt/positions': [row] };
    const { positions, lines } = await listed(lists, undefined, 'future');
    expect(positions).toMatchObject([{ symbol: 'BTC/USDT:USDT-261225', marketType: 'future' }]);
    expect(lines).toEqual(['GET /delivery/usdt/positions']);
  });

  it('goes on to a page that is not full', async () => {
    const full = Array.from({ length: 100 }, () => long);
    const { run, requests } = gateClient(({ line }) =>
      line.includes('/btc/') ? noWallet : line.includes('offset=100') ? [long] : full,
    );
    const positions = await run((call) => openPositions(call, 'swap', undefined));
    expect(positions).toHaveLength(101);
    expect(requests[1]?.line).toBe('GET /futures/usdt/positions?holding=true&limit=100&offset=100');
  });

  it('ends somewhere', async () => {
    const full = Array.from({ length: 100 }, () => long);
    const { run, requests } = gateClient(() => full);
    await expect(run((call) => openPositions(call, 'swap', undefined))).rejects.toThrow(
      'more positions than can be read',
    );
    expect(requests).toHaveLength(20);
  });
});
