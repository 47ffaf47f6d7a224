import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../../../test/support/manualClock.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import type { VenueFill, VenueOrderState } from '../../venuePort.ts';
import type { Dialect } from './dialect.ts';
import { createLateFills, type LateFills } from './lateFills.ts';
import { NoAnswerError } from './tradeHttp.ts';

const symbol = parseSymbol('ETH/USDC:USDC');
if (!symbol) throw new Error('Must hold: it is a symbol');
const { signal } = new AbortController();

function ended(venueOrderId: string, changes: Partial<VenueOrderState> = {}): VenueOrderState {
  if (!symbol) throw new Error('Must hold: it is a symbol');
  return {
    clientId: `c-${venueOrderId}`,
    venueOrderId,
    symbol,
    marketType: 'swap',
    side: 'buy',
    type: 'market',
    status: 'closed',
    price: undefined,
    stopPrice: undefined,
    quantity: '3',
    filled: '3',
    average: 100.3,
    cost: '300.9',
    fees: {},
    createdAtMs: 20_000,
    updatedAtMs: 20_000,
    lastTradeAtMs: 20_000,
    reason: undefined,
    ...changes,
  };
}

function fill(venueOrderId: string, venueTradeId: string, quantity: string): VenueFill {
  if (!symbol) throw new Error('Must hold: it is a symbol');
  return {
    venueTradeId,
    venueOrderId,
    clientId: undefined,
    symbol,
    marketType: 'swap',
    side: 'buy',
    price: 100,
    quantity,
    fee: '0.1',
    feeAsset: 'USDC',
    liquidity: 'taker',
    atMs: 20_000,
  };
}

describe('fills that an answer left out', () => {
  let clock: ManualClock;
  let late: LateFills;
  /** The fills that the venue lists, or the error with which it fails. */
  let listed: readonly VenueFill[] | Error;
  let reads: { readonly sinceMs: number }[];
  let orders: VenueOrderState[];
  let fills: string[];

  beforeEach(() => {
    clock = createManualClock(20_000);
    [listed, reads, orders, fills] = [[], [], [], []];
    const dialect = {
      marketTypes: ['swap'],
      errorMeanings: [],
      tellsFillsLater: true,
      async fills(_: unknown, query: { readonly sinceMs: number }) {
        reads.push(query);
        if (listed instanceof Error) throw listed;
        return listed;
      },
    } as Partial<Dialect> as Dialect;
    const client = { call: (_: unknown, work: (ccxt: never) => unknown) => work({} as never) };
    late = createLateFills({
      clock,
      random: { next: () => 0 } as never,
      events: {
        order: (state) => void orders.push(state),
        fill: ({ clientId, venueTradeId }) => void fills.push(`${clientId} ${venueTradeId}`),
      },
      dialectClients: [{ dialect, where: 'there', client: async () => client } as never],
      links: { get: () => undefined, set: () => undefined },
      marginModes: {} as never,
    });
  });

  const taken = (order: VenueOrderState) => late.sent({ kind: 'acknowledged', order });

  it('are read in one list for all orders of five seconds, and complete them', async () => {
    taken(ended('1'));
    await clock.advance(4_000);
    taken(ended('2', { createdAtMs: 24_000 }));
    listed = [fill('1', 'a', '1'), fill('1', 'b', '2'), fill('2', 'c', '3'), fill('9', 'd', '1')];
    await clock.advance(1_000);
    expect(reads).toEqual([expect.objectContaining({ sinceMs: 10_000, symbol, also: [] })]);
    expect(fills).toEqual(['c-1 a', 'c-1 b', 'c-2 c']);
    expect(
      orders.map(({ venueOrderId, cost, average, fees }) => [venueOrderId, cost, average, fees]),
    ).toEqual([
      ['1', '300', 100, { USDC: '0.2' }],
      ['2', '300', 100, { USDC: '0.1' }],
    ]);
    await clock.advance(60_000);
    expect(reads).toHaveLength(1);
  });

  it('are asked for again while some are missing, and no longer than a minute', async () => {
    taken(ended('1'));
    listed = [fill('1', 'a', '1')];
    await clock.advance(120_000);
    expect(reads).toHaveLength(12);
    expect(orders).toEqual([]);
    taken(ended('2'));
    listed = new NoAnswerError('The exchange is down.');
    await clock.advance(10_000);
    listed = [fill('2', 'c', '3')];
    await clock.advance(10_000);
    expect(orders.map(({ venueOrderId }) => venueOrderId)).toEqual(['2']);
  });

  it('are read at once for a comparison, which hears why they cannot be', async () => {
    await late.bring(signal);
    expect(reads).toEqual([]);
    taken(ended('1'));
    listed = [fill('1', 'a', '3')];
    await late.bring(signal);
    expect(fills).toEqual(['c-1 a']);
    await clock.advance(60_000);
    expect(reads).toHaveLength(1);
  });

  it('are not looked for where nothing filled, fees are told, or the order goes on', async () => {
    taken(ended('1', { filled: '0', status: 'expired' }));
    taken(ended('2', { fees: { USDC: '0.1' } }));
    taken(ended('3', { status: 'open' }));
    late.sent({ kind: 'unknown', message: 'lost' });
    await clock.advance(60_000);
    expect(reads).toEqual([]);
  });

  it('are not read any more once the account is closed', async () => {
    taken(ended('1'));
    late.stop();
    await clock.advance(60_000);
    expect(reads).toEqual([]);
  });
});
