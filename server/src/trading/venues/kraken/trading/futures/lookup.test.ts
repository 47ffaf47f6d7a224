import { describe, expect, it } from 'vitest';
import {
  type KrakenWire,
  krakenOrder,
  openKrakenDialect,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import type { OrderRef } from '../../../venuePort.ts';
import { toUuid } from '../clientIds.ts';
import { krakenFuturesDialect } from './dialect.ts';
import { futuresMany } from './lookup.ts';

const { symbol } = krakenOrder({ marketType: 'swap' });
const clientIdOf = (number: number) => `018bcfe568007abc8def${String(number).padStart(12, '0')}`;
const refs: readonly OrderRef[] = Array.from({ length: 30 }, (_, number) => ({
  clientId: clientIdOf(number),
  venueOrderId: `o${number}`,
  symbol,
  marketType: 'swap',
}));

const canceled = (number: number) => ({
  uid: `e${number}`,
  timestamp: 1_700_000_002_000,
  event: {
    OrderCancelled: {
      order: {
        uid: `o${number}`,
        tradeable: 'PF_XBTUSD',
        direction: 'Buy',
        quantity: '0.01',
        filled: '0',
        timestamp: 1_700_000_000_100,
        limitPrice: '40000',
        orderType: 'Limit',
        clientId: toUuid(clientIdOf(number)),
        reduceOnly: false,
        lastUpdateTimestamp: 1_700_000_000_200,
      },
      reason: 'cancelled_by_user',
    },
  },
});
/** It rests, and no other list shows it: the lists do not agree. */
const placed = (number: number) => {
  const { order } = canceled(number).event.OrderCancelled;
  return { uid: `e${number}`, timestamp: 1_700_000_002_000, event: { OrderPlaced: { order } } };
};

async function look(elements: readonly object[]) {
  const answers = ({ address }: KrakenWire) => {
    if (address.endsWith('/history/v3/orders') || address.endsWith('history/v2/orders')) {
      return { body: { elements } };
    }
    if (address.endsWith('triggers')) return { body: { elements: [] } };
    return { body: { result: 'success', orders: [], fills: [] } };
  };
  const venue = await openKrakenDialect(krakenFuturesDialect, answers);
  await venue.clock.advance(60_000);
  const outcomes = await venue.run((call) => futuresMany.look(call, refs));
  const pages = venue.wire.filter(({ address }) => address.includes('history'));
  return { outcomes, pages: pages.map(({ address }) => address.split('/').at(-1)) };
}

describe('many orders on futures', () => {
  it('are found in the same page of history', async () => {
    const { outcomes, pages } = await look(refs.map((_, number) => canceled(number)));
    expect(pages).toEqual(['orders']);
    for (const { clientId } of refs) {
      expect(outcomes.get(clientId)).toMatchObject({ clientId, status: 'canceled' });
    }
  });

  it('are told though one of them is not told whole, and another not at all', async () => {
    const known = refs.slice(2).map((_, index) => canceled(index + 2));
    const { outcomes, pages } = await look([placed(0), ...known]);
    expect(pages).toEqual(['orders', 'triggers']);
    const [first, second, third] = refs.map(({ clientId }) => outcomes.get(clientId));
    expect([first, second]).toEqual(['untold', 'absent']);
    expect(third).toMatchObject({ status: 'canceled' });
    expect(outcomes.size).toBe(refs.length);
  });
});
