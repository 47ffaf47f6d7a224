import { describe, expect, it } from 'vitest';
import type { TestService, TestTrader } from '../support/app/testService.ts';
import type { MatrixCell, OrderType, Side } from './matrix.ts';
import {
  type OrderPlan,
  planOf,
  restingQuantity,
  stopLegPlan,
  trailPlan,
  triggerPlanOf,
} from './orderPlans.ts';

type RestingType = Exclude<OrderType, 'market'>;

interface Case {
  readonly type: RestingType;
  readonly side: Side;
  readonly plan: OrderPlan;
  readonly body: object;
}

const other = { buy: 'sell', sell: 'buy' } as const;

/** True when the order is attached to a position that it closes, and is the only one of it. */
function isBound(service: TestService, cell: MatrixCell, { type }: Case): boolean {
  return service.isLive && cell.ofPosition.includes(type);
}

const waitsUntil = 'The exchange lets it wait for its trigger until ';

/** Returns true for a stop that its exchange ends after a while: a look-up shows when. */
function isTimed(
  { venue, isLive }: TestService,
  { marketType }: MatrixCell,
  { plan }: Case,
): boolean {
  const isStop = plan.prices.stop_price !== undefined;
  return isLive && venue === 'gateio' && marketType === 'spot' && isStop;
}

/** Opens a new account, with the position that the order needs, if any. */
async function traderFor(service: TestService, cell: MatrixCell, each: Case): Promise<TestTrader> {
  const trader = await service.trader(cell);
  const opening = { order_type: 'market', side: other[each.side], quantity: restingQuantity };
  if (isBound(service, cell, each)) await trader.take(opening);
  return trader;
}

/** Tests the life of every order that does not end at once. */
export function runResting(service: () => TestService, cell: MatrixCell): void {
  const types = cell.types.filter((type): type is RestingType => type !== 'market');
  const cases = types.flatMap((type) =>
    (['buy', 'sell'] as const).map((side): Case => {
      const plan = planOf(type, side);
      const body = { order_type: type, side, quantity: restingQuantity, ...plan.prices };
      return { type, side, plan, body };
    }),
  );
  describe.each(cases)('a $side $type', (each) => {
    runLife(service, cell, each);
    runFilling(service, cell, each);
    if (each.type !== 'limit') runTrigger(service, cell, each);
  });
}

function runLife(service: () => TestService, cell: MatrixCell, each: Case): void {
  const { type, side, plan, body } = each;
  it('rests, and is found by the id of the exchange, ours and the client id', async () => {
    const trader = await traderFor(service(), cell, each);
    const made = await trader.take(body);
    expect(made).toMatchObject({
      exchange: service().venue,
      market: cell.symbol,
      order_type: type,
      order_side: side,
      order_status: 'open',
      quantity: restingQuantity,
      quantity_filled: 0,
      avg_fill_price: null,
      order_fee: 0,
      fee_currency: null,
    });
    const found = await trader.find(made.order_id);
    expect(found).toMatchObject({
      order_id: made.order_id,
      symbol: cell.symbol,
      market_type: cell.marketType,
      status: 'open',
      type,
      side,
      amount: restingQuantity,
      filled: 0,
      remaining: restingQuantity,
      average: null,
      cost: 0,
      price: plan.prices.price ?? null,
      ...(plan.prices.stop_price !== undefined && { stop_price: plan.prices.stop_price }),
    });
    if (isTimed(service(), cell, each)) {
      expect(found.reason ?? waitsUntil).toMatch(waitsUntil);
    } else expect(found.reason).toBeNull();
    // If the caller gave none, ours is used.
    expect(made.client_order_id).not.toBe(made.order_id);
    // Once its stream is live the exchange is not asked each time, and the age is reported.
    const { age_ms: _, ...unaged } = await trader.find(made.client_order_id);
    expect(unaged).toEqual(found);
    const isSole = isBound(service(), cell, each);
    if (isSole) await trader.cancel(made.order_id);
    const named = await trader.take({ ...body, client_order_id: 'mine' });
    expect((await trader.find('mine')).order_id).toBe(named.order_id);
    const open = (await trader.open()).map(({ order_id }) => order_id);
    expect(open).toEqual([...(isSole ? [] : [made.order_id]), named.order_id]);
  });

  it('is cancelled for good, and holds nothing any more', async () => {
    const trader = await traderFor(service(), cell, each);
    const held = await trader.used();
    if (!isBound(service(), cell, each)) expect(held).toEqual({});
    const made = await trader.take({ ...body, client_order_id: 'mine' });
    expect(Object.keys(await trader.used())).toHaveLength(1);
    for (const name of ['mine', made.order_id]) {
      const canceled = await trader.cancel(name);
      expect(canceled).toMatchObject({ status: 'canceled', filled: 0 });
    }
    expect(await trader.used()).toEqual(held);
    expect(await trader.open()).toEqual([]);
    await trader.show(plan.filling);
    const found = await trader.find(made.order_id);
    expect(found).toMatchObject({ status: 'canceled', filled: 0, remaining: restingQuantity });
  });
}

