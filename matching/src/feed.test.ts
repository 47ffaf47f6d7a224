import { describe, expect, test } from 'vitest';
import {
  createMarket,
  eventsOf,
  fillsOf,
  reasonsOf,
  spotRules,
  swapRules,
  usdt,
} from '../test/support/fixtures.ts';

describe('taking from the feed', () => {
  test('a market order walks the book and pays the taker fee', () => {
    const market = createMarket('feed');
    market.book(
      [[99, 5]],
      [
        [100, 2],
        [101, 5],
      ],
    );
    const events = market.submit({ orderId: 'o', type: 'market', quantity: '3' });
    expect(fillsOf(events)).toEqual(['o 2@100 taker', 'o 1@101 taker']);
    expect(market.state('o')).toBe('closed 3/3');
    expect(market.wallet('a', 'USDT').total).toBe(usdt('9698.398'));
    expect(market.wallet('a', 'X').total).toBe(usdt('103'));
    expect(market.engine.order('o')).toMatchObject({ tickLots: 301n, fee: usdt('0.602') });
  });

  test('nobody is given the same lots twice in one book', () => {
    const market = createMarket('feed');
    market.book([[99, 5]], [[100, 4]]);
    market.submit({ orderId: 'first', type: 'market', quantity: '3' });
    market.submit({ orderId: 'second', accountId: 'b', type: 'market', quantity: '3' });
    expect(market.state('second')).toBe('expired 1/3');
    expect(reasonsOf(market.submit({ orderId: 'third', type: 'market' }))).toEqual([
      'rejected third NO_LIQUIDITY',
    ]);
  });

  test('a taken level gives only what it grows by, until it is gone', () => {
    const market = createMarket('feed');
    const takeAll = () =>
      eventsOf(
        market.submit({ type: 'limit', price: '100', quantity: '50', timeInForce: 'IOC' }),
        'filled',
      ).reduce((sum, { fill }) => sum + fill.lots, 0);
    market.book([], [[100, 4]]);
    expect(takeAll()).toBe(4);
    market.book([], [[100, 4]]);
    expect(takeAll()).toBe(0);
    market.book([], [[100, 6]]);
    expect(takeAll()).toBe(2);
    market.book([], [[100, 3]]);
    expect(takeAll()).toBe(0);
    // An outage is no news; a level that was gone is a new one.
    market.book([], []);
    market.book([], [[100, 3]]);
    expect(takeAll()).toBe(0);
    market.book([], [[101, 3]]);
    market.book([], [[100, 3]]);
    expect(takeAll()).toBe(3);
  });

  test('a market order stops at its bound', () => {
    const market = createMarket('feed');
    market.book(
      [],
      [
        [100, 1],
        [105, 1],
        [106, 1],
      ],
    );
    market.submit({ orderId: 'o', type: 'market', quantity: '3' });
    expect(market.state('o')).toBe('expired 2/3');
  });

  test('IOC ends its rest, FOK fills all or nothing, POST_ONLY never takes', () => {
    const market = createMarket('feed');
    market.book(
      [[99, 5]],
      [
        [100, 2],
        [101, 2],
      ],
    );
    const limit = { type: 'limit', price: '101' } as const;
    expect(
      reasonsOf(market.submit({ orderId: 'fok', ...limit, quantity: '5', timeInForce: 'FOK' })),
    ).toEqual(['rejected fok CANNOT_FILL_ALL']);
    market.submit({ orderId: 'all', ...limit, quantity: '3', timeInForce: 'FOK' });
    expect(market.state('all')).toBe('closed 3/3');
    const ioc = market.submit({ orderId: 'ioc', ...limit, quantity: '3', timeInForce: 'IOC' });
    expect(reasonsOf(ioc)).toEqual(['expired ioc UNFILLED_REST']);
    expect(market.state('ioc')).toBe('expired 1/3');
    const maker = market.submit({
      orderId: 'po',
      ...limit,
      price: '100',
      timeInForce: 'POST_ONLY',
    });
    expect(reasonsOf(maker)).toEqual(['rejected po WOULD_TAKE']);
    market.submit({ orderId: 'rests', ...limit, price: '99', timeInForce: 'POST_ONLY' });
    expect(market.state('rests')).toBe('open 0/1');
  });

  test('what the balance does not cover is refused, and a bid holds price and fee', () => {
    const market = createMarket('feed');
    market.book([[90, 5]], [[100, 200]]);
    expect(reasonsOf(market.submit({ orderId: 'm', type: 'market', quantity: '100' }))).toEqual([
      'rejected m INSUFFICIENT_BALANCE',
    ]);
    market.submit({ orderId: 'l', price: '80', quantity: '100' });
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('8016'));
    market.submit({ orderId: 's', side: 'sell', price: '120', quantity: '60' });
    expect(market.wallet('a', 'X').reserved).toBe(usdt('60'));
    expect(
      reasonsOf(market.submit({ side: 'sell', orderId: 't', price: '120', quantity: '41' })),
    ).toEqual(['rejected t INSUFFICIENT_BALANCE']);
    expect(reasonsOf(market.apply({ type: 'cancelAll', accountId: 'a' }))).toEqual([
      'canceled l CANCELED_BY_USER',
      'canceled s CANCELED_BY_USER',
    ]);
    expect(market.wallet('a', 'USDT').reserved).toBe(0n);
  });
});

