import { executionEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import type { TestService } from '../support/app/testService.ts';
import { everyType, type MatrixCell, type MatrixRow, type OrderType } from './matrix.ts';
import { onSide, planOf } from './orderPlans.ts';

interface Refused {
  readonly type: OrderType;
  readonly what: string;
  readonly asked: object;
}

/** Tests everything in the matrix that a class does not take. */
export function runRefusing(service: () => TestService, cell: MatrixCell): void {
  const types = everyType.filter((type) => !cell.types.includes(type));
  const limit = { type: 'limit', what: 'limit' } as const;
  const cases: Refused[] = [
    ...types.map((type) => ({ type, what: '', asked: {} })),
    ...(cell.hasFok ? [] : [{ ...limit, what: 'time_in_force FOK for ', asked: fok }]),
    ...(cell.hasPostOnly
      ? []
      : [
          { ...limit, what: 'time_in_force POST_ONLY for ', asked: { time_in_force: 'POST_ONLY' } },
          { ...limit, what: 'post_only for ', asked: { post_only: true } },
        ]),
    ...(cell.hasReduceOnly ? [] : reducing(cell)),
  ];
  describe.each(cases)('$type with $asked', ({ type, what, asked }) => {
    it('is refused by its name and leaves nothing', async () => {
      const orders = `${what}${type} orders on ${cell.marketType} markets`;
      await expectRefused(service(), cell, { type, asked, what: orders });
    });
  });
  if (cell.hasPostOnly)
    it('post_only of what always takes is refused', async () => {
      for (const type of ['market', 'stop_loss'] as const) {
        const orders = `post_only for ${type} orders on ${cell.marketType} markets`;
        const what = `${orders}, which always take liquidity`;
        await expectRefused(service(), cell, { type, asked: { post_only: true }, what });
      }
    });
  if (cell.hasPostOnly)
    it('post_only of what must not rest is refused', async () => {
      const asked = { post_only: true, time_in_force: 'IOC' };
      const what = `post_only together with time_in_force IOC for limit orders on ${cell.marketType} markets`;
      await expectRefused(service(), cell, { type: 'limit', asked, what });
    });
}

const fok = { time_in_force: 'FOK' };

/** Returns every type that the class does take. */
function reducing({ types }: MatrixCell): Refused[] {
  return types.map((type) => ({ type, what: 'reduce_only for ', asked: { reduce_only: true } }));
}

/** A venue without spot refuses it in its own words (Trading §4.1). */
export function runWithoutSpot(service: () => TestService, { cells }: MatrixRow): void {
  const [swap] = cells;
  if (!swap) return;
  const spot: MatrixCell = { ...swap, marketType: 'spot', symbol: 'BTC/USDC' };
  it.each(everyType)('says of a %s that it does not support spot trading', async (type) => {
    const what = `spot trading, so no ${type} orders on spot markets`;
    await expectRefused(service(), spot, { type, asked: {}, what });
  });
}

async function expectRefused(
  service: TestService,
  cell: MatrixCell,
  refused: Refused,
): Promise<void> {
  const { type, asked, what } = refused;
  const { venue, app } = service;
  const trader = await service.trader(cell);
  const side = 'buy';
  const own = type === 'market' ? {} : planOf(type, side).prices;
  // Far from the market, so that nothing else is wrong with it.
  const prices = type === 'limit' ? { price: onSide(side, 95) } : own;
  const body = { order_type: type, side, quantity: 1, ...prices, ...asked };
  const { status, json } = await trader.send({ ...body, client_order_id: 'refused' });
  const message = `Error - ${venue} does not support ${what}.`;
  const named = { exchange: venue, order_type: type, market_type: cell.marketType };
  expect([status, json.isError, json.statusCode, json.message]).toEqual([400, true, 400, message]);
  expect(json.data).toEqual({ error: 'NOT_SUPPORTED', ...named });
  const found = await app.order('refused', { exchange_account_id: trader.account });
  expect([found.status, found.json.data.error]).toEqual([404, 'ORDER_NOT_FOUND']);
  const checked = await app.call({
    method: 'POST',
    url: executionEndpoints.validateOrder.path,
    body: { ...named, ...stopsOf(prices), ...asked },
  });
  expect([checked.status, checked.json.message]).toEqual([400, message]);
  expect(checked.json.data).toMatchObject({ valid: false, error: message });
}

/** Returns the prices that the check accepts. */
function stopsOf({ stop_price, trailing_delta }: { stop_price?: number; trailing_delta?: number }) {
  return {
    ...(stop_price !== undefined && { stop_price }),
    ...(trailing_delta !== undefined && { trailing_delta }),
  };
}
