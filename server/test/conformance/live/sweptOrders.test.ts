import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTrader } from '../../support/app/testService.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { krakenSimulated } from '../../support/exchanges/kraken/exchange.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The market runs through a ladder of resting orders, and all of them fill at the same moment.
// What the exchange allows us to read is not widened here.

/** More than an exchange answers about one by one in a few seconds, and one page of fills. */
const count = 90;
const rung = { order_type: 'limit', side: 'buy', quantity: 0.2, price: 90 } as const;
const whole = count * rung.quantity;
/** Slow enough for the order limits of every exchange. */
const eachMs = 1_500;
/** Long enough for budgets to refill. */
const restMs = 60_000;
const swept = { bids: [[80, 4]], asks: [[81, 100]] } as const;
const stepMs = 1_000;
/** A desk that hedges its fills cannot wait longer. */
const endedMsMax = 30_000;
/** Where an order reports only the sums of its fills, a comparison brings the last of them. */
const filledMsMax = 135_000;

const classes = [
  bybitSimulated,
  gateioSimulated,
  hyperliquidSimulated,
  krakenSimulated,
  okxSimulated,
].flatMap((exchange) => {
  const oneOfEach = new Map(exchange.markets.map((market) => [market.at, market]));
  return [...oneOfEach.values()].map((market) => ({ exchange, market, at: market.at }));
});

describe.each(classes)('a ladder at $at', ({ exchange, market }) => {
  let live: LiveService;
  let trader: TestTrader;
  beforeAll(async () => {
    live = await openLiveService(exchange, (limits) => limits);
    trader = await live.service.trader(market);
    await live.pass(5_000);
  });
  afterAll(() => live.stop());

  it('that is swept is known as filled within half a minute, and all its fills soon after', async () => {
    for (let sent = 0; sent < count; sent += 1) {
      await trader.take(rung);
      await live.service.app.clock.advance(eachMs);
    }
    await live.pass(restMs);
    expect(await countOf('open')).toBe(count);
    await trader.show(swept);
    await passUntil(async () => (await countOf('open')) === 0, endedMsMax);
    expect(await countOf('closed')).toBe(count);
    await passUntil(async () => (await filledOf()) === whole, filledMsMax - endedMsMax);
    expect(await filledOf()).toBe(whole);
  });

  async function passUntil(isSo: () => Promise<boolean>, msMax: number): Promise<void> {
    for (let ms = 0; ms < msMax && !(await isSo()); ms += stepMs) await live.pass(stepMs);
  }

  async function countOf(status: string): Promise<number> {
    const orders = await live.store.db.selectFrom('meta_orders').select('order_status').execute();
    return orders.filter(({ order_status }) => order_status === status).length;
  }

  async function filledOf(): Promise<number> {
    const fills = await live.store.db.selectFrom('order_fills').select('quantity').execute();
    const filled = fills.reduce((sum, { quantity }) => sum + Number(quantity), 0);
    return Number(filled.toPrecision(12));
  }
});
