import { describe, expect, test } from 'vitest';
import {
  createMarket,
  eventsOf,
  fillsOf,
  type Market,
  reasonsOf,
  spotRules,
  usdt,
} from '../test/support/fixtures.ts';

/** The feed around 100, with the last trade there. */
function around100(): Market {
  const market = createMarket('feed');
  market.book(
    [
      [99, 50],
      [98, 50],
    ],
    [
      [101, 50],
      [102, 50],
    ],
  );
  move(market, 100);
  return market;
}

function move(market: Market, ticks: number) {
  return market.apply({ type: 'last', symbol: 'X/USDT', ticks });
}

describe('stops', () => {
  test.each([
    ['stop_loss', 'sell', 95, 96],
    ['stop_loss', 'buy', 105, 104],
    ['take_profit', 'sell', 105, 104],
    ['take_profit', 'buy', 95, 96],
  ] as const)('a %s that %ss goes off at %i and not at %i', (type, side, at, before) => {
    const market = around100();
    market.submit({ orderId: 'o', type, side, stopPrice: `${at}` });
    expect(move(market, before)).toEqual([]);
    expect(market.engine.order('o')?.isTriggered).toBe(false);
    const events = move(market, at);
    expect(events.map((event) => event.type).slice(0, 2)).toEqual(['triggered', 'filled']);
    expect(market.state('o')).toBe('closed 1/1');
  });

  test.each([
    ['stop_loss_limit', 'sell', 95],
    ['take_profit_limit', 'buy', 95],
  ] as const)('a %s puts its limit in the book', (type, side, at) => {
    const market = around100();
    const price = side === 'sell' ? '105' : '90';
    market.submit({ orderId: 'o', type, side, stopPrice: `${at}`, price });
    move(market, at);
    expect(market.state('o')).toBe('open 0/1');
    expect(market.engine.order('o')).toMatchObject({ isTriggered: true, ahead: undefined });
  });

  test('a stop the market has passed goes off at once, or is refused where the venue does', () => {
    const market = around100();
    const order = { orderId: 'o', type: 'stop_loss', side: 'sell', stopPrice: '100' } as const;
    market.submit(order);
    expect(market.state('o')).toBe('closed 1/1');
    const strict = createMarket('feed', [{ ...spotRules, refusesPassedStop: true }]);
    move(strict, 100);
    expect(reasonsOf(strict.submit(order))).toEqual(['rejected o WOULD_TRIGGER']);
  });

  test('a waiting buy holds its stop price with the bound, and gives it back', () => {
    const market = around100();
    market.submit({ orderId: 'o', type: 'stop_loss', quantity: '10', stopPrice: '200' });
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('2104.2'));
    move(market, 200);
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('8987.98'), reserved: 0n });
  });

  test('a stop that finds nothing to trade with expires, one that cannot pay is cancelled', () => {
    const market = around100();
    market.submit({ orderId: 'o', type: 'stop_loss', side: 'sell', stopPrice: '90' });
    market.submit({ orderId: 'p', type: 'take_profit', stopPrice: '90', quantity: '50' });
    market.submit({ orderId: 'q', price: '10', quantity: '520' });
    market.book([], [[300, 50]]);
    expect(reasonsOf(move(market, 90))).toEqual([
      'expired o NO_LIQUIDITY',
      'canceled p INSUFFICIENT_BALANCE',
    ]);
  });

  test('looks at the price the instrument names', () => {
    const rules = [
      { ...spotRules, triggerSource: 'mid' as const },
      { ...spotRules, symbol: 'Y/USDT', triggerSource: 'mark' as const },
    ];
    const market = createMarket('feed', rules);
    market.submit({ orderId: 'o', type: 'stop_loss', side: 'sell', stopPrice: '95' });
    market.book([[95, 5]], [[96, 5]]);
    expect(market.state('o')).toBe('open 0/1');
    market.book([[94, 5]], [[96, 5]]);
    expect(market.state('o')).toBe('closed 1/1');
    market.submit({
      orderId: 'p',
      symbol: 'Y/USDT',
      type: 'stop_loss',
      side: 'sell',
      stopPrice: '95',
    });
    market.book([[94, 5]], [[96, 5]], 'Y/USDT');
    market.apply({ type: 'last', symbol: 'Y/USDT', ticks: 90 });
    expect(market.state('p')).toBe('open 0/1');
    market.apply({ type: 'mark', symbol: 'Y/USDT', ticks: 95 });
    expect(market.state('p')).toBe('closed 1/1');
  });
});

describe('trailing stops', () => {
  test('a sell follows up, never down, and goes off at its distance below the best', () => {
    const market = around100();
    const order = { orderId: 'o', type: 'trailing_stop', trailingPpm: 50_000 } as const;
    market.submit({ ...order, side: 'sell' });
    expect(eventsOf(move(market, 120), 'trailed')[0]?.order.extreme).toBe(240);
    expect(eventsOf(move(market, 115), 'trailed')).toEqual([]);
    expect(market.state('o')).toBe('open 0/1');
    expect(fillsOf(move(market, 114))).toEqual(['o 1@99 taker']);
  });

  test('a buy follows down and goes off at its distance above the best', () => {
    const market = around100();
    market.submit({ orderId: 'o', type: 'trailing_stop', trailingPpm: 50_000 });
    // 105 is where it started, and may slip by the bound of 5 percent.
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('110.22'));
    move(market, 80);
    expect(eventsOf(move(market, 83), 'triggered')).toEqual([]);
    expect(fillsOf(move(market, 84))).toEqual(['o 1@101 taker']);
  });
});

