import { orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAnswer } from '../../support/app/testApp.ts';
import type { TestTrader } from '../../support/app/testService.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedMarket,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';

// Thirty orders and thirty cancels at the same moment, within the real limits of the exchange:
// accepted ones answer 200, the others say why and never left.

export interface Bursting {
  readonly exchange: SimulatedVenue;
}

const count = 30;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };
const stepMs = 25;
/** Longer than any caller waits for an answer. */
const answeredMs = 15_000;
/** By then the exchange has forgotten the usage and its bans. */
const restMs = 10 * 60_000;
const names = Array.from({ length: count }, (_, number) => `burst-${number}`);

export function runBursts({ exchange }: Bursting): void {
  describe.each(exchange.markets)('a burst in the market $symbol', (market) => {
    let live: LiveService;
    let trader: TestTrader;
    beforeAll(async () => {
      live = await openLiveService(exchange, (limits) => limits);
      trader = await live.service.trader(market);
      await live.pass(5_000);
      await live.service.app.clock.advance(restMs);
    });
    afterAll(() => live.stop());

    it('of thirty orders takes what the limits allow, and tells why of each other', async () => {
      const before = live.simulator.accepted(market.at);
      const answers = await together(live, (name) => ({
        method: 'POST' as const,
        url: orderEndpoints.submitOrder.path,
        body: bodyOf(trader, market, name),
      }));
      const taken = answers.filter(({ status }) => status === 200);
      for (const { json } of taken) expect(json.data.order_status).toBe('open');
      for (const { status, json } of answers.filter((each) => !taken.includes(each))) {
        expect([status, json.data.error, json.data.order_status]).toEqual([
          429,
          'RATE_LIMITED',
          'rejected',
        ]);
        expect(json.message).toMatch(/not sent/);
      }
      expect(live.simulator.accepted(market.at) - before).toBe(taken.length);
      expect(taken).toHaveLength(count);
    });

    it('of thirty cancels ends what it says, and leaves what was not sent', async () => {
      await live.service.app.clock.advance(restMs);
      const open = await openNames(trader);
      const answers = await together(
        live,
        (name) => ({
          method: 'DELETE' as const,
          url: urlOf(trader, name),
        }),
        open,
      );
      const unsent = answers.filter(({ status }) => status !== 200);
      for (const { status, json } of unsent) {
        expect([status, json.data.cancel_status]).toEqual([429, 'not_sent']);
        expect(json.message).toMatch(/The cancel was not sent/);
      }
      await live.service.app.clock.advance(restMs);
      expect(await openNames(trader)).toHaveLength(unsent.length);
      expect(unsent).toEqual([]);
    });
  });
}

function bodyOf(
  { account }: TestTrader,
  { symbol, marketType }: SimulatedMarket,
  name: string,
): object {
  return {
    ...limit,
    exchange_account_id: account,
    symbol,
    market_type: marketType,
    client_order_id: name,
  };
}

function urlOf({ account }: TestTrader, name: string): string {
  const path = orderEndpoints.cancelOrder.path.replace(':order_id', name);
  return `${path}?${new URLSearchParams({ exchange_account_id: account })}`;
}

async function openNames(trader: TestTrader): Promise<readonly string[]> {
  const open = await trader.open();
  return open.map(({ client_order_id }) => String(client_order_id));
}

type Request = Parameters<LiveService['service']['app']['call']>[0];

/** Sends all requests at the same moment, and lets time pass until each is answered. */
async function together(
  { service }: LiveService,
  requestOf: (name: string) => Request,
  asked: readonly string[] = names,
): Promise<readonly TestAnswer[]> {
  const { app } = service;
  const answers: TestAnswer[] = [];
  const all = Promise.all(
    asked.map(async (name) => void answers.push(await app.call(requestOf(name)))),
  );
  for (let ms = 0; ms < answeredMs && answers.length < asked.length; ms += stepMs) {
    await app.sockets?.settle();
    await app.clock.advance(stepMs);
  }
  await all;
  return answers;
}