describe('resting on the feed', () => {
  test('fills at its own price as maker when the market comes through it, as far as visible', () => {
    const market = createMarket('feed');
    market.book([[99, 5]], [[101, 5]]);
    market.submit({ orderId: 'o', price: '100', quantity: '5' });
    expect(
      fillsOf(
        market.book(
          [[97, 5]],
          [
            [98, 3],
            [100, 1],
          ],
        ),
      ),
    ).toEqual(['o 3@100 maker', 'o 1@100 maker']);
    expect(
      fillsOf(
        market.book(
          [[97, 5]],
          [
            [98, 3],
            [100, 1],
          ],
        ),
      ),
    ).toEqual([]);
    expect(fillsOf(market.book([[97, 5]], [[98, 9]]))).toEqual(['o 1@100 maker']);
  });

  test('waits behind the queue that was there, and trades use that up first', () => {
    const market = createMarket('feed');
    market.book([[100, 10]], [[101, 5]]);
    market.submit({ orderId: 'o', price: '100', quantity: '4' });
    const trade = (lots: number, ticks = 100) =>
      fillsOf(market.apply({ type: 'trade', symbol: 'X/USDT', ticks, lots, takerSide: 'sell' }));
    expect(trade(6)).toEqual([]);
    // The level shrank by more than the trade: only what must have been ahead is gone.
    market.book([[100, 3]], [[101, 5]]);
    expect(market.engine.order('o')?.ahead).toBe(3);
    market.book([[100, 30]], [[101, 5]]);
    expect(trade(5)).toEqual(['o 2@100 maker']);
    expect(trade(1, 99)).toEqual(['o 1@100 maker']);
    expect(trade(9, 101)).toEqual([]);
    expect(trade(9)).toEqual(['o 1@100 maker']);
  });

  test('two orders at one price share a trade, each lot given once', () => {
    const market = createMarket('feed');
    market.book([[100, 2]], [[101, 5]]);
    market.submit({ orderId: 'one', price: '100', quantity: '2' });
    market.book([[100, 5]], [[101, 5]]);
    market.submit({ orderId: 'two', accountId: 'b', price: '100', quantity: '2' });
    const events = market.apply({
      type: 'trade',
      symbol: 'X/USDT',
      ticks: 100,
      lots: 8,
      takerSide: 'sell',
    } as const);
    // 2 ahead, 2 for the first, 3 more ahead of the second, 1 for it.
    expect(fillsOf(events)).toEqual(['one 2@100 maker', 'two 1@100 maker']);
  });

  test('a price out of view has an unknown queue until it comes into view', () => {
    const market = createMarket('feed');
    market.book([[100, 2]], [[101, 5]]);
    market.submit({ orderId: 'o', price: '98', quantity: '2' });
    expect(market.engine.order('o')?.ahead).toBeUndefined();
    const trade = { type: 'trade', symbol: 'X/USDT', lots: 50, takerSide: 'sell' } as const;
    expect(fillsOf(market.apply({ ...trade, ticks: 98 }))).toEqual([]);
    market.book([[98, 7]], [[101, 5]]);
    expect(market.engine.order('o')?.ahead).toBe(7);
    expect(fillsOf(market.apply({ ...trade, ticks: 97 }))).toEqual(['o 2@98 maker']);
  });

  test('a book that is crossed or unsorted is refused and changes nothing', () => {
    const market = createMarket('feed');
    market.submit({ orderId: 'o', price: '100' });
    expect(reasonsOf(market.book([[100, 1]], [[100, 1]]))).toEqual(['refused book BAD_BOOK']);
    expect(
      reasonsOf(
        market.book(
          [],
          [
            [100, 1],
            [99, 1],
          ],
        ),
      ),
    ).toEqual(['refused book BAD_BOOK']);
    expect(reasonsOf(market.book([], [[100, 0.5]]))).toEqual(['refused book BAD_BOOK']);
    expect(market.state('o')).toBe('open 0/1');
  });
});

