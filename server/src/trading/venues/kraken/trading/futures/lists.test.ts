import { describe, expect, it } from 'vitest';
import {
  clientId,
  krakenOrder,
  openKrakenDialect,
  symbolOf,
  uuid,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { krakenFuturesDialect } from './dialect.ts';

const order = krakenOrder({ marketType: 'swap' });
const fill = (fields: object) => ({
  fillTime: '2023-11-14T22:13:21.000Z',
  order_id: 'o1',
  cliOrdId: uuid,
  side: 'sell',
  fill_id: 'f1',
  symbol: 'PF_XBTUSD',
  size: 0.01,
  price: 40000,
  fillType: 'maker',
  ...fields,
});
const fillList = (...fills: readonly object[]) => ({ body: { result: 'success', fills } });

describe('open orders on futures', () => {
  const open = (fields: object) => ({
    order_id: 'o1',
    cliOrdId: uuid,
    symbol: 'PF_XBTUSD',
    side: 'sell',
    orderType: 'lmt',
    limitPrice: 40000,
    unfilledSize: 0.006,
    filledSize: 0,
    status: 'untouched',
    receivedTime: '2023-11-14T22:13:20.100Z',
    lastUpdateTime: '2023-11-14T22:13:20.200Z',
    reduceOnly: false,
    ...fields,
  });
  const openOrders = [
    open({ filledSize: 0.004, status: 'partiallyFilled' }),
    open({ order_id: 'o2', cliOrdId: undefined, orderType: 'stop', stopPrice: 39000 }),
    open({ order_id: 'o3', orderType: 'take_profit', stopPrice: 41000, limitPrice: undefined }),
    open({ order_id: 'o4', symbol: 'FF_XBTUSD_231229' }),
    open({ order_id: 'o5', symbol: 'PF_LTCUSD' }),
    open({ order_id: 'o6', symbol: 'PI_XBTUSD', unfilledSize: 5 }),
    open({ order_id: 'o7', symbol: 'PV_XRPXBT' }),
  ];
  const answers = [{ body: { result: 'success', openOrders } }, fillList(fill({ size: 0.004 }))];

  it('are told with what has filled of them', async () => {
    const venue = await openKrakenDialect(krakenFuturesDialect, answers);
    const states = await venue.run((call) =>
      krakenFuturesDialect.openOrders(call, 'swap', order.symbol),
    );
    const common = {
      marketType: 'swap',
      symbol: 'BTC/USD:USD',
      side: 'sell',
      status: 'open',
      createdAtMs: 1_700_000_000_100,
      reason: undefined,
    };
    const untouched = {
      quantity: '0.006',
      filled: '0',
      cost: '0',
      average: undefined,
      fees: {},
      lastTradeAtMs: undefined,
      updatedAtMs: 1_700_000_000_200,
    };
    expect(states).toEqual([
      {
        ...common,
        clientId,
        venueOrderId: 'o1',
        type: 'limit',
        price: 40_000,
        stopPrice: undefined,
        quantity: '0.01',
        filled: '0.004',
        cost: '160',
        average: 40_000,
        fees: { USD: '0.032' },
        lastTradeAtMs: 1_700_000_001_000,
        updatedAtMs: 1_700_000_001_000,
      },
      {
        ...common,
        ...untouched,
        clientId: undefined,
        venueOrderId: 'o2',
        type: 'stop_loss_limit',
        price: 40_000,
        stopPrice: 39_000,
      },
      {
        ...common,
        ...untouched,
        clientId,
        venueOrderId: 'o3',
        type: 'take_profit',
        price: undefined,
        stopPrice: 41_000,
      },
    ]);
    expect(venue.wire[0]).toEqual({
      method: 'GET',
      address: 'futures.kraken.com/derivatives/api/v3/openorders',
      fields: {},
    });
  });

  it.each([
    ['swap', ['o1', 'o2', 'o3', 'o5', 'o6']],
    ['future', ['o4']],
  ] as const)('of all %s products are those that have a name here', async (marketType, wanted) => {
    const venue = await openKrakenDialect(krakenFuturesDialect, answers);
    const states = await venue.run((call) =>
      krakenFuturesDialect.openOrders(call, marketType, undefined),
    );
    expect(states.map(({ venueOrderId }) => venueOrderId)).toEqual(wanted);
  });

  it('are worth their limit where their fills lie too far back', async () => {
    const newer = (page: number) =>
      fillList(
        fill({
          fill_id: `p${page}`,
          order_id: 'other',
          fillTime: new Date(1_700_900_000_000 - page * 1_000).toISOString(),
        }),
      );
    const pages = Array.from({ length: 30 }, (_, page) => newer(page));
    const first = { body: { result: 'success', openOrders: openOrders.slice(0, 1) } };
    const venue = await openKrakenDialect(krakenFuturesDialect, [first, ...pages]);
    const [state] = await venue.run((call) =>
      krakenFuturesDialect.openOrders(call, 'swap', order.symbol),
    );
    expect(state).toMatchObject({ filled: '0.004', cost: '160', average: 40_000, fees: {} });
    expect(venue.wire).toHaveLength(21);
  });
});

describe('fills on futures', () => {
  const query = {
    marketType: 'swap',
    symbol: order.symbol,
    sinceMs: 1_700_000_001_000,
    limit: 500,
  } as const;

  it('are read back page by page, and told oldest first', async () => {
    const venue = await openKrakenDialect(krakenFuturesDialect, [
      fillList(
        fill({ fill_id: 'f4', fillTime: '2023-11-14T22:13:24.000Z', fillType: 'taker' }),
        fill({ fill_id: 'f3', fillTime: '2023-11-14T22:13:23.000Z', symbol: 'PF_LTCUSD' }),
      ),
      // Its only fill has no name here: older fills are requested all the same.
      fillList(fill({ fill_id: 'f2', fillTime: '2023-11-14T22:13:22.000Z', symbol: 'XX' })),
      fillList(
        fill({ fill_id: 'f1', symbol: 'pf_xbtusd' }),
        fill({ fill_id: 'f0', fillTime: '2023-11-14T22:13:20.999Z' }),
      ),
    ]);
    const fills = await venue.run((call) => krakenFuturesDialect.fills(call, query));
    const common = {
      venueOrderId: 'o1',
      clientId,
      symbol: 'BTC/USD:USD',
      marketType: 'swap',
      side: 'sell',
      price: 40_000,
      quantity: '0.01',
      feeAsset: 'USD',
    };
    expect(fills).toEqual([
      {
        ...common,
        venueTradeId: 'f1',
        fee: '0.08',
        liquidity: 'maker',
        atMs: 1_700_000_001_000,
      },
      {
        ...common,
        venueTradeId: 'f4',
        fee: '0.2',
        liquidity: 'taker',
        atMs: 1_700_000_004_000,
      },
    ]);
    expect(venue.wire.map(({ fields }) => fields)).toEqual([
      {},
      { lastFillTime: '2023-11-14T22:13:23.001Z' },
      { lastFillTime: '2023-11-14T22:13:22.001Z' },
    ]);
  });

  it('of one millisecond are the other way round than the venue lists them', async () => {
    const list = fillList(...['f3', 'f2', 'f1'].map((fill_id) => fill({ fill_id })));
    const venue = await openKrakenDialect(krakenFuturesDialect, [list, list]);
    const fills = await venue.run((call) => krakenFuturesDialect.fills(call, query));
    expect(fills.map(({ venueTradeId }) => venueTradeId)).toEqual(['f1', 'f2', 'f3']);
  });

  it('end where nothing older comes, at the limit, and name dated products', async () => {
    const symbol = symbolOf('BTC/USD:USD-231229');
    const list = fillList(
      fill({ fill_id: 'f2', symbol: 'FF_XBTUSD_231229', fillTime: '2023-11-14T22:13:22.000Z' }),
      fill({ fill_id: 'f1', symbol: 'FF_XBTUSD_231229' }),
    );
    const venue = await openKrakenDialect(krakenFuturesDialect, [list, list]);
    const asked = { ...query, symbol, marketType: 'future' as const, limit: 1 };
    const fills = await venue.run((call) => krakenFuturesDialect.fills(call, asked));
    expect(fills).toMatchObject([{ venueTradeId: 'f1', symbol, marketType: 'future' }]);
  });

  it('are not claimed to be read where there are too many', async () => {
    const page = (index: number) =>
      fillList(
        fill({
          fill_id: `p${index}`,
          fillTime: new Date(1_700_900_000_000 - index * 1_000).toISOString(),
        }),
      );
    const pages = Array.from({ length: 30 }, (_, index) => page(index));
    const venue = await openKrakenDialect(krakenFuturesDialect, pages);
    const answer = venue.run((call) => krakenFuturesDialect.fills(call, query));
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError' });
  });
});

describe('the futures wallet', () => {
  it('is the multi-collateral one', async () => {
    const flex = {
      type: 'multiCollateralMarginAccount',
      availableMargin: 90,
      currencies: {
        USD: { quantity: 100.5, value: 100.5, collateral: 100.5, available: 60.25 },
        XBT: { quantity: 0.5, value: 20000, collateral: 19000, available: 0.5 },
        ETH: { quantity: 0, value: 0, collateral: 0, available: 0 },
      },
    };
    const cash = { type: 'cashAccount', balances: { xbt: 7 } };
    const body = { result: 'success', accounts: { flex, cash } };
    const venue = await openKrakenDialect(krakenFuturesDialect, [{ body }]);
    expect(await venue.run((call) => krakenFuturesDialect.balances(call, 'swap'))).toEqual({
      USD: { free: '60.25', used: '40.25', total: '100.5' },
      BTC: { free: '0.5', used: '0', total: '0.5' },
    });
  });
});

describe('a cancel on futures', () => {
  const ref = { ...order, venueOrderId: 'o1' };
  const answered = (status: string) => ({
    body: { result: 'success', cancelStatus: { status, receivedTime: '2023-11-14T22:13:21Z' } },
  });

  it('names the order by our id', async () => {
    const venue = await openKrakenDialect(krakenFuturesDialect, [answered('cancelled')]);
    await venue.run((call) => krakenFuturesDialect.cancel(call, ref));
    expect(venue.wire).toEqual([
      {
        method: 'POST',
        address: 'futures.kraken.com/derivatives/api/v3/cancelorder',
        fields: { cliOrdId: uuid },
      },
    ]);
  });

  it.each(['notFound', 'filled'])('of an order that is over finds none: %s', async (status) => {
    const venue = await openKrakenDialect(krakenFuturesDialect, [answered(status)]);
    const answer = venue.run((call) => krakenFuturesDialect.cancel(call, ref));
    await expect(answer).rejects.toMatchObject({ name: 'OrderNotFound' });
  });
});
