import { describe, expect, it } from 'vitest';
import { memoryMarginModes } from '../../../../../../test/support/accounts/marginModes.ts';
import {
  type KrakenWire,
  krakenOrder,
  openKrakenDialect,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { createSeededRandom } from '../../../../../kit/random.ts';
import type { AccountId } from '../../../../model/account.ts';
import { followOrders } from '../../../shared/live/followedSession.ts';
import { createLiveSession } from '../../../shared/live/liveSession.ts';
import type { OrderRef, VenueFill, VenueOrderState } from '../../../venuePort.ts';
import { krakenSpotDialect } from './dialect.ts';

const count = 30;
const clientIdOf = (number: number) => `018bcfe568007abc8def${String(number).padStart(12, '0')}`;
const txidOf = (number: number) => `OAAAAA-AAAAA-${String(number).padStart(6, 'A')}`;
const { symbol } = krakenOrder({ marketType: 'spot' });

const refs: readonly OrderRef[] = Array.from({ length: count }, (_, number) => ({
  clientId: clientIdOf(number),
  venueOrderId: txidOf(number),
  symbol,
  marketType: 'spot',
}));

const orderAt = (number: number) => ({
  refid: null,
  userref: null,
  cl_ord_id: clientIdOf(number),
  status: 'closed',
  reason: null,
  opentm: 1_700_000_000.5,
  closetm: 1_700_000_001.5,
  starttm: 0,
  expiretm: 0,
  descr: { pair: 'XBTUSD', type: 'buy', ordertype: 'market', price: '0', price2: '0' },
  vol: '0.01000000',
  vol_exec: '0.01000000',
  cost: '400.00000',
  fee: '1.04000',
  price: '40000.0',
  oflags: 'fciq',
  trades: [`T${number}`],
});
const tradeAt = (number: number) => ({
  ordertxid: txidOf(number),
  pair: 'XXBTZUSD',
  type: 'buy',
  time: 1_700_000_001.25,
  price: '40000.0',
  cost: '400.00000',
  fee: '1.04000',
  vol: '0.01000000',
  maker: false,
});

/**
 * The exchange after all of them have filled; orders that are not requested by id are in its lists.
 */
function venue({ address, fields }: KrakenWire) {
  const all = Array.from({ length: count }, (_, number) => number);
  const ids = fields.txid?.split(',') ?? [];
  const orders = all.map((number) => [txidOf(number), orderAt(number)] as const);
  const named = orders.filter(([id, order]) =>
    fields.cl_ord_id === undefined
      ? ids.length === 0 || ids.includes(id)
      : order.cl_ord_id === fields.cl_ord_id,
  );
  const trades = all.map((number) => [`T${number}`, tradeAt(number)] as const);
  const result = address.endsWith('QueryOrders')
    ? Object.fromEntries(named)
    : address.endsWith('QueryTrades')
      ? Object.fromEntries(trades.filter(([id]) => ids.includes(id)))
      : address.endsWith('OpenOrders')
        ? { open: {} }
        : { closed: Object.fromEntries(named), count: named.length };
  return { body: { error: [], result } };
}

/** A service that has just started, whose orders of its last run are stored as not over. */
async function restart(inFlight: readonly OrderRef[]) {
  const { wire, clock, client } = await openKrakenDialect(krakenSpotDialect, venue);
  const told: VenueOrderState[] = [];
  const fills: VenueFill[] = [];
  const shared = {
    clock,
    random: createSeededRandom('restart'),
    events: {
      order: (state: VenueOrderState) => void told.push(state),
      fill: (fill: VenueFill) => void fills.push(fill),
    },
    links: new Map(),
    dialectClients: [
      {
        dialect: krakenSpotDialect,
        where: 'live',
        client: async () => client,
        credentials: async () => ({}),
      },
    ],
  };
  const live = createLiveSession({
    ...shared,
    marginModes: memoryMarginModes(),
    tradedSymbols: async () => [symbol],
  });
  const session = followOrders(live, {
    ...shared,
    accountId: 'desk' as AccountId,
    connect: () => ({ send: () => undefined, close: () => undefined }),
    inFlight: async () => inFlight,
    observe: {
      streamLive: () => undefined,
      streamDown: () => undefined,
      inFlightNotRead: () => undefined,
    },
  });
  const asked = () =>
    wire
      .map(({ address }) => address.split('/').at(-1))
      .filter((path) => !/Token/.test(path ?? ''));
  const starts = () => wire.flatMap(({ fields }) => fields.start ?? []);
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += 100) await clock.advance(100);
  };
  return { session, told, fills, asked, starts, pass };
}

describe('after a restart the orders that are not over at spot', () => {
  it('are looked up together: thirty are final within ten seconds for one call', async () => {
    const { session, told, asked, pass } = await restart(refs);
    await pass(10_000);
    expect(new Set(told.map(({ clientId, status }) => `${clientId} ${status}`))).toEqual(
      new Set(refs.map(({ clientId }) => `${clientId} closed`)),
    );
    // The exchange's own sums: the trades are listed for the comparison.
    for (const { filled, cost, average, fees } of told) {
      expect({ filled, cost, average, fees }).toEqual({
        filled: '0.01',
        cost: '400',
        average: 40_000,
        fees: { USD: '1.04' },
      });
    }
    expect(asked()).toEqual(['QueryOrders']);
    expect(session.updates().following).toBe(0);
    await session.close();
  });

  it('are found in lists that are read once where their ids are not known', async () => {
    const unnamed = refs.map((ref) => ({ ...ref, venueOrderId: undefined }));
    const { session, told, asked, pass } = await restart(unnamed);
    await pass(10_000);
    expect(new Set(told.map(({ venueOrderId, status }) => `${venueOrderId} ${status}`))).toEqual(
      new Set(refs.map(({ venueOrderId }) => `${venueOrderId} closed`)),
    );
    expect(asked()).toEqual(['OpenOrders', 'ClosedOrders']);
    await session.close();
  });

  it('are not in the lists: what has ended is read once, and then what ended since', async () => {
    const strangers = refs.slice(0, 3).map((ref, number) => ({
      ...ref,
      clientId: clientIdOf(count + number),
      venueOrderId: undefined,
    }));
    const { session, told, asked, starts, pass } = await restart(strangers);
    await pass(30_000);
    expect(told).toEqual([]);
    expect(asked().slice(0, 4)).toEqual([
      'OpenOrders',
      'ClosedOrders',
      'OpenOrders',
      'ClosedOrders',
    ]);
    // A minute before they were created, and then twenty seconds before the last end that was
    // listed.
    expect(starts().slice(0, 2)).toEqual(['1699999940', '1699999981']);
    await session.close();
  });
});
