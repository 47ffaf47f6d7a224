import { describe, expect, it } from 'vitest';
import {
  clientId,
  type KrakenAnswer,
  krakenOrder,
  openKrakenDialect,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { krakenSpotDialect } from './dialect.ts';

const unnamed = { ...krakenOrder({ marketType: 'spot' }), venueOrderId: undefined };
const named = { ...unnamed, venueOrderId: 'OGMZCL-KC6MC-ZRBGM6' };

const resting = {
  refid: null,
  userref: null,
  cl_ord_id: clientId,
  status: 'open',
  reason: null,
  opentm: 1700000000.5,
  starttm: 0,
  expiretm: 0,
  descr: {
    pair: 'XBTUSD',
    type: 'buy',
    ordertype: 'limit',
    price: '40000.0',
    price2: '0',
    leverage: 'none',
    order: 'buy 0.01000000 XBTUSD @ limit 40000.0',
    close: '',
  },
  vol: '0.01000000',
  vol_exec: '0.00000000',
  cost: '0.00000',
  fee: '0.00000',
  price: '0.00000',
  stopprice: '0.00000',
  limitprice: '0.00000',
  misc: '',
  oflags: 'fciq',
};
const open = (orders: object) => ({ body: { error: [], result: { open: orders } } });
const closed = (orders: object) => ({ body: { error: [], result: { closed: orders, count: 1 } } });
const queried = (order: object) => ({
  body: { error: [], result: { 'OGMZCL-KC6MC-ZRBGM6': order } },
});
const trades = (list: object) => ({ body: { error: [], result: list } });

const trade = {
  ordertxid: 'OGMZCL-KC6MC-ZRBGM6',
  postxid: 'TKH2SE',
  pair: 'XXBTZUSD',
  type: 'buy',
  time: 1700000001.25,
  ordertype: 'limit',
  price: '39999.90000',
  cost: '199.99950',
  fee: '0.51999',
  vol: '0.00500000',
  margin: '0.00000',
  misc: '',
  maker: false,
};

async function ask(ref: typeof unnamed | typeof named, answers: readonly KrakenAnswer[]) {
  const venue = await openKrakenDialect(krakenSpotDialect, answers);
  const state = await venue.run((call) => krakenSpotDialect.lookup(call, ref));
  const { wire, fills, links } = venue;
  return { state, wire, fills, links };
}

const plain = {
  clientId,
  venueOrderId: 'OGMZCL-KC6MC-ZRBGM6',
  symbol: 'BTC/USD',
  marketType: 'spot',
  side: 'buy',
  type: 'limit',
  status: 'open',
  price: 40_000,
  stopPrice: undefined,
  quantity: '0.01',
  filled: '0',
  average: undefined,
  cost: '0',
  fees: {},
  createdAtMs: 1_700_000_000_500,
  updatedAtMs: 1_700_000_000_500,
  lastTradeAtMs: undefined,
  reason: undefined,
};

describe('an order on spot is looked up', () => {
  it('by our id among the open ones', async () => {
    const { state, wire } = await ask(unnamed, [open({ 'OGMZCL-KC6MC-ZRBGM6': resting })]);
    expect(state).toEqual(plain);
    expect(wire).toEqual([
      {
        method: 'POST',
        address: 'api.kraken.com/0/private/OpenOrders',
        fields: { trades: 'true', cl_ord_id: clientId },
      },
    ]);
  });

  it('then among the ended ones', async () => {
    const ended = { ...resting, status: 'canceled', reason: 'User requested', closetm: 1700000009 };
    const { state, wire } = await ask(unnamed, [
      open({}),
      closed({ 'OGMZCL-KC6MC-ZRBGM6': ended }),
    ]);
    expect(state).toEqual({ ...plain, status: 'canceled', updatedAtMs: 1_700_000_009_000 });
    expect(wire[1]).toEqual({
      method: 'POST',
      address: 'api.kraken.com/0/private/ClosedOrders',
      fields: { trades: 'true', cl_ord_id: clientId, consolidate_taker: 'false' },
    });
  });

  it('and is none where the venue lists orders of others only', async () => {
    const other = { ...resting, cl_ord_id: 'f'.repeat(32) };
    const { state } = await ask(unnamed, [open({ A: other }), closed({ B: other })]);
    expect(state).toBeUndefined();
  });

  it('by the venue’s id once it is known', async () => {
    const { state, wire } = await ask(named, [queried(resting)]);
    expect([state?.venueOrderId, wire]).toEqual([
      'OGMZCL-KC6MC-ZRBGM6',
      [
        {
          method: 'POST',
          address: 'api.kraken.com/0/private/QueryOrders',
          fields: { txid: 'OGMZCL-KC6MC-ZRBGM6', trades: 'true', consolidate_taker: 'false' },
        },
      ],
    ]);
  });

  it('and reads our id with dashes too, and no id of others', async () => {
    const dashed = { ...resting, cl_ord_id: '018BCFE5-6800-7abc-8def-0123456789ab' };
    expect((await ask(named, [queried(dashed)])).state?.clientId).toBe(clientId);
    const foreign = { ...resting, cl_ord_id: null, userref: 7 };
    expect((await ask(named, [queried(foreign)])).state?.clientId).toBeUndefined();
  });
});

describe('the state of an order on spot', () => {
  const filled = { ...resting, vol_exec: '0.01000000', status: 'closed', closetm: 1700000002 };

  it('sums its own trades exactly', async () => {
    const order = { ...filled, cost: '399.9', fee: '1.0', trades: ['T1', 'T2'] };
    const second = { ...trade, price: '39999.80000', fee: '0.52001', time: 1700000001.5 };
    const { state, wire } = await ask(named, [queried(order), trades({ T1: trade, T2: second })]);
    expect(state).toMatchObject({
      status: 'closed',
      filled: '0.01',
      cost: '399.9985',
      average: 39_999.85,
      fees: { USD: '1.04' },
      lastTradeAtMs: 1_700_000_001_500,
    });
    expect(wire[1]).toEqual({
      method: 'POST',
      address: 'api.kraken.com/0/private/QueryTrades',
      fields: { txid: 'T1,T2' },
    });
  });

  it('is what the order says while a trade is not listed', async () => {
    const said = { cost: '399.99850', fee: '1.04000', price: '39999.9', trades: ['T1'] };
    const { state } = await ask(named, [queried({ ...filled, ...said }), trades({ T1: trade })]);
    expect(state).toMatchObject({
      filled: '0.01',
      cost: '399.9985',
      average: 39_999.9,
      fees: { USD: '1.04' },
    });
  });

  it.each([
    ['market', '0', '0', { type: 'market', price: undefined, stopPrice: undefined }],
    ['stop-loss', '41000.0', '0', { type: 'stop_loss', price: undefined, stopPrice: 41_000 }],
    ['stop-loss-limit', '41000.0', '40000.0', { type: 'stop_loss_limit', price: 40_000 }],
    ['take-profit', '41000.0', '0', { type: 'take_profit', price: undefined, stopPrice: 41_000 }],
    ['take-profit-limit', '41000.0', '40000.0', { type: 'take_profit_limit', stopPrice: 41_000 }],
    ['trailing-stop', '+1.0000%', '0', { type: 'trailing_stop', stopPrice: undefined }],
  ])('tells the prices of %s', async (ordertype, price, price2, wanted) => {
    const descr = { ...resting.descr, ordertype, price, price2 };
    expect((await ask(named, [queried({ ...resting, descr })])).state).toMatchObject(wanted);
  });

  it.each([
    ['pending', null, 'open', undefined],
    ['expired', null, 'expired', undefined],
    ['canceled', 'User requested', 'canceled', undefined],
    ['canceled', null, 'canceled', undefined],
    ['canceled', 'Out of funds', 'expired', 'Out of funds'],
    ['canceled', 'Any other reason', 'expired', 'Any other reason'],
    ['canceled', 'Post only order', 'rejected', 'The order would take liquidity at once.'],
    ['canceled', 'Order would trigger immediately', 'rejected', 'The order would trigger at once.'],
    ['canceled', 'Fill or kill', 'expired', 'The whole quantity cannot be filled at once.'],
  ])('%s for the reason %s is %s', async (status, reason, wanted, told) => {
    const { state } = await ask(named, [queried({ ...resting, status, reason })]);
    expect([state?.status, state?.reason]).toEqual([wanted, told]);
  });

  it.each([
    ['market', 'expired'],
    ['stop-loss', 'expired'],
    ['limit', 'canceled'],
    ['stop-loss-limit', 'canceled'],
  ])('%s that filled in part and was canceled for no reason is %s', async (ordertype, wanted) => {
    const part = { vol_exec: '0.00500000', status: 'canceled', reason: null, trades: ['T1'] };
    const order = { ...resting, ...part, descr: { ...resting.descr, ordertype } };
    const { state } = await ask(named, [queried(order), trades({ T1: trade })]);
    expect([state?.status, state?.filled]).toEqual([wanted, '0.005']);
  });

  it('that never filled and was canceled for no reason is canceled, whatever its type', async () => {
    const descr = { ...resting.descr, ordertype: 'stop-loss' };
    const { state } = await ask(named, [queried({ ...resting, status: 'canceled', descr })]);
    expect(state?.status).toBe('canceled');
  });

  it('brings its fills, and which order of ours it is', async () => {
    const order = { ...filled, trades: ['T1'] };
    const { fills, links } = await ask(named, [queried(order), trades({ T1: trade })]);
    expect(fills).toMatchObject([
      { venueTradeId: 'T1', clientId, venueOrderId: 'OGMZCL-KC6MC-ZRBGM6', quantity: '0.005' },
    ]);
    const own = { venueOrderId: 'OGMZCL-KC6MC-ZRBGM6', clientId };
    expect([...links]).toEqual([['OGMZCL-KC6MC-ZRBGM6', own]]);
  });

  it('is unknown for a status nobody has heard of', async () => {
    const answer = ask(named, [queried({ ...resting, status: 'sleeping' })]);
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError' });
  });
});

describe('open orders on spot', () => {
  const part = { ...resting, vol_exec: '0.00500000', trades: ['TOGETHER'] };
  const each = { ...part, trades: ['T1'] };
  const asked = { body: { error: [], result: { A: each } } };
  const list = (other: object) => open({ A: part, B: { ...resting, ...other } });
  const answers = (other: object) => [list(other), asked, trades({ T1: trade })];

  it('are those of the symbol, or all, with what has filled', async () => {
    const other = { descr: { ...resting.descr, pair: 'LTCUSDT' } };
    for (const [symbol, wanted] of [
      [unnamed.symbol, ['A']],
      [undefined, ['B', 'A']],
    ] as const) {
      const venue = await openKrakenDialect(krakenSpotDialect, answers(other));
      const states = await venue.run((call) => krakenSpotDialect.openOrders(call, 'spot', symbol));
      expect(states.map(({ venueOrderId }) => venueOrderId)).toEqual(wanted);
      expect(states.at(-1)).toMatchObject({ filled: '0.005', cost: '199.9995' });
      expect(venue.wire.map(({ fields }) => fields)).toEqual([
        { trades: 'true' },
        { txid: 'A', trades: 'true', consolidate_taker: 'false' },
        { txid: 'T1' },
      ]);
    }
  });

  it('come oldest first, though the venue lists the newest first', async () => {
    const venue = await openKrakenDialect(krakenSpotDialect, answers({ opentm: 1700000009 }));
    const states = await venue.run((call) => krakenSpotDialect.openOrders(call, 'spot', undefined));
    expect(states.map(({ venueOrderId }) => venueOrderId)).toEqual(['A', 'B']);
  });

  it('leave out what ended while they were asked for', async () => {
    const ended = { body: { error: [], result: { A: { ...each, status: 'closed' } } } };
    const venue = await openKrakenDialect(krakenSpotDialect, [
      list({}),
      ended,
      trades({ T1: trade }),
    ]);
    const states = await venue.run((call) => krakenSpotDialect.openOrders(call, 'spot', undefined));
    expect(states.map(({ venueOrderId }) => venueOrderId)).toEqual(['B']);
  });

  it('are read with each trade by itself also where one of them is looked up', async () => {
    const one = { body: { error: [], result: { A: each } } };
    const { state, wire } = await ask(unnamed, [open({ A: part }), one, trades({ T1: trade })]);
    expect(state).toMatchObject({ venueOrderId: 'A', status: 'open', cost: '199.9995' });
    expect(wire).toHaveLength(3);
  });
});
