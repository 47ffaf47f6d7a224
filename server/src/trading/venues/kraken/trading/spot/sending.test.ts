import { describe, expect, it } from 'vitest';
import {
  krakenOrder,
  openKrakenDialect,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { krakenSpotDialect } from './dialect.ts';

const taken = {
  body: {
    error: [],
    result: {
      descr: { order: 'buy 0.01000000 XBTUSD @ limit 40000.0' },
      txid: ['OU22CG-KLAF2-FWUDD7'],
    },
  },
};

async function sent(said: object) {
  const venue = await openKrakenDialect(krakenSpotDialect, [taken]);
  const order = krakenOrder({ marketType: 'spot', ...said });
  const answer = await venue.run((call) => krakenSpotDialect.submit(call, order));
  expect(answer).toBeUndefined();
  return venue.wire;
}

/** Fields of every order of these tests; the deadline is five seconds after the clock. */
const common = {
  pair: 'XXBTZUSD',
  volume: '0.01',
  oflags: 'fciq',
  cl_ord_id: '018bcfe568007abc8def0123456789ab',
  deadline: '2023-11-14T22:13:25.000Z',
};

const trigger = { price: '40000', stopPrice: '41000' };

describe('an order on spot goes out', () => {
  it.each([
    [{ type: 'market', price: undefined }, { ordertype: 'market' }],
    [{ type: 'limit' }, { ordertype: 'limit', price: '40000', timeinforce: 'GTC' }],
    [
      { type: 'limit', timeInForce: 'IOC' },
      { ordertype: 'limit', price: '40000', timeinforce: 'IOC' },
    ],
    [
      { type: 'limit', timeInForce: 'FOK' },
      { ordertype: 'limit', price: '40000', timeinforce: 'FOK' },
    ],
    [
      { type: 'limit', timeInForce: 'POST_ONLY' },
      { ordertype: 'limit', price: '40000', oflags: 'fciq,post' },
    ],
    [
      { type: 'stop_loss', price: undefined, stopPrice: '41000' },
      { ordertype: 'stop-loss', price: '41000' },
    ],
    [
      { type: 'stop_loss_limit', ...trigger },
      { ordertype: 'stop-loss-limit', price: '41000', price2: '40000', timeinforce: 'GTC' },
    ],
    [
      { type: 'take_profit', price: undefined, stopPrice: '41000' },
      { ordertype: 'take-profit', price: '41000' },
    ],
    [
      { type: 'take_profit_limit', timeInForce: 'IOC', ...trigger },
      { ordertype: 'take-profit-limit', price: '41000', price2: '40000', timeinforce: 'IOC' },
    ],
  ])('%j', async (said, wanted) => {
    for (const side of ['buy', 'sell']) {
      expect(await sent({ ...said, side })).toEqual([
        {
          method: 'POST',
          address: 'api.kraken.com/0/private/AddOrder',
          fields: { ...common, type: side, ...wanted },
        },
      ]);
    }
  });

  it('without reduce-only, which is for margin there', async () => {
    const [order] = await sent({ reduceOnly: true });
    expect(order?.fields).not.toHaveProperty('reduce_only');
  });

  it('with all digits of a small quantity', async () => {
    const [order] = await sent({ quantity: '0.00000001' });
    expect(order?.fields.volume).toBe('0.00000001');
  });
});

describe('an order on spot is refused before anything is sent', () => {
  it.each([
    { type: 'trailing_stop', trailingDelta: 1 },
    { type: 'oco', ...trigger },
    { type: 'stop_loss_limit', timeInForce: 'FOK', ...trigger },
    { type: 'take_profit_limit', timeInForce: 'POST_ONLY', ...trigger },
    { type: 'market', timeInForce: 'POST_ONLY' },
  ])('%j', async (said) => {
    const venue = await openKrakenDialect(krakenSpotDialect, [taken]);
    const order = krakenOrder({ marketType: 'spot', ...(said as object) });
    const answer = venue.run((call) => krakenSpotDialect.submit(call, order));
    await expect(answer).rejects.toMatchObject({ name: 'DialectRefusal' });
    expect(venue.wire).toEqual([]);
  });
});

describe('an order on spot that was acknowledged', () => {
  const asked = async (said: object) => {
    const info = {
      cl_ord_id: common.cl_ord_id,
      status: 'open',
      opentm: 1_700_000_000,
      ...said,
      vol: '0.01000000',
      vol_exec: '0.00000000',
      oflags: 'fciq',
      descr: { pair: 'XBTUSD', type: 'buy', ordertype: 'limit', price: '40000.0', price2: '0' },
    };
    const answer = { body: { error: [], result: { 'OU22CG-KLAF2-FWUDD7': info } } };
    const venue = await openKrakenDialect(krakenSpotDialect, [taken, answer]);
    const order = krakenOrder({ marketType: 'spot' });
    await venue.run((call) => krakenSpotDialect.submit(call, order));
    const ref = { ...order, venueOrderId: undefined };
    const state = await venue.run((call) => krakenSpotDialect.lookup(call, ref));
    return { state, wire: venue.wire };
  };

  it('is looked up by the id that the answer told', async () => {
    const { state, wire } = await asked({});
    expect(state).toMatchObject({ venueOrderId: 'OU22CG-KLAF2-FWUDD7', status: 'open' });
    expect(wire[1]).toMatchObject({
      address: 'api.kraken.com/0/private/QueryOrders',
      fields: { txid: 'OU22CG-KLAF2-FWUDD7', consolidate_taker: 'false' },
    });
  });

  it('is not one that lacks our id', async () => {
    expect((await asked({ cl_ord_id: null })).state).toBeUndefined();
  });
});

describe('orders at once', () => {
  it('go out one by one, each with a greater nonce', async () => {
    const venue = await openKrakenDialect(krakenSpotDialect, [taken, taken, taken]);
    const order = krakenOrder({ marketType: 'spot' });
    const submit = () => venue.run((call) => krakenSpotDialect.submit(call, order));
    await Promise.all([submit(), submit(), submit()]);
    expect(venue.nonces).toEqual([1_700_000_000_000, 1_700_000_000_001, 1_700_000_000_002]);
  });
});