describe('forms', () => {
  test.each([
    [{ quantity: '0.5', price: '1' }, 'OFF_GRID'],
    [{ quantity: '1', price: '1.5' }, 'OFF_GRID'],
    [{ quantity: '-1', price: '1' }, 'OFF_GRID'],
    [{ quantity: '1e3', price: '1' }, 'OFF_GRID'],
    [{ quantity: '1' }, 'PRICE_REQUIRED'],
    [{ quantity: '1', price: '1' }, 'BELOW_MINIMUM'],
    [{ quantity: '51', price: '10' }, 'ABOVE_MAXIMUM'],
    [{ type: 'stop_loss' }, 'STOP_PRICE_REQUIRED'],
    [{ type: 'trailing_stop' }, 'TRAILING_DELTA_REQUIRED'],
    [{ type: 'trailing_stop', trailingPpm: 10_000 }, 'NO_REFERENCE_PRICE'],
    [{ type: 'oco', price: '10', stopPrice: '12' }, 'STOP_ORDER_ID_REQUIRED'],
    [{ type: 'oco', price: '12', stopPrice: '10', stopOrderId: 's' }, 'BAD_PAIR'],
    [{ type: 'take_profit', stopPrice: '10' }, 'NOT_SUPPORTED'],
    [{ price: '10', timeInForce: 'FOK' }, 'NOT_SUPPORTED'],
    [{ price: '10', reduceOnly: true }, 'NOT_SUPPORTED'],
    [{ type: 'market' }, 'NO_LIQUIDITY'],
  ] as const)('%o is rejected as %s', (order, reason) => {
    const market = createMarket('feed', [
      {
        ...spotRules,
        minNotional: '5',
        maxQuantity: '50',
        orderTypes: ['market', 'limit', 'stop_loss', 'trailing_stop', 'oco'],
        timeInForce: ['GTC', 'POST_ONLY'],
      },
    ]);
    expect(reasonsOf(market.submit({ orderId: 'o', ...order }))).toEqual([`rejected o ${reason}`]);
  });

  test('unknown accounts and symbols are refused', () => {
    const market = createMarket('feed');
    expect(reasonsOf(market.submit({ accountId: 'z' }))).toEqual([
      'refused submit UNKNOWN_ACCOUNT',
    ]);
    expect(reasonsOf(market.submit({ symbol: 'Z' }))).toEqual(['refused submit UNKNOWN_SYMBOL']);
  });

  test('a client id is taken for ever, also by a rejected and by a forgotten order', () => {
    const market = createMarket('feed');
    market.submit({ orderId: 'o', clientOrderId: 'c', quantity: '0.5', price: '1' });
    const again = market.submit({ orderId: 'p', clientOrderId: 'c', price: '1' });
    expect(again).toMatchObject([{ type: 'duplicate', orderId: 'o', order: { orderId: 'o' } }]);
    expect(market.engine.orderByClientId('a', 'c')?.status).toBe('rejected');
    market.submit({ orderId: 'q', accountId: 'b', clientOrderId: 'c', price: '1' });
    expect(market.state('q')).toBe('open 0/1');
    expect(reasonsOf(market.apply({ type: 'forget', accountId: 'b', orderId: 'q' }))).toEqual([
      'refused forget ORDER_OPEN',
    ]);
    market.apply({ type: 'forget', accountId: 'a', orderId: 'o' });
    const once = market.submit({ orderId: 'r', clientOrderId: 'c', price: '1' });
    expect(once).toMatchObject([{ type: 'duplicate', orderId: 'o', order: undefined }]);
  });

  test('an order sent again under its own id is told, an id used for another is a fault', () => {
    const market = createMarket('feed');
    market.submit({ orderId: 'o', price: '1' });
    expect(market.submit({ orderId: 'o', price: '1' })).toMatchObject([{ type: 'duplicate' }]);
    expect(() => market.submit({ orderId: 'o', accountId: 'b', price: '1' })).toThrow('is taken');
    expect(() => market.submit({ orderId: 'o', clientOrderId: 'c', price: '1' })).toThrow();
    expect(market.engine.orderByClientId('a', 'c')).toBeUndefined();
  });

  test('new rules hold from then on, and for what open orders hold; the steps stay', () => {
    const market = createMarket('feed');
    market.submit({ orderId: 'old', price: '99', quantity: '50' });
    market.submit({ orderId: 'new', price: '99', quantity: '50' });
    const define = (rules: Partial<typeof spotRules>) =>
      reasonsOf(market.apply({ type: 'define', rules: { ...spotRules, ...rules } }));
    expect(define({ minQuantity: '5', takerFeePpm: 1000 })).toEqual([]);
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('9909.9'));
    expect(reasonsOf(market.submit({ orderId: 's', price: '1' }))).toEqual([
      'rejected s BELOW_MINIMUM',
    ]);
    expect(define({ takerFeePpm: 20_000 })).toEqual(['canceled new INSUFFICIENT_BALANCE']);
    expect(define({ tickSize: '2' })).toEqual(['refused define GRID_CHANGED']);
    expect(define({ takerFeePpm: 0.5 })).toEqual(['refused define BAD_RULES']);
    expect(define({ minNotional: '1e3' })).toEqual(['refused define BAD_RULES']);
    expect(market.engine.instrument('X/USDT')?.rules.takerFeePpm).toBe(20_000);
  });

  test('the steps may change once nothing is counted in them', () => {
    const market = createMarket('feed');
    const define = (symbol: string, rules: object) =>
      reasonsOf(market.apply({ type: 'define', rules: { ...swapRules, ...rules, symbol } }));
    const symbol = swapRules.symbol;
    market.book([[99, 5]], [[100, 5]], symbol);
    market.submit({ orderId: 'in', symbol, type: 'market' });
    market.apply({ type: 'forget', accountId: 'a', orderId: 'in' });
    expect(define(symbol, { tickSize: '2' })).toEqual(['refused define GRID_CHANGED']);
    market.submit({ orderId: 'out', symbol, side: 'sell', type: 'market' });
    expect(define(symbol, { tickSize: '2' })).toEqual(['refused define GRID_CHANGED']);
    market.apply({ type: 'forget', accountId: 'a', orderId: 'out' });
    expect(define(symbol, { tickSize: '2' })).toEqual([]);
    expect(reasonsOf(market.submit({ orderId: 'odd', symbol, price: '99' }))).toEqual([
      'rejected odd OFF_GRID',
    ]);
  });

  test('a fee in the received asset comes out of what is bought', () => {
    const market = createMarket('feed', [{ ...spotRules, spotFeeAsset: 'received' }, swapRules]);
    market.book([[99, 5]], [[100, 5]]);
    market.submit({ type: 'market', quantity: '2' });
    expect(market.wallet('a', 'X').total).toBe(usdt('101.996'));
    expect(market.wallet('a', 'USDT').total).toBe(usdt('9800'));
    market.submit({ type: 'market', side: 'sell', quantity: '2' });
    expect(market.wallet('a', 'USDT').total).toBe(usdt('9997.604'));
    expect(market.engine.fees()).toEqual(
      new Map([
        ['X', usdt('0.004')],
        ['USDT', usdt('0.396')],
      ]),
    );
  });
});
