import { describe, expect, it } from 'vitest';
import {
  type OkxAnswer,
  type OkxAsked,
  okxAlgoRecord,
  okxClientId,
  okxFuture,
  okxPlainRecord,
  okxRefusal,
  okxRoute,
  okxSpot,
  okxSwap,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { okxDialect } from './dialect.ts';

const [plain, algo, route] = [okxPlainRecord, okxAlgoRecord, okxRoute];
const unknownOrder = okxRefusal('51603');
const fill = {
  side: 'buy',
  fillSz: '0.2',
  fillPx: '51858',
  fee: '-0.0002',
  ordId: plain.ordId,
  instType: 'SPOT',
  instId: 'BTC-USDT',
  clOrdId: '',
  billId: '680800019754098688',
  execType: 'T',
  tradeId: '744876980',
  feeCcy: 'BTC',
  ts: '1724751379001',
};

interface Venue {
  readonly plain?: Readonly<Record<string, object>>;
  readonly algo?: object;
  readonly fills?: readonly object[];
}

/** Orders by the name that they are requested by. */
function venue({ plain: orders = {}, algo: sleeping, fills = [] }: Venue) {
  return (asked: OkxAsked): OkxAnswer => {
    const { ordId, clOrdId } = asked.query;
    switch (route(asked)) {
      case 'GET trade/order': {
        const found = orders[ordId ?? clOrdId ?? ''];
        return found ? [found] : unknownOrder;
      }
      case 'GET trade/order-algo':
        return sleeping ? [sleeping] : unknownOrder;
      case 'GET trade/fills':
        return fills;
      default:
        return [{ sCode: '0' }];
    }
  };
}

const ref = { clientId: okxClientId, venueOrderId: undefined };

async function lookUp(told: Venue, market: typeof okxSpot | typeof okxSwap | typeof okxFuture) {
  const { asked, heard, links, run } = await okxTrading(venue(told));
  const state = await run((call) => okxDialect.lookup(call, { ...ref, ...market }));
  return { state, heard, links, asked: asked.map(({ path, query }) => ({ path, query })) };
}

describe('an order on the book', () => {
  it('is found by its client id', async () => {
    const { state, asked } = await lookUp({ plain: { [okxClientId]: plain } }, okxSpot);
    expect(asked).toEqual([
      { path: '/api/v5/trade/order', query: { instId: 'BTC-USDT', clOrdId: okxClientId } },
    ]);
    expect(state).toEqual({
      ...okxSpot,
      clientId: okxClientId,
      venueOrderId: '680800019749904384',
      side: 'buy',
      type: 'limit',
      status: 'open',
      price: 51_858.1,
      stopPrice: undefined,
      quantity: '0.5',
      filled: '0',
      average: undefined,
      cost: '0',
      fees: {},
      lastTradeAtMs: undefined,
      createdAtMs: 1_724_751_378_980,
      updatedAtMs: 1_724_751_379_000,
      reason: undefined,
    });
  });

  it('of contracts is told in base units', async () => {
    const swap = {
      ...plain,
      instId: 'BTC-USDT-SWAP',
      instType: 'SWAP',
      ordType: 'market',
      px: '',
      sz: '50',
      accFillSz: '12.5',
      fillSz: '12.5',
      fillPx: '60000.1',
      avgPx: '60000.1',
      fee: '-3.75',
      feeCcy: 'USDT',
      fillTime: '1724751378999',
      state: 'partially_filled',
    };
    const { state } = await lookUp({ plain: { [okxClientId]: swap } }, okxSwap);
    expect(state).toMatchObject({
      type: 'market',
      status: 'open',
      price: undefined,
      quantity: '0.5',
      filled: '0.125',
      average: 60_000.1,
      cost: '7500.0125',
      fees: { USDT: '3.75' },
      lastTradeAtMs: 1_724_751_378_999,
    });
  });

  it('of contracts with a multiplier counts it', async () => {
    const future = { ...plain, instId: 'ETH-USDT-261225', sz: '15' };
    const { state } = await lookUp({ plain: { [okxClientId]: future } }, okxFuture);
    expect(state?.quantity).toBe('3');
  });

  it('that filled in parts costs what its fills cost', async () => {
    const filled = {
      ...plain,
      state: 'filled',
      sz: '0.3',
      accFillSz: '0.3',
      avgPx: '51859.33333',
      fillSz: '0.1',
      fillPx: '51862',
      fee: '-0.0003',
    };
    const fills = [{ ...fill, fillSz: '0.1', fillPx: '51862', fee: '-0.0001', tradeId: '2' }, fill];
    const told = { plain: { [okxClientId]: filled }, fills };
    const { state, asked, heard } = await lookUp(told, okxSpot);
    expect(heard.map(({ clientId, quantity }) => [clientId, quantity])).toEqual([
      [okxClientId, '0.1'],
      [okxClientId, '0.2'],
    ]);
    expect(asked[1]).toEqual({
      path: '/api/v5/trade/fills',
      query: { instType: 'SPOT', instId: 'BTC-USDT', ordId: plain.ordId },
    });
    expect(state).toMatchObject({ status: 'closed', cost: '15557.8', fees: { BTC: '0.0003' } });
    expect(state?.average).toBeCloseTo(51_859.333_333_333, 8);
    // While the list is late, the order's own mean has to do.
    const late = await lookUp({ plain: { [okxClientId]: filled }, fills: [fill] }, okxSpot);
    expect(late.state).toMatchObject({ filled: '0.3', average: 51_859.333_33 });
    expect(late.state?.cost).toBe('15557.799999');
  });

  it('of somebody else has no client id of ours, and is found by the id of the venue', async () => {
    const foreign = { ...plain, clOrdId: 'oktswap6' };
    const { asked, run } = await okxTrading(venue({ plain: { [plain.ordId]: foreign } }));
    const named = { clientId: plain.ordId, venueOrderId: plain.ordId, ...okxSpot };
    const state = await run((call) => okxDialect.lookup(call, named));
    expect(asked[0]?.query).toEqual({ instId: 'BTC-USDT', ordId: plain.ordId });
    expect([state?.clientId, state?.venueOrderId]).toEqual([undefined, plain.ordId]);
  });

  it.each([
    ['live', {}, 'open', undefined],
    ['partially_filled', {}, 'open', undefined],
    ['filled', {}, 'closed', undefined],
    ['mmp_canceled', {}, 'canceled', undefined],
    ['canceled', { cancelSource: '1' }, 'canceled', undefined],
    [
      'canceled',
      { cancelSource: '32', cancelSourceReason: 'Self trade prevention' },
      ...(['canceled', 'Self trade prevention'] as const),
    ],
    ['canceled', { cancelSource: '14', ordType: 'ioc' }, 'expired', undefined],
    ['canceled', { cancelSource: '14', ordType: 'market' }, 'expired', undefined],
    [
      'canceled',
      { cancelSource: '13', ordType: 'fok' },
      ...(['expired', 'The whole quantity cannot be filled at once.'] as const),
    ],
    [
      'canceled',
      { cancelSource: '31', ordType: 'post_only' },
      ...(['rejected', 'The order would take liquidity at once.'] as const),
    ],
  ])('that is %s %j is %s', async (state, more, status, reason) => {
    const told = { plain: { [okxClientId]: { ...plain, state, ...more } } };
    const found = await lookUp(told, okxSpot);
    expect([found.state?.status, found.state?.reason]).toEqual([status, reason]);
  });

  it('in a state nobody has heard of is not guessed at', async () => {
    const told = { plain: { [okxClientId]: { ...plain, state: 'dreaming' } } };
    await expect(lookUp(told, okxSpot)).rejects.toBeInstanceOf(NoAnswerError);
  });
});

describe('an algo order', () => {
  it('is found by its client id when there is no plain order of it', async () => {
    const { state, asked } = await lookUp(
      { algo: { ...algo, slTriggerPx: '50000', slOrdPx: '-1' } },
      okxSpot,
    );
    expect(asked[1]).toEqual({
      path: '/api/v5/trade/order-algo',
      query: { instId: 'BTC-USDT', algoClOrdId: okxClientId },
    });
    expect(state).toEqual({
      ...okxSpot,
      clientId: okxClientId,
      venueOrderId: algo.algoId,
      side: 'sell',
      type: 'stop_loss',
      status: 'open',
      price: undefined,
      stopPrice: 50_000,
      quantity: '0.5',
      filled: '0',
      average: undefined,
      cost: '0',
      fees: {},
      createdAtMs: 1_724_751_378_980,
      updatedAtMs: 1_724_751_379_000,
      lastTradeAtMs: undefined,
      reason: undefined,
    });
  });

  it.each([
    [{ slTriggerPx: '5', slOrdPx: '-1' }, 'stop_loss', undefined, 5],
    [{ slTriggerPx: '5', slOrdPx: '4' }, 'stop_loss_limit', 4, 5],
    [{ tpTriggerPx: '7', tpOrdPx: '-1' }, 'take_profit', undefined, 7],
    [{ tpTriggerPx: '7', tpOrdPx: '8' }, 'take_profit_limit', 8, 7],
    [{ ordType: 'move_order_stop', moveTriggerPx: '6' }, 'trailing_stop', undefined, 6],
    [
      { ordType: 'oco', tpTriggerPx: '9', tpOrdPx: '9', slTriggerPx: '5', slOrdPx: '-1' },
      ...(['oco', 9, 5] as const),
    ],
  ])('with %j is a %s', async (parts, type, price, stopPrice) => {
    const { state } = await lookUp({ algo: { ...algo, ...parts } }, okxSpot);
    expect(state).toMatchObject({ type, price, stopPrice });
  });

  it.each([
    ['pause', 'open'],
    ['effective', 'open'],
    ['canceled', 'canceled'],
    ['order_failed', 'rejected'],
  ])('that is in the state %s is %s', async (said, status) => {
    const { state } = await lookUp({ algo: { ...algo, state: said, failCode: '51008' } }, okxSpot);
    expect(state?.status).toBe(status);
    expect(state?.reason?.includes('51008') ?? false).toBe(status === 'rejected');
  });

  const setOff = { ...algo, instId: 'BTC-USDT-SWAP', sz: '50', state: 'effective' };
  const child = {
    ...plain,
    instId: 'BTC-USDT-SWAP',
    clOrdId: '',
    algoId: algo.algoId,
    side: 'sell',
    algoClOrdId: okxClientId,
    state: 'filled',
    feeCcy: 'USDT',
    uTime: '1724751379500',
  };
  const part = (ordId: string, size: string, price: string) => ({
    ...child,
    ordId,
    sz: size,
    accFillSz: size,
    fillSz: size,
    fillPx: price,
    avgPx: price,
    fee: '-1.5',
    fillTime: '1724751379400',
  });

  it('that went off is what its orders have come to, under its own id', async () => {
    const told = {
      algo: { ...setOff, ordIdList: ['11', '12'], slTriggerPx: '50000', slOrdPx: '-1' },
      plain: { 11: part('11', '20', '50000'), 12: part('12', '30', '49990') },
    };
    const { state } = await lookUp(told, okxSwap);
    expect(state).toMatchObject({
      venueOrderId: algo.algoId,
      clientId: okxClientId,
      type: 'stop_loss',
      quantity: '0.5',
      status: 'closed',
      filled: '0.5',
      cost: '24997',
      average: 49_994,
      fees: { USDT: '3' },
      updatedAtMs: 1_724_751_379_500,
      lastTradeAtMs: 1_724_751_379_400,
    });
    const half = {
      ...told,
      plain: { ...told.plain, 12: { ...child, ordId: '12', state: 'live' } },
    };
    const open = await lookUp(half, okxSwap);
    expect(open.state).toMatchObject({ status: 'open', filled: '0.2' });
  });

  it('that went off counts what its orders filled as its own', async () => {
    const own = { venueOrderId: algo.algoId, clientId: okxClientId };
    const { heard, links } = await lookUp(
      {
        algo: { ...setOff, ordIdList: ['11'], slTriggerPx: '50000', slOrdPx: '-1' },
        plain: { 11: part('11', '50', '50000') },
        fills: [{ ...fill, ordId: '11', fillSz: '50', fillPx: '50000', fee: '-1.5' }],
      },
      okxSwap,
    );
    expect(heard).toMatchObject([{ ...own, venueTradeId: fill.tradeId, quantity: '0.5' }]);
    expect(links.get('11')).toEqual(own);
  });

  it.each([
    ['filled', 'live', 'open'],
    ['live', 'filled', 'open'],
    ['canceled', 'live', 'open'],
    ['filled', 'canceled', 'canceled'],
    ['canceled', 'filled', 'canceled'],
  ])('whose orders are %s and %s is %s', async (first, second, status) => {
    const told = {
      algo: { ...setOff, ordIdList: ['11', '12'], slTriggerPx: '50000', slOrdPx: '-1' },
      plain: {
        11: { ...child, ordId: '11', state: first },
        12: { ...child, ordId: '12', state: second },
      },
    };
    expect((await lookUp(told, okxSwap)).state?.status).toBe(status);
  });

  it('of a trading bot is not found: its order stands for itself', async () => {
    const named = { ...part('11', '50', '50000'), clOrdId: okxClientId };
    const { state } = await lookUp({ plain: { [okxClientId]: named } }, okxSwap);
    expect(state).toMatchObject({ venueOrderId: '11', status: 'closed' });
  });

  it('is found by way of the order that took its place', async () => {
    const named = { ...part('11', '50', '50000'), clOrdId: okxClientId };
    const told = {
      algo: { ...setOff, ordIdList: [], ordId: '11', slTriggerPx: '50000', slOrdPx: '-1' },
      plain: { [okxClientId]: named, 11: named },
    };
    const { state, asked } = await lookUp(told, okxSwap);
    expect(asked[1]?.query).toEqual({ instId: 'BTC-USDT-SWAP', algoId: algo.algoId });
    expect(state).toMatchObject({ venueOrderId: algo.algoId, status: 'closed', filled: '0.5' });
  });

  it('whose order is forgotten was cancelled', async () => {
    const forgotten = { ...setOff, ordIdList: ['11'], slTriggerPx: '5', slOrdPx: '4' };
    const { state: young } = await lookUp({ algo: forgotten }, okxSwap);
    expect(young?.status).toBe('open');
    const old = { ...forgotten, uTime: '1724744000000' };
    expect((await lookUp({ algo: old }, okxSwap)).state?.status).toBe('canceled');
  });
});

describe('an order that is none', () => {
  it('is absent when neither kind knows it', async () => {
    expect((await lookUp({}, okxSpot)).state).toBeUndefined();
    const { run } = await okxTrading(() => []);
    const state = await run((call) => okxDialect.lookup(call, { ...ref, ...okxSpot }));
    expect(state).toBeUndefined();
  });

  it('of this market is one of another', async () => {
    const { state } = await lookUp({ algo: { ...algo, instId: 'ETH-USDT' } }, okxSpot);
    expect(state).toBeUndefined();
  });

  it('is not made of an answer that says nothing of it', async () => {
    const busy = okxRefusal('50013');
    const { run } = await okxTrading(() => busy);
    const answer = run((call) => okxDialect.lookup(call, { ...ref, ...okxSpot }));
    const error = await answer.catch((thrown: unknown) => thrown);
    expect(failureOf(error, okxDialect.errorMeanings).kind).toBe('unknown');
  });
});
