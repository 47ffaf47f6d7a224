import { expect } from 'vitest';
import type { TestAnswer } from '../app/testApp.ts';
import type { TestTrader } from '../app/testService.ts';
import type { LiveService, SimulatedMarket, SimulatedVenue } from './simulated.ts';
import { passStep } from './simulated.ts';

const base = '/order-execution/execution';
/** Base units at each of two prices: more than a test trades. */
const depth = 100_000;
/** Longer than the time until the exchange's next look at its books. */
const lookMs = 250;

type Words = Readonly<Record<string, string | number>>;

/** One account in perpetuals and wallets, through HTTP. */
export interface PerpTrader
  extends Pick<TestTrader, 'account' | 'take' | 'send' | 'cancel' | 'total'> {
  /** Sends a GET and returns any answer. */
  get(path: string, query?: Words): Promise<TestAnswer>;
  /** Sends a GET that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  read(path: string, query?: Words): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  positions(query?: Words): Promise<readonly any[]>;
  /** Sends a POST and returns any answer. */
  tell(path: string, body: object): Promise<TestAnswer>;
  /** Moves a market to a bid and an ask; its mark is the mid. */
  move(symbol: string, bid: number, ask: number): Promise<void>;
}

/** @param symbol The market in which the trader trades unless an order says otherwise. */
export async function perpTrader(
  live: LiveService,
  { markets }: SimulatedVenue,
  symbol: string,
): Promise<PerpTrader> {
  const { service, simulator } = live;
  const trader = await service.trader({ symbol, marketType: 'swap' });
  const own = { exchange_account_id: trader.account };
  const get: PerpTrader['get'] = (path, query = {}) => {
    const words = Object.entries({ ...own, ...query }).map(([name, word]) => [name, String(word)]);
    const search = new URLSearchParams(Object.fromEntries(words));
    return service.app.ask({ url: `${base}/${path}?${search}` });
  };
  const read: PerpTrader['read'] = async (path, query) => {
    const { status, json } = await get(path, query);
    expect([status, json.message]).toEqual([200, expect.any(String)]);
    return json.data;
  };
  return {
    account: trader.account,
    take: trader.take,
    send: trader.send,
    cancel: trader.cancel,
    total: trader.total,
    get,
    read,
    positions: async (query) => (await read('positions', query)).positions,
    tell: (path, body) =>
      service.app.ask({ method: 'POST', url: `${base}/${path}`, body: { ...own, ...body } }),
    async move(moved, bid, ask) {
      service.market.show(moved, { bids: [[bid, depth]], asks: [[ask, depth]] });
      for (const { at, definition } of markets.filter((each) => each.symbol === moved)) {
        const size = depthOf(definition, bid);
        simulator.show(at, moved, { bids: [[bid, size]], asks: [[ask, size]] });
      }
      await passStep(service, lookMs);
    },
  };
}

/** Returns the depth in the market's own unit. */
function depthOf({ contractSize = '1', isInverse }: SimulatedMarket['definition'], price: number) {
  const units = isInverse === true ? depth * price : depth;
  return Math.floor(units / Number(contractSize));
}