function runFilling(service: () => TestService, cell: MatrixCell, each: Case): void {
  const { plan, body } = each;
  it('sleeps or rests while the market only comes near', async () => {
    const trader = await traderFor(service(), cell, each);
    const { order_id } = await trader.take(body);
    await trader.show(plan.near);
    expect(await trader.find(order_id)).toMatchObject({ status: 'open', filled: 0 });
  });

  it('fills when the market comes to it', async () => {
    const trader = await traderFor(service(), cell, each);
    const before = await trader.total();
    const { order_id } = await trader.take(body);
    await trader.show(plan.filling);
    const found = await trader.find(order_id);
    expect(found).toMatchObject({
      status: 'closed',
      filled: 1,
      remaining: 0,
      average: plan.fillPrice,
      cost: plan.fillPrice,
      last_traded_timestamp: expect.any(Number),
    });
    expect(found.fee.cost).toBeGreaterThan(0);
    expect(await trader.open()).toEqual([]);
    const after = await trader.total();
    expect(after[found.fee.currency]).not.toBe(before[found.fee.currency]);
  });

  it('fills in part where the book is thin, and its rest ends as its type says', async () => {
    const trader = await traderFor(service(), cell, each);
    const { order_id } = await trader.take(body);
    await trader.show(plan.thin);
    const part = { filled: 0.4, remaining: 0.6, average: plan.fillPrice };
    const found = await trader.find(order_id);
    expect(found).toMatchObject({ status: plan.restIs, ...part });
    const canceled = await trader.cancel(order_id);
    const status = plan.restIs === 'open' ? 'canceled' : 'expired';
    expect(canceled).toMatchObject({ status, ...part });
    expect(await trader.open()).toEqual([]);
  });
}

function runTrigger(service: () => TestService, cell: MatrixCell, each: Case): void {
  const { type, side, body } = each;
  const trigger = triggerPlanOf(type, side);
  if (trigger !== undefined)
    it('is set off once, and rests at its limit from then on', async () => {
      if (!trigger) return;
      const trader = await traderFor(service(), cell, each);
      const { order_id } = await trader.take(body);
      await trader.show(trigger.reaching);
      expect(await trader.find(order_id)).toMatchObject({ status: 'open', filled: 0 });
      await trader.show(trigger.after);
      expect(await trader.find(order_id)).toMatchObject({ status: 'closed', filled: 1 });
    });

  if (type === 'trailing_stop')
    it('comes along with the market, and goes off', async () => {
      const { away, near, back, fillPrice } = trailPlan(side);
      const trader = await traderFor(service(), cell, each);
      const { order_id } = await trader.take(body);
      const [first] = await trader.open();
      await trader.show(away);
      const [moved] = await trader.open();
      const direction = side === 'buy' ? -1 : 1;
      // An exchange may not report the stop price.
      const isTold = first.stop_price !== null && first.stop_price !== undefined;
      expect(isTold || service().isLive).toBe(true);
      if (isTold) expect(Math.sign(moved.stop_price - first.stop_price)).toBe(direction);
      await trader.show(near);
      expect(await trader.find(order_id)).toMatchObject({ status: 'open', filled: 0 });
      await trader.show(back);
      expect(await trader.find(order_id)).toMatchObject({ status: 'closed', average: fillPrice });
    });

  if (type === 'oco')
    it('fills by its stop leg instead, and then its limit leg is gone', async () => {
      const { filling, fillPrice } = stopLegPlan(side);
      const trader = await traderFor(service(), cell, each);
      const { order_id } = await trader.take(body);
      await trader.show(filling);
      expect(await trader.find(order_id)).toMatchObject({ status: 'closed', average: fillPrice });
      await trader.show(planOf('oco', side).filling);
      expect(await trader.find(order_id)).toMatchObject({ filled: 1, average: fillPrice });
      expect(await trader.used()).toEqual({});
    });
}
