import { reconciliationEndpoints } from '@windlass/contract';
import type { Fault, RawRequest, VenueName } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { openPerpsTrader, type PerpsTrader } from '../../support/exchanges/binance/perps.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { krakenSimulated } from '../../support/exchanges/kraken/exchange.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';

// Exchanges list perpetuals and dated contracts together: one comparison reads each list once, and
// finds each order once.

const { method, path: url } = reconciliationEndpoints.compareAccounts;

async function compared({ service }: LiveService, account: string) {
  const body = { exchange_account_id: account };
  const { status, json } = await service.app.ask({ method, url, body });
  expect(status).toBe(200);
  return json.data;
}

/** Returns a request without its signature. */
function questionOf({ method: how, host, path, query, body }: RawRequest): string {
  const asked = new URLSearchParams(query);
  for (const name of ['timestamp', 'recvWindow', 'signature']) asked.delete(name);
  const fields = how === 'GET' ? asked.toString() : body.replace(/"?nonce"?[=:]"?\d+"?/, '');
  return `${how} ${host}${path} ${fields}`.trim();
}

/** Returns the requests of one comparison, after a first one that did the loading. */
async function questionsOf(live: LiveService, account: string, at: readonly VenueName[]) {
  await compared(live, account);
  const before = at.map((venue) => live.simulator.requests(venue).length);
  const data = await compared(live, account);
  const asked = at.flatMap((venue, place) => live.simulator.requests(venue).slice(before[place]));
  return { questions: asked.map(questionOf), data };
}

/**
 * Lists of fills are read before balances and positions, and once more after them. Hyperliquid
 * reports balances and positions in one cheap answer, which is read for each.
 */
const isReadTwice = (question: string) =>
  /fills|trades|execution|clearinghouseState/i.test(question);

/** Returns the requests that were sent more often than one comparison has to. */
function repeatedIn(questions: readonly string[]): readonly string[] {
  return [...new Set(questions)].filter((question) => {
    const count = questions.filter((each) => each === question).length;
    return count > (isReadTwice(question) ? 2 : 1);
  });
}

const exchanges: readonly SimulatedVenue[] = [
  binanceSimulated,
  bybitSimulated,
  gateioSimulated,
  hyperliquidSimulated,
  krakenSimulated,
  okxSimulated,
];

describe.each(exchanges)('a comparison at $venue', (exchange) => {
  let live: LiveService;
  beforeAll(async () => {
    live = await openLiveService(exchange);
  });
  afterAll(() => live.stop());

  it('asks nothing twice', async () => {
    const market = exchange.markets.find(({ marketType }) => marketType === 'swap');
    if (!market) throw new Error(`${exchange.venue} has a perpetual`);
    const trader = await live.service.trader(market);
    await trader.take({ order_type: 'limit', side: 'buy', quantity: 1, price: 90 });
    const at = [...new Set(exchange.markets.map((each) => each.at))];
    const { questions, data } = await questionsOf(live, trader.account, at);
    expect(data.accounts[0]).toMatchObject({ status: 'ok', open_differences: 0 });
    expect(questions.length).toBeGreaterThan(3);
    expect(repeatedIn(questions)).toEqual([]);
  });
});

/** Orders resting in each of two perpetuals and two dated contracts, of both hosts. */
const restingEach = 24;
const contracts = [
  { place: 'fapi.binance.com/fapi/v1', market: 'ETH/USDT:USDT', symbol: 'ETHUSDT' },
  { place: 'fapi.binance.com/fapi/v1', market: 'BTC/USDT:USDT-261225', symbol: 'BTCUSDT_261225' },
  { place: 'dapi.binance.com/dapi/v1', market: 'BTC/USD:BTC', symbol: 'BTCUSD_PERP' },
  { place: 'dapi.binance.com/dapi/v1', market: 'BTC/USD:BTC-261225', symbol: 'BTCUSD_261225' },
] as const;
const lists = [
  'GET fapi.binance.com/fapi/v1/openOrders',
  'GET fapi.binance.com/fapi/v1/openAlgoOrders',
  'GET dapi.binance.com/dapi/v1/openOrders',
  'GET dapi.binance.com/dapi/v1/openAlgoOrders',
  'GET fapi.binance.com/fapi/v3/positionRisk',
  'GET dapi.binance.com/dapi/v1/positionRisk',
];
/** Four lists of orders at 40, the wallet and two lists of positions at 5. */
const weight = 4 * 40 + 3 * 5;

describe('a comparison of a binance account with a hundred orders in contracts', () => {
  let trader: PerpsTrader;
  const placed: string[] = [];
  beforeAll(async () => {
    trader = await openPerpsTrader();
    for (const { place, market, symbol } of contracts) {
      const quantity = 1;
      trader.mark(market, 100);
      for (let number = 0; number < restingEach; number += 1) {
        const terms = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: 60 + number };
        const { orderId } = await trader.there(`POST ${place}/order`, {
          symbol,
          quantity,
          ...terms,
        });
        placed.push(String(orderId));
      }
      const asleep = { algoType: 'CONDITIONAL', side: 'SELL', type: 'STOP_MARKET' };
      const { algoId } = await trader.there(`POST ${place}/algoOrder`, {
        symbol,
        quantity,
        ...asleep,
        triggerPrice: 50,
      });
      placed.push(String(algoId));
    }
  });
  afterAll(() => trader.stop());

  /** Returns the weight of comparisons so far in both hosts of contracts. */
  async function spent(): Promise<number> {
    const { text } = await trader.service.app.call({ url: '/metrics' });
    const line = text
      .split('\n')
      .find((each) =>
        /^windlass_venue_budget_spent_total\{.*group="contracts",budget="used-weight-1m",purpose="comparison"/.test(
          each,
        ),
      );
    return Number(line?.split(' ').at(-1) ?? 0);
  }

  it('reads each list once, and finds every order of both hosts once', async () => {
    await compared(trader.live, trader.account);
    const before = await spent();
    const { questions, data } = await questionsOf(trader.live, trader.account, ['binance']);
    const counts = lists.map((list) => questions.filter((each) => each === list).length);
    expect(counts).toEqual(lists.map(() => 1));
    expect(repeatedIn(questions)).toEqual([]);
    expect((await spent()) - before).toBe(2 * weight);
    expect(data.accounts[0].orders_compared).toBe(placed.length);
    const page = await trader.service.app.ask({
      url: `${reconciliationEndpoints.getReconciliation.path}?size=500&kind=foreign_order`,
    });
    const found = page.json.data.differences.map((each: { order_id: string }) => each.order_id);
    expect(found.toSorted()).toEqual(placed.toSorted());
  });

  it('reads a list anew after one that nobody can read', async () => {
    const how: Fault = {
      kind: 'answers',
      status: 200,
      contentType: 'application/json',
      headers: {},
      body: '{}',
    };
    const match = ({ path }: RawRequest) => path === '/fapi/v3/positionRisk';
    trader.live.simulator.fail('binance', { match, times: 1, when: 'before', how });
    const before = trader.count('/fapi/v3/positionRisk');
    const [account] = (await compared(trader.live, trader.account)).accounts;
    expect(account.unavailable_reason).toBeNull();
    expect(trader.count('/fapi/v3/positionRisk') - before).toBe(2);
  });
});
