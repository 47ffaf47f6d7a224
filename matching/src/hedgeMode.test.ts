import { describe, expect, it } from 'vitest';
import { createMarket, eventsOf, reasonsOf, swapRules, usdt } from '../test/support/fixtures.ts';
import { createEngine, restoreEngine } from './engine.ts';
import type { PositionLeg } from './rules.ts';

const symbol = swapRules.symbol;
const tiers = [{ ratePpm: 10_000 }];

/** Account a in hedge mode, on a contract that costs 100 and can be liquidated at 1 percent. */
function hedged(marginMode: 'cross' | 'isolated' = 'cross') {
  const rules = { ...swapRules, makerFeePpm: 0, takerFeePpm: 0, maintenanceTiers: tiers };
  const market = createMarket('feed', [rules]);
  market.apply({ type: 'setPositionMode', accountId: 'a', isHedged: true });
  market.apply({ type: 'setLeverage', accountId: 'a', symbol, leverage: 10 });
  market.apply({ type: 'setMarginMode', accountId: 'a', symbol, marginMode });
  market.apply({ type: 'mark', symbol, ticks: 100 });
  market.book([[100, 1_000]], [[101, 1_000]], symbol);
  const submit = (side: 'buy' | 'sell', quantity: number, rest = {}) =>
    market.submit({ symbol, side, type: 'market', quantity: String(quantity), ...rest });
  const legs = () =>
    market.engine
      .positions('a')
      .filter(({ lots }) => lots !== 0)
      .map(({ positionLeg, lots, cost }) => [positionLeg, lots, cost]);
  const risk = (leg: PositionLeg) => market.engine.risk('a', symbol, leg);
  return { ...market, submit, legs, risk };
}

const reducing = { reduceOnly: true } as const;

describe('an account in hedge mode', () => {
  it('holds a long and a short position of a contract at once', () => {
    const { submit, legs } = hedged();
    submit('buy', 5);
    submit('sell', 3);
    expect(legs()).toEqual([
      ['long', 5, usdt('505')],
      ['short', -3, usdt('-300')],
    ]);
  });

  it('closes each by reduce-only orders of the other side, and takes its profit alone', () => {
    const { submit, legs, book } = hedged();
    submit('buy', 5);
    submit('sell', 3);
    book([[110, 1_000]], [[111, 1_000]], symbol);
    const [closed] = eventsOf(submit('sell', 5, reducing), 'filled');
    expect([closed?.order.positionLeg, closed?.fill.realised]).toEqual(['long', usdt('45')]);
    expect(legs()).toEqual([['short', -3, usdt('-300')]]);
    const [bought] = eventsOf(submit('buy', 3, reducing), 'filled');
    expect([bought?.order.positionLeg, bought?.fill.realised]).toEqual(['short', usdt('-33')]);
    expect(legs()).toEqual([]);
  });

  it('has reduce-only orders cut to their own leg, and refused where that is flat', () => {
    const { submit, legs } = hedged();
    submit('buy', 5);
    expect(reasonsOf(submit('buy', 1, reducing))).toEqual(['rejected o2 REDUCE_ONLY_NOTHING']);
    submit('sell', 9);
    submit('sell', 7, reducing);
    expect(legs()).toEqual([['short', -9, usdt('-900')]]);
  });

  it('keeps resting reduce-only orders of a leg when the other one shrinks', () => {
    const { submit, state } = hedged();
    submit('buy', 5);
    submit('sell', 5);
    submit('sell', 5, { ...reducing, type: 'limit', price: '120' });
    submit('buy', 5, { ...reducing, type: 'limit', price: '80' });
    submit('buy', 3, reducing);
    expect([state('o3'), state('o4')]).toEqual(['open 0/5', 'open 0/2']);
    submit('sell', 5, reducing);
    expect([state('o3'), state('o4')]).toEqual(['canceled 0/5', 'open 0/2']);
  });

  it('opens the other leg by a stop that is not reduce-only, and closes by one that is', () => {
    const { submit, legs, apply } = hedged();
    submit('buy', 5);
    const stop = { type: 'stop_loss', stopPrice: '95' } as const;
    submit('sell', 5, stop);
    apply({ type: 'trade', symbol, ticks: 95, lots: 1, takerSide: 'sell' });
    expect(legs().map(([leg, lots]) => [leg, lots])).toEqual([
      ['long', 5],
      ['short', -5],
    ]);
    submit('sell', 5, { ...stop, ...reducing, stopPrice: '94' });
    apply({ type: 'trade', symbol, ticks: 94, lots: 1, takerSide: 'sell' });
    expect(legs().map(([leg, lots]) => [leg, lots])).toEqual([['short', -5]]);
  });

  it('holds margin for what opens a leg, though the other one is as large', () => {
    const { submit, wallet } = hedged();
    submit('buy', 5);
    submit('sell', 5, { type: 'limit', price: '110' });
    expect(wallet('a', 'USDT').reserved).toBe(usdt('50.5') + usdt('55'));
  });

  it('has one leverage and margin mode for both legs of a symbol', () => {
    const { submit, apply, engine } = hedged();
    submit('buy', 5);
    expect(reasonsOf(apply({ type: 'setLeverage', accountId: 'a', symbol, leverage: 5 }))).toEqual(
      [],
    );
    submit('sell', 5);
    const margins = engine.positions('a').map(({ leverage, margin }) => [leverage, margin]);
    expect(margins).toEqual([
      [5, usdt('101')],
      [5, usdt('100')],
    ]);
    const change = { type: 'setMarginMode', accountId: 'a', symbol } as const;
    expect(reasonsOf(apply({ ...change, marginMode: 'isolated' }))).toEqual([
      'refused setMarginMode POSITION_OPEN',
    ]);
  });

  it('pays and receives funding for each leg', () => {
    const { submit, apply, engine } = hedged();
    submit('buy', 5);
    submit('sell', 3);
    const events = apply({ type: 'funding', symbol, rate: 10n ** 16n, fundedAt: 1 });
    const told = eventsOf(events, 'funding').map(({ positionLeg, amount }) => [
      positionLeg,
      amount,
    ]);
    expect(told).toEqual([
      ['long', -usdt('5')],
      ['short', usdt('3')],
    ]);
    expect(engine.positions('a').map(({ funding }) => funding)).toEqual([-usdt('5'), usdt('3')]);
  });

  it('is liquidated leg by leg where margin is isolated, the orders of the other one staying', () => {
    const { submit, apply, legs, state } = hedged('isolated');
    submit('buy', 5);
    submit('sell', 5);
    submit('sell', 5, { ...reducing, type: 'limit', price: '150' });
    submit('buy', 5, { ...reducing, type: 'limit', price: '50' });
    const events = apply({ type: 'mark', symbol, ticks: 91 });
    expect(eventsOf(events, 'liquidated').map(({ positionLeg }) => positionLeg)).toEqual(['long']);
    expect(legs()).toEqual([['short', -5, usdt('-500')]]);
    expect([state('o3'), state('o4')]).toEqual(['canceled 0/5', 'open 0/5']);
  });

  it('is not liquidated by a mark that one cross leg gains what the other loses by', () => {
    const { submit, apply, legs, risk } = hedged();
    submit('buy', 450);
    submit('sell', 450);
    expect(risk('long')?.liquidationTicks).toBeUndefined();
    expect(risk('short')?.liquidationTicks).toBeGreaterThan(400);
    apply({ type: 'mark', symbol, ticks: 50 });
    apply({ type: 'mark', symbol, ticks: 200 });
    expect(legs().map(([leg, lots]) => [leg, lots])).toEqual([
      ['long', 450],
      ['short', -450],
    ]);
  });

  it('goes on from a dump where it was', () => {
    const { submit, engine } = hedged();
    submit('buy', 5);
    submit('sell', 3);
    submit('sell', 2, { ...reducing, type: 'limit', price: '120' });
    const restored = restoreEngine(engine.dump());
    expect(restored.dump()).toBe(engine.dump());
    expect(restored.isHedged('a')).toBe(true);
    const order = { orderId: 'n', accountId: 'a', symbol, side: 'sell', type: 'market' } as const;
    const command = { type: 'submit', at: 99, order: { ...order, quantity: '1' } } as const;
    expect(restored.apply(command)).toEqual(engine.apply(command));
  });
});

