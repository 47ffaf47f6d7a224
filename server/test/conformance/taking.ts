import { describe, expect, it } from 'vitest';
import type { TestService } from '../support/app/testService.ts';
import type { MatrixCell, Side } from './matrix.ts';
import { comingTo, onSide, planOf, thinBook } from './orderPlans.ts';

const other = { buy: 'sell', sell: 'buy' } as const;

/** Tests orders that meet the market at once, and times in force. */
export function runTaking(service: () => TestService, cell: MatrixCell): void {
  describe.each(['buy', 'sell'] as const)('a %s', (side) => {
    runMarket(service, cell, side);
    runImmediate(service, cell, side);
    if (cell.hasPostOnly) runPostOnly(service, cell, side);
    if (cell.hasReduceOnly) runReduceOnly(service, cell, side);
  });
}

/** Returns true when the answer to an order contains its fills. */
function tellsAtOnce({ isLive }: TestService, { answersWithFills }: MatrixCell): boolean {
  return answersWithFills || !isLive;
}

/**
 * Hides the market from us, so that nothing is predicted and only the exchange itself can refuse a
 * live order. A paper exchange looks at the same book: there the prediction is the answer.
 */
function hide({ isLive, market }: TestService, { symbol }: MatrixCell): void {
  if (isLive) market.show(symbol, { bids: [[60, 4]], asks: [[140, 4]] });
}

function runMarket(service: () => TestService, cell: MatrixCell, side: Side): void {
  it('market order fills at the best prices, level by level', async () => {
    const trader = await service().trader(cell);
    const made = await trader.take({ order_type: 'market', side, quantity: 5 });
    const average = (4 * onSide(side, 101) + onSide(side, 102)) / 5;
    expect(made).toMatchObject({ order_status: 'closed', quantity_filled: 5 });
    expect(made.avg_fill_price).toBeCloseTo(average, 10);
    expect((await trader.find(made.order_id)).cost).toBeCloseTo(average * 5, 10);
    if (tellsAtOnce(service(), cell)) expect(made.order_fee).toBeGreaterThan(0);
    expect((await trader.find(made.order_id)).fee.cost).toBeGreaterThan(0);
    // By then there is nothing to cancel, and the answer says so.
    expect(await trader.cancel(made.order_id)).toMatchObject({ status: 'closed', filled: 5 });
  });

  it('market order ends with what it found where the book is thin', async () => {
    const trader = await service().trader(cell);
    await trader.show(thinBook(side));
    const made = await trader.take({ order_type: 'market', side, quantity: 1 });
    expect(made).toMatchObject({ order_status: 'expired', quantity_filled: 0.4 });
    expect(await trader.open()).toEqual([]);
  });

  it('stop whose price is passed already does as the exchange does', async () => {
    const trader = await service().trader(cell);
    const { prices } = planOf('take_profit', side);
    const body = { order_type: 'stop_loss', side, quantity: 1, ...prices };
    hide(service(), cell);
    const { status, json } = await trader.send(body);
    if (cell.passedStop === 'triggers') {
      expect(json.data).toMatchObject({ order_status: 'closed', quantity_filled: 1 });
    } else {
      expect([status, json.data.error]).toEqual([400, 'ORDER_WOULD_TRIGGER']);
      expect(json.message).toMatch(/^The order would trigger at once[.:]/);
      expect(await trader.open()).toEqual([]);
    }
  });
}

function runImmediate(service: () => TestService, cell: MatrixCell, side: Side): void {
  const limit = (time_in_force: string, quantity: number, price = 101) => ({
    order_type: 'limit',
    side,
    time_in_force,
    quantity,
    price: onSide(side, price),
  });

  it('GTC takes what is there, and rests with the others', async () => {
    const trader = await service().trader(cell);
    const made = await trader.take(limit('GTC', 6));
    expect(made).toMatchObject({ order_status: 'open' });
    if (tellsAtOnce(service(), cell)) expect(made.quantity_filled).toBe(4);
    expect(await trader.find(made.order_id)).toMatchObject({ status: 'open', filled: 4 });
    const canceled = await trader.cancel(made.order_id);
    expect(canceled).toMatchObject({ status: 'canceled', filled: 4, remaining: 2 });
  });

  it('IOC takes what is there, and the rest ends at once', async () => {
    const trader = await service().trader(cell);
    expect(await trader.take(limit('IOC', 6))).toMatchObject({
      order_status: 'expired',
      quantity: 6,
      quantity_filled: 4,
      avg_fill_price: onSide(side, 101),
    });
    const nothing = await trader.take(limit('IOC', 1, 97));
    expect(nothing).toMatchObject({ order_status: 'expired', quantity_filled: 0 });
    expect(await trader.open()).toEqual([]);
  });

  it('IOC that finds all of it is closed', async () => {
    const trader = await service().trader(cell);
    const made = await trader.take(limit('IOC', 4));
    expect(made).toMatchObject({ order_status: 'closed', quantity_filled: 4 });
  });

  if (cell.hasFok)
    it('FOK fills all of it or nothing', async () => {
      const trader = await service().trader(cell);
      const before = await trader.total();
      const killed = await trader.take({ ...limit('FOK', 6), client_order_id: 'killed' });
      expect(killed).toMatchObject({ order_status: 'expired', quantity_filled: 0, order_fee: 0 });
      expect(await trader.total()).toEqual(before);
      expect(await trader.used()).toEqual({});
      expect(await trader.find('killed')).toMatchObject({
        status: 'expired',
        filled: 0,
        reason: 'The whole quantity cannot be filled at once.',
      });
      const filled = await trader.take(limit('FOK', 4));
      expect(filled).toMatchObject({ order_status: 'closed', quantity_filled: 4 });
    });
}

