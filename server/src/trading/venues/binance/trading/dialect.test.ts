import { describe, expect, it } from 'vitest';
import { memoryMarginModes } from '../../../../../test/support/accounts/marginModes.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import type { CcxtClient, CcxtTrade } from '../../shared/live/ccxtClient.ts';
import { binanceDialect } from './dialect.ts';

const symbol = parseSymbol('BTC/USDT') ?? ('' as never);
const dayMs = 24 * 3_600_000;

/** Returns a venue of scripted answers, and the requests that it received. */
function scripted(answers: Partial<CcxtClient>) {
  const client = answers as CcxtClient;
  return {
    clock: createManualClock(),
    client,
    links: new Map(),
    heard: () => undefined,
    marginModes: memoryMarginModes(),
  };
}

describe('fills of binance', () => {
  const trade = (timestamp: number): CcxtTrade => ({
    id: String(timestamp),
    order: '1',
    symbol,
    side: 'buy',
    takerOrMaker: 'taker',
    price: 100,
    amount: 1,
    timestamp,
    fee: { cost: 0.1, currency: 'USDT' },
    info: {},
  });
  /** Trades of one window of a day, as the venue returns them. */
  const venueOf = (times: readonly number[]) => {
    const asked: (number | undefined)[] = [];
    const call = scripted({
      async fetchMyTrades(_, since = 0, limit = 0) {
        asked.push(since);
        const within = times.filter((at) => at >= since && at < since + dayMs);
        return within.slice(0, limit).map(trade);
      },
    });
    return { call, asked };
  };
  const query = { marketType: 'spot', symbol } as const;

  it('are read over all windows, however few one has', async () => {
    const { call, asked } = venueOf([]);
    const sinceMs = call.clock.now() - 3 * dayMs;
    const times = [sinceMs, sinceMs + 1, sinceMs + 2.5 * dayMs];
    const all = venueOf(times);
    const fills = await binanceDialect.fills(all.call, { ...query, sinceMs, limit: 500 });
    expect(fills.map(({ atMs }) => atMs)).toEqual(times);
    await binanceDialect.fills(call, { ...query, sinceMs, limit: 500 });
    expect(asked).toEqual([0, 1, 2, 3].map((day) => sinceMs + day * dayMs));
  });

  it('are of no order that has their id in another market', async () => {
    const { call } = venueOf([]);
    const order = { id: '1', clientOrderId: 'a'.repeat(32), symbol, side: 'buy', status: 'open' };
    const asked = { fetchOrder: async () => ({ ...order, amount: 1, filled: 0, info: {} }) };
    const seen = scripted(asked);
    const ref = { clientId: 'a'.repeat(32), venueOrderId: undefined };
    await binanceDialect.lookup(seen, { ...ref, symbol, marketType: 'spot' });
    const atMs = call.clock.now();
    const fetchMyTrades = async () => [trade(atMs)];
    const from = (client: object) => ({ ...seen, client: client as CcxtClient });
    const own = { ...query, sinceMs: atMs, limit: 5 };
    const [found] = await binanceDialect.fills(from({ fetchMyTrades }), own);
    expect(found?.clientId).toBe('a'.repeat(32));
    const elsewhere = { ...own, symbol: parseSymbol('ETH/USDT') ?? symbol };
    const [other] = await binanceDialect.fills(from({ fetchMyTrades }), elsewhere);
    expect(other).toMatchObject({ venueOrderId: '1', clientId: undefined });
  });

  it('of one millisecond are in the order of their ids, which are numbers', async () => {
    const { clock } = venueOf([]).call;
    const sinceMs = clock.now();
    const call = scripted({
      // As texts they are sorted before they come here.
      fetchMyTrades: async () => ['10', '11', '9'].map((id) => ({ ...trade(sinceMs), id })),
    });
    const fills = await binanceDialect.fills(call, { ...query, sinceMs, limit: 500 });
    expect(fills.map(({ sequence }) => sequence)).toEqual(['9', '10', '11']);
  });

  it('of three months are the newest ones, where those are all', async () => {
    const { clock } = venueOf([]).call;
    const sinceMs = clock.now() - 90 * dayMs;
    const times = [sinceMs - 1, sinceMs, sinceMs + dayMs, clock.now()];
    const asked: unknown[][] = [];
    const call = scripted({
      async fetchMyTrades(_, ...all) {
        asked.push(all);
        return times.map(trade);
      },
    });
    const fills = await binanceDialect.fills(call, { ...query, sinceMs, limit: 2 });
    expect(fills.map(({ atMs }) => atMs)).toEqual([sinceMs, sinceMs + dayMs]);
    expect(asked).toEqual([[undefined, 1_000, {}]]);
  });

  it('of three months are read window by window, where the newest are not all', async () => {
    const { clock } = venueOf([]).call;
    const sinceMs = clock.now() - 90 * dayMs;
    const newest = Array.from({ length: 1_000 }, () => clock.now());
    const all = venueOf([sinceMs, sinceMs + 1]);
    const call = scripted({
      async fetchMyTrades(...asked) {
        const [, since] = asked;
        if (since === undefined) return newest.map(trade);
        return all.call.client.fetchMyTrades(...asked);
      },
    });
    const fills = await binanceDialect.fills(call, { ...query, sinceMs, limit: 2 });
    expect(fills.map(({ atMs }) => atMs)).toEqual([sinceMs, sinceMs + 1]);
  });

  it('end with as many as were asked for', async () => {
    const first = venueOf([]);
    const sinceMs = first.call.clock.now() - 3 * dayMs;
    const { call, asked } = venueOf([sinceMs, sinceMs + dayMs, sinceMs + dayMs + 1]);
    const fills = await binanceDialect.fills(call, { ...query, sinceMs, limit: 2 });
    expect(fills.map(({ atMs }) => atMs)).toEqual([sinceMs, sinceMs + dayMs]);
    expect(asked).toHaveLength(2);
  });
});

describe('an order of somebody else', () => {
  it('is cancelled and looked up by the id of the exchange', async () => {
    const asked: unknown[] = [];
    const note = async (...call: unknown[]) => {
      asked.push(call);
      return { id: '7', side: 'buy', status: 'open', amount: 1, info: {} };
    };
    const call = scripted({ cancelOrder: note, fetchOrder: note });
    const ref = { clientId: 'web_x', venueOrderId: '7', symbol, marketType: 'spot' } as const;
    await binanceDialect.cancel(call, ref);
    await binanceDialect.lookup(call, ref);
    expect(asked).toEqual([
      ['7', symbol, {}],
      ['7', symbol, {}],
    ]);
    const ours = { ...ref, clientId: 'a'.repeat(32) };
    await binanceDialect.cancel(call, ours);
    expect(asked[2]).toEqual([undefined, symbol, { clientOrderId: ours.clientId }]);
  });
});

describe('an order whose trades are not listed yet', () => {
  it('has filled what it says itself', async () => {
    const order = {
      id: '7',
      side: 'sell',
      status: 'closed',
      amount: 0.1,
      filled: 0.1,
      cost: 9.08,
      average: 90.8,
      info: { type: 'MARKET', orderListId: '-1' },
    };
    const call = scripted({ fetchOrder: async () => order, fetchMyTrades: async () => [] });
    const ref = {
      clientId: 'a'.repeat(32),
      venueOrderId: '7',
      symbol,
      marketType: 'spot',
    } as const;
    const state = await binanceDialect.lookup(call, ref);
    expect(state).toMatchObject({
      status: 'closed',
      filled: '0.1',
      cost: '9.08',
      average: 90.8,
      fees: {},
    });
  });
});