describe('the position mode of an account', () => {
  const mode = { type: 'setPositionMode', accountId: 'a' } as const;

  it('does not change while a position or an order of a contract is open', () => {
    const { submit, apply } = hedged();
    const back = () => reasonsOf(apply({ ...mode, isHedged: false }));
    submit('buy', 5);
    expect(back()).toEqual(['refused setPositionMode POSITION_OPEN']);
    submit('sell', 5, reducing);
    submit('buy', 1, { type: 'limit', price: '90' });
    expect(back()).toEqual(['refused setPositionMode ORDERS_OPEN']);
    apply({ type: 'cancelAll', accountId: 'a' });
    expect(back()).toEqual([]);
    submit('sell', 2);
    submit('buy', 2);
    expect(back()).toEqual([]);
  });

  it('leaves leverage and margin mode of each symbol as they were', () => {
    const { apply, engine } = hedged('isolated');
    const settings = () => engine.positions('a').map((each) => [each.leverage, each.marginMode]);
    apply({ ...mode, isHedged: false });
    expect(settings()).toEqual([[10, 'isolated']]);
    apply({ ...mode, isHedged: true });
    expect(settings()).toEqual([
      [10, 'isolated'],
      [10, 'isolated'],
    ]);
  });

  it('is one-way unless told otherwise, also in what earlier versions wrote', () => {
    const { engine, submit } = createMarket('feed');
    submit({ symbol, price: '90' });
    const dump = engine.dump();
    expect(dump).not.toMatch(/isHedged|positionLeg/);
    const restored = restoreEngine(dump.replace('"version":5', '"version":4'));
    expect([restored.isHedged('a'), restored.dump()]).toEqual([false, dump]);
    expect(reasonsOf(createEngine('feed').apply({ ...mode, at: 1, isHedged: true }))).toEqual([
      'refused setPositionMode UNKNOWN_ACCOUNT',
    ]);
  });
});