function runPostOnly(service: () => TestService, cell: MatrixCell, side: Side): void {
  const limit = (price: number) => ({
    order_type: 'limit',
    side,
    quantity: 1,
    price: onSide(side, price),
  });

  it.each([
    ['time_in_force POST_ONLY', { time_in_force: 'POST_ONLY' }],
    ['post_only', { post_only: true }],
  ])('%s is refused where it would take, and holds nothing', async (_, asked) => {
    const trader = await service().trader(cell);
    hide(service(), cell);
    const { status, json } = await trader.send({ ...limit(101), ...asked });
    expect([status, json.data.error]).toEqual([400, 'POST_ONLY_WOULD_TAKE']);
    expect(json.message).toMatch(/^The (post-only )?order would take liquidity at once[.:]/);
    expect(json.data.order_status).toBe(service().isLive ? 'rejected' : undefined);
    expect(await trader.open()).toEqual([]);
    expect(await trader.used()).toEqual({});
  });

  it.each([
    ['time_in_force POST_ONLY', { time_in_force: 'POST_ONLY' }],
    ['post_only', { post_only: true }],
  ])('%s rests at the best price, and fills there', async (_, asked) => {
    const trader = await service().trader(cell);
    const made = await trader.take({ ...limit(100), ...asked });
    expect(made).toMatchObject({ order_status: 'open', quantity_filled: 0 });
    await trader.show(comingTo(side));
    const found = await trader.find(made.order_id);
    expect(found).toMatchObject({ status: 'closed', average: onSide(side, 100) });
  });
}

function runReduceOnly(service: () => TestService, cell: MatrixCell, side: Side): void {
  const closing = { side: other[side], reduce_only: true };
  const isRefused = async (
    answer: ReturnType<Awaited<ReturnType<TestService['trader']>>['send']>,
  ) => {
    const { status, json } = await answer;
    expect([status, json.data.error]).toEqual([400, 'NOTHING_TO_REDUCE']);
    expect(json.message).toMatch(/^There is no (short |long )?position/);
  };

  it('reduce_only opens no position', async () => {
    const trader = await service().trader(cell);
    const before = await trader.total();
    const limit = { order_type: 'limit', price: onSide(side, 101) };
    await isRefused(trader.send({ order_type: 'market', side, reduce_only: true, quantity: 1 }));
    await isRefused(trader.send({ ...limit, side, reduce_only: true, quantity: 1 }));
    expect(await trader.total()).toEqual(before);
    expect(await trader.used()).toEqual({});
  });

  it('position is closed by reduce_only and never turned', async () => {
    const trader = await service().trader(cell);
    await trader.take({ order_type: 'market', side, quantity: 2 });
    // One in the same direction has nothing to reduce.
    await isRefused(trader.send({ order_type: 'market', side, reduce_only: true, quantity: 1 }));
    const made = await trader.take({ order_type: 'market', ...closing, quantity: 3 });
    expect(made).toMatchObject({ order_status: 'closed', quantity_filled: 2 });
    expect(await trader.used()).toEqual({});
    await isRefused(trader.send({ order_type: 'market', ...closing, quantity: 1 }));
  });

  it('position is closed to the last step, however little that is worth', async () => {
    const trader = await service().trader(cell);
    await trader.take({ order_type: 'market', side, quantity: 1 });
    await trader.take({ order_type: 'market', ...closing, quantity: 0.9999 });
    const made = await trader.take({ order_type: 'market', ...closing, quantity: 0.0001 });
    expect(made).toMatchObject({ order_status: 'closed', quantity_filled: 0.0001 });
    expect(await trader.used()).toEqual({});
  });

  it('position that shrinks cuts the reduce_only order that rests', async () => {
    const trader = await service().trader(cell);
    await trader.take({ order_type: 'market', side, quantity: 2 });
    const { prices, filling } = planOf('limit', other[side]);
    const body = { order_type: 'limit', ...closing, quantity: 2, ...prices };
    const { order_id } = await trader.take(body);
    await trader.take({ order_type: 'market', ...closing, quantity: 1.5 });
    await trader.show(filling);
    expect(await trader.find(order_id)).toMatchObject({ status: 'closed', filled: 0.5 });
    expect(await trader.used()).toEqual({});
    await isRefused(trader.send({ order_type: 'market', ...closing, quantity: 1 }));
  });
}