describe('pairs', () => {
  const pair = {
    orderId: 'o',
    stopOrderId: 's',
    type: 'oco',
    side: 'sell',
    quantity: '10',
  } as const;

  function paired(): Market {
    const market = around100();
    market.submit({ ...pair, price: '110', stopPrice: '90' });
    return market;
  }

  test('share one reservation', () => {
    const market = paired();
    expect(market.wallet('a', 'X').reserved).toBe(usdt('10'));
    market.submit({
      ...pair,
      side: 'buy',
      orderId: 'p',
      stopOrderId: 't',
      price: '90',
      stopPrice: '110',
    });
    // The stop leg costs more: 115 at most, and the taker's fee.
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('1152.3'));
  });

  test('the limit leg filling ends the stop leg, partly filling shrinks it', () => {
    const market = paired();
    const events = market.book([[110, 4]], [[111, 5]]);
    expect(fillsOf(events)).toEqual(['o 4@110 maker']);
    expect(reasonsOf(events)).toEqual(['amended s OCO_SIBLING_FILLED']);
    expect(market.state('s')).toBe('open 0/6');
    expect(market.wallet('a', 'X').reserved).toBe(usdt('6'));
    expect(reasonsOf(market.book([[110, 40]], [[111, 5]]))).toEqual([
      'canceled s OCO_SIBLING_FILLED',
    ]);
    expect(market.state('o')).toBe('closed 10/10');
    expect(market.wallet('a', 'X')).toEqual({ total: usdt('90'), reserved: 0n });
  });

  test('the stop leg triggering ends the limit leg', () => {
    const market = paired();
    const events = move(market, 90);
    expect(reasonsOf(events)).toEqual(['canceled o OCO_SIBLING_TRIGGERED']);
    expect(market.state('s')).toBe('closed 10/10');
  });

  test('a stop leg with a limit rests after triggering', () => {
    const market = around100();
    market.submit({ ...pair, price: '110', stopPrice: '90', stopLimitPrice: '105' });
    move(market, 90);
    expect(market.engine.order('s')).toMatchObject({ status: 'open', type: 'stop_loss_limit' });
    expect(market.wallet('a', 'X').reserved).toBe(usdt('10'));
  });

  test.each(['o', 's'])('cancelling leg %s cancels both', (orderId) => {
    const market = paired();
    market.apply({ type: 'cancel', accountId: 'a', orderId });
    expect([market.state('o'), market.state('s')]).toEqual(['canceled 0/10', 'canceled 0/10']);
    expect(market.wallet('a', 'X').reserved).toBe(0n);
  });

  test('a limit leg that would take, or a stop that would trigger, refuses the pair', () => {
    const market = around100();
    expect(reasonsOf(market.submit({ ...pair, price: '99', stopPrice: '90' }))).toEqual([
      'rejected o WOULD_TAKE',
    ]);
    const again = { ...pair, orderId: 'p', price: '110', stopPrice: '100' };
    expect(reasonsOf(market.submit(again))).toEqual(['rejected p WOULD_TRIGGER']);
    expect(market.state('s')).toBe('none');
  });
});

describe('the minimum value', () => {
  const small = { quantity: '1', side: 'sell' } as const;

  function valued(): Market {
    const market = createMarket('feed', [{ ...spotRules, minNotional: '100' }]);
    market.book([[99, 50]], [[101, 50]]);
    move(market, 101);
    return market;
  }

  test('holds for where a trailing stop starts, and for both legs of a pair', () => {
    const market = valued();
    const trailing = { ...small, type: 'trailing_stop', stopPrice: '1' } as const;
    expect(reasonsOf(market.submit({ ...trailing, trailingPpm: 50_000 }))).toEqual([
      'rejected o1 BELOW_MINIMUM',
    ]);
    market.submit({ ...trailing, trailingPpm: 9_000 });
    expect(market.state('o2')).toBe('open 0/1');
    const pair = { ...small, type: 'oco', stopOrderId: 's', price: '110' } as const;
    expect(reasonsOf(market.submit({ ...pair, stopPrice: '99' }))).toEqual([
      'rejected o3 BELOW_MINIMUM',
    ]);
    const limits = { stopOrderId: 't', stopPrice: '100', stopLimitPrice: '99' };
    expect(reasonsOf(market.submit({ ...pair, ...limits }))).toEqual(['rejected o4 BELOW_MINIMUM']);
    market.submit({ ...pair, stopOrderId: 'u', stopPrice: '100' });
    expect(market.state('u')).toBe('open 0/1');
  });

  test('asks nothing of prices that the order type does not use', () => {
    const market = valued();
    const order = { type: 'market', price: '1', stopPrice: '1' } as const;
    market.submit({ ...order, orderId: 'bought' });
    expect(market.state('bought')).toBe('closed 1/1');
  });
});
