import {
  accessEndpoints,
  accountEndpoints,
  orderbookEndpoints,
  orderEndpoints,
  perpEndpoints,
  routingEndpoints,
} from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOf, createPretradeApp, type PretradeApp } from '../support/pretrade/app.ts';

const symbol = 'BTC/USDT';
const venues = ['binance', 'bybit', 'gateio', 'kraken', 'okx', 'hyperliquid'];
const all = venues.map((venue) => `paper-${venue}`);
type Fields = Readonly<Record<string, unknown>>;

let app: PretradeApp;
beforeAll(async () => {
  app = await createPretradeApp();
});
afterAll(() => app.stop());

describe('an analysis', () => {
  it('has every field of the document, with plausible figures', async () => {
    const fields = { exchange_account_ids: all, include_scenarios: true };
    const data = await app.analyze(fields);
    expect(Object.keys(data)).toEqual([
      'request_id',
      'timestamp',
      'symbol',
      'side',
      'quantity',
      'can_execute',
      'validation',
      'liquidity',
      'cost',
      'scenarios',
      'summary',
    ]);
    expect(data).toMatchObject({ symbol, side: 'buy', quantity: 0.5, can_execute: true });
    expect(Math.abs(data.timestamp - app.clock.now())).toBeLessThanOrEqual(50);
    const { liquidity: found, cost, scenarios, summary } = data;
    const usd = found.order_value_usd;
    expect(usd).toBeGreaterThan(20_000);
    expect(usd).toBeLessThan(100_000);
    expect(usd).toBeCloseTo(0.5 * cost.mid_price, -2);
    expect(found).toMatchObject({ symbol, order_quantity: 0.5 });
    expect(found.pct_of_adv).toBeCloseTo((usd / found.adv_usd) * 100, 9);
    expect(found.pct_of_top10_depth).toBeGreaterThan(found.pct_of_top20_depth);
    expect(found.levels_to_fill).toBeGreaterThanOrEqual(1);
    expect(found.depth_available_usd).toBeGreaterThan(usd);
    const spot = venues.filter((venue) => venue !== 'hyperliquid');
    expect(found.venue_liquidity.map(({ venue }: Fields) => venue)).toEqual(spot);
    const total = cost.fee_bps + cost.slippage_bps + cost.market_impact_bps;
    expect(cost.total_cost_bps).toBeCloseTo(total, 9);
    expect(cost.total_cost_usd).toBeCloseTo((usd * total) / 10_000, 6);
    expect(cost.arrival_price).toBeGreaterThan(cost.mid_price);
    expect(cost.estimated_vwap).toBeGreaterThanOrEqual(cost.arrival_price);
    expect(cost.market_impact_bps).toBeCloseTo(5 * Math.sqrt(found.pct_of_adv), 9);
    const quantities = cost.venue_costs.map(({ quantity }: { quantity: number }) => quantity);
    const filled = quantities.reduce((sum: number, each: number) => sum + each, 0);
    expect(filled).toBeCloseTo(0.5, 9);
    expect(scenarios.base_case).toEqual({ total_cost_bps: cost.total_cost_bps });
    expect(scenarios.size_minus_20pct.quantity).toBeCloseTo(0.4, 12);
    expect(scenarios.size_plus_20pct.quantity).toBeCloseTo(0.6, 12);
    expect(scenarios.taker_estimate.fill_time_sec).toBeGreaterThan(0);
    expect(scenarios.maker_estimate.fill_time_sec).toBeGreaterThan(0);
    expect(summary).toMatchObject({
      headline_cost_bps: cost.total_cost_bps,
      headline_cost_usd: cost.total_cost_usd,
      confidence_score: 1,
      confidence_label: 'High',
      time_to_fill_estimate: expect.any(String),
      order_size_context: expect.any(String),
    });
    expect(spot).toContain(summary.primary_venue);
    expect(summary.cost_breakdown).toHaveLength(3);
  });

  it('comes in the envelope, under its own message', async () => {
    const envelope = { isError: false, statusCode: 200 };
    const analysis = await app.post('analyzeOrder', {});
    expect(analysis.json).toMatchObject({ ...envelope, message: 'Pre-trade analysis' });
    const validation = await app.post('validatePretrade', { quantity: 1_000 });
    expect(validation.json).toMatchObject({ ...envelope, message: 'Pre-trade validation' });
  });

  it('leaves scenarios out unless they are asked for', async () => {
    expect(await app.analyze()).not.toHaveProperty('scenarios');
    expect(await app.analyze({ include_scenarios: false })).not.toHaveProperty('scenarios');
  });

  it('of a limit order that rests costs the maker fee, at its own price', async () => {
    const { cost } = await app.analyze({ order_type: 'limit', limit_price: 92_000 });
    expect(cost).toMatchObject({ fee_type: 'maker', estimated_execution_price: 92_000 });
    expect(cost.slippage_bps).toBeLessThan(0);
    const { cost: taking } = await app.analyze({ order_type: 'limit', limit_price: 97_000 });
    expect(taking.fee_type).toBe('taker');
  });

  it('of an algorithm goes by the urgency', async () => {
    const [low, high] = await Promise.all(
      ['low', 'high'].map((urgency) => app.analyze({ order_type: 'algo', urgency })),
    );
    expect([low.cost.fee_type, high.cost.fee_type]).toEqual(['mixed', 'mixed']);
    expect(low.cost.slippage_bps).toBeLessThan(high.cost.slippage_bps);
    expect(low.liquidity.estimated_fill_time_maker_sec).toBeCloseTo(
      4 * high.liquidity.estimated_fill_time_maker_sec,
      9,
    );
  });

  it('of a perpetual needs margin where its exchanges list it', async () => {
    const perp = { symbol: 'BTC/USD:USD', side: 'sell', exchange_account_ids: all };
    const data = await app.analyze({ ...perp, quantity: 1 });
    expect(data.can_execute).toBe(true);
    const { validation, liquidity: found } = data;
    expect(found.venue_liquidity.map(({ venue }: Fields) => venue)).toEqual(['kraken']);
    expect(checkOf(validation, 'symbol')?.message).toMatch(/active at kraken\. .*okx.*not listed/);
    expect(checkOf(validation, 'balance')?.message).toMatch(/USD needed, 1000000 USD available/);
  });

  it('of a perpetual goes by the leverage that the account has set', async () => {
    const account = { exchange_account_id: 'paper-bybit' };
    const perp = { symbol: 'BTC/USDT:USDT', exchange_account_ids: ['paper-bybit'], quantity: 50 };
    for (const [leverage, isEnough] of [
      [10, true],
      [2, false],
    ] as const) {
      const { path: url } = perpEndpoints.setLeverage;
      const body = { ...account, symbol: 'BTC/USDT:USDT', leverage };
      expect((await app.ask({ method: 'POST', url, body })).status).toBe(200);
      // The exchange's last answer is still valid.
      await app.clock.advance(2_001);
      const { validation } = await app.validate(perp);
      expect(checkOf(validation, 'balance')?.passed).toBe(isEnough);
    }
  });

  it('of the largest and smallest sizes is told in numbers all the same', async () => {
    for (const [fields, canExecute] of [
      [{ quantity: 1e8 }, false],
      [{ quantity: 1e15 }, false],
      [{ quantity: 1e15, side: 'sell' }, false],
      [{ quantity: 1e15, symbol: 'BTC/USDT:USDT' }, false],
      [{ quantity: 5e-324 }, false],
      [{ quantity: 5e-324, side: 'sell' }, false],
      [{ quantity: 1e15, order_type: 'limit', limit_price: 1e15 }, false],
      [{ quantity: 5e-324, order_type: 'limit', limit_price: 5e-324 }, false],
      [{ side: 'sell', order_type: 'limit', limit_price: 5e-324 }, false],
      [{ side: 'sell', order_type: 'limit', limit_price: 1e15 }, false],
      [{ quantity: 0.1 + 0.2, order_type: 'algo' }, true],
    ] as const) {
      const { can_execute, validation, summary } = await app.analyze(fields);
      expect([fields, can_execute]).toEqual([fields, canExecute]);
      expect(validation.checks).toHaveLength(4);
      for (const { details = {} } of validation.checks) {
        for (const value of Object.values(details)) expect(value).not.toBeNull();
      }
      expect(JSON.stringify([validation, summary])).not.toMatch(/NaN|Infinity/);
    }
  });

  it('of a market order beyond all that the books show says that it cannot be executed', async () => {
    const rich = { paper_balances: { spot: { USDT: '1000000000' } }, daily_limit_usd: 1e9 };
    const account = { exchange_account_id: 'rich', exchange: 'binance', mode: 'paper', ...rich };
    const { method, path } = accountEndpoints.createAccount;
    expect((await app.ask({ method, url: path, body: account })).status).toBe(201);
    const own = { exchange_account_ids: ['rich'], quantity: 5_000 };
    const { can_execute, validation, liquidity, summary } = await app.analyze(own);
    expect([can_execute, validation.passed]).toEqual([false, true]);
    const shown = Number(
      /show ([\d.]+) of its 5000/.exec(String(summary.warnings[0].message))?.[1],
    );
    expect(shown).toBeGreaterThan(1);
    expect(shown).toBeLessThan(2_500);
    expect(summary.warnings[0]).toMatchObject({ severity: 'critical', code: 'VERY_LOW_LIQUIDITY' });
    expect(liquidity.depth_available_usd).toBeGreaterThan(10_000);
    expect([summary.confidence_score, summary.confidence_label]).toEqual([0, 'Low']);
    expect(checkOf(validation, 'order_size')?.message).toMatch(/so it cannot be filled at once\.$/);
    expect((await app.validate(own)).can_execute).toBe(false);
    // A resting order, or one worked over time, does not need all of it at once.
    for (const order_type of ['limit', 'algo']) {
      const limit_price = order_type === 'limit' ? 1_000 : null;
      const other = await app.analyze({ ...own, order_type, limit_price });
      expect([order_type, other.can_execute]).toEqual([order_type, true]);
    }
  });

  it('of a contract at an exchange with one leverage for all goes by that', async () => {
    const ids = ['paper-hyperliquid'];
    const perp = { symbol: 'BTC/USDC:USDC', exchange_account_ids: ids, quantity: 30 };
    // Three million of worth on a million: it takes a leverage above 3.
    expect((await app.validate(perp)).can_execute).toBe(true);
    const { path: url, method } = routingEndpoints.estimateRoute;
    const { json } = await app.ask({ method, url, body: { ...perp, side: 'buy', quantity: 15 } });
    const routed = json.data.slices.reduce(
      (sum: number, { quantity }: { quantity: number }) => sum + quantity,
      0,
    );
    expect(routed).toBeGreaterThan(11);
    const sent = { exchange_account_id: 'paper-hyperliquid', symbol: perp.symbol, quantity: 30 };
    const order = { ...sent, side: 'buy', order_type: 'market', price: null };
    expect((await app.submit(order)).status).toBe(200);
  });

  it('takes a limit_price of null for none', async () => {
    const { can_execute } = await app.analyze({ limit_price: null });
    expect(can_execute).toBe(true);
    const { status, json } = await app.post('analyzeOrder', {
      order_type: 'limit',
      limit_price: null,
    });
    expect([status, json.message]).toEqual([400, expect.stringContaining('limit_price is req')]);
  });
});

describe('a failed validation', () => {
  const failed = { confidence_score: 0, confidence_label: 'Low', headline_cost_bps: null };
  const bare = ['liquidity', 'cost', 'scenarios'];

  it.each([
    ['balance', { quantity: 100 }, 'INSUFFICIENT_BALANCE'],
    ['daily_limit', { quantity: 1_000 }, 'DAILY_LIMIT_EXCEEDED'],
    ['symbol', { symbol: 'NONE/USDT' }, 'SYMBOL_NOT_FOUND'],
    ['order_size', { quantity: 0.00001 }, 'BELOW_MINIMUM_ORDER'],
  ])('of %s is a 200 that says so', async (name, fields, code) => {
    const data = await app.analyze({ ...fields, include_scenarios: true });
    expect([data.can_execute, data.validation.passed]).toEqual([false, false]);
    for (const part of bare) expect(data).not.toHaveProperty(part);
    expect(checkOf(data.validation, name)).toMatchObject({
      passed: false,
      details: expect.any(Object),
    });
    expect(data.summary).toMatchObject(failed);
    const critical = { severity: 'critical', code, message: expect.any(String) };
    expect(data.summary.warnings).toContainEqual(critical);
    const { can_execute, validation } = await app.validate(fields);
    expect([can_execute, validation.passed]).toEqual([false, false]);
  });

  it('has the figures of the document', async () => {
    const { validation } = await app.validate({ quantity: 1_000 });
    const { details: balance } = checkOf(validation, 'balance') as { details: Fields };
    expect(balance).toMatchObject({ available: 1_000_000, currency: 'USDT' });
    expect(Number(balance.required) - Number(balance.shortfall)).toBeCloseTo(1_000_000, 3);
    const { details: limit } = checkOf(validation, 'daily_limit') as { details: Fields };
    expect(limit).toMatchObject({ remaining_usd: 10_000_000, limit_usd: 10_000_000 });
    expect(limit.order_value_usd).toBeGreaterThan(10_000_000);
    const { validation: sold } = await app.validate({ side: 'sell', quantity: 11 });
    expect(checkOf(sold, 'balance')).toMatchObject({
      details: { required: 11, available: 10, shortfall: 1, currency: 'BTC' },
    });
  });

  it('needs one account only that carries it, or all of them together', async () => {
    expect((await app.validate({ side: 'sell', quantity: 11 })).can_execute).toBe(false);
    const two = { exchange_account_ids: ['paper-binance', 'paper-bybit'] };
    expect((await app.validate({ ...two, side: 'sell', quantity: 11 })).can_execute).toBe(true);
  });
});

describe('liquidity', () => {
  const name = 'ETH/USDT';
  const nothing = {
    symbol: name,
    available: false,
    mid_price: null,
    spread_bps: null,
    adv_usd: null,
    depth_usd: { top_10: 0, top_20: 0 },
    by_venue: [],
  };
  const subscribe = (path: string) =>
    app.ask({
      method: 'POST',
      url: path,
      body: { symbols: [name], venues: ['binance', 'kraken'] },
    });

  it('needs a subscription, makes none, and tells of the books it then has', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, json } = await app.liquidity(name);
      expect([status, json.message]).toEqual([200, 'Liquidity retrieved']);
      expect(json.data).toEqual({ ...nothing, timestamp: app.clock.now() });
      await app.clock.advance(1_000);
    }
    expect((await subscribe(orderbookEndpoints.subscribeOrderbook.path)).status).toBe(200);
    await app.clock.advance(1_000);
    const { data } = (await app.liquidity(name)).json;
    expect(data).toMatchObject({ symbol: name, available: true });
    expect(data.mid_price).toBeGreaterThan(1_000);
    expect(data.adv_usd).toBeGreaterThan(1e6);
    expect(data.depth_usd.top_20).toBeGreaterThan(data.depth_usd.top_10);
    expect(data.depth_usd.top_10).toBeGreaterThan(1_000);
    expect(data.by_venue.map(({ venue }: Fields) => venue)).toEqual(['binance', 'kraken']);
    for (const each of data.by_venue) {
      expect(each.bid_depth).toBeGreaterThan(10_000);
      expect(each.ask_depth).toBeGreaterThan(10_000);
      expect(each.spread_bps).toBeGreaterThan(0);
      expect(each.confidence).toBeGreaterThan(0.9);
    }
  });
});

describe('nothing', () => {
  it('is stored, sent or subscribed by any of it', async () => {
    const query = new URLSearchParams({ exchange_account_id: 'paper-binance' });
    const { getBalance, listOpenOrders, getDailyLimit } = orderEndpoints;
    const urls = [
      ...[getBalance, listOpenOrders, getDailyLimit].map(({ path }) => `${path}?${query}`),
      orderbookEndpoints.listBookSubscriptions.path,
      accessEndpoints.listAudit.path,
    ];
    const everything = async () => {
      const answers = [];
      for (const url of urls) {
        const { status, json } = await app.ask({ url });
        expect(status).toBe(200);
        answers.push(json.data);
      }
      // Books with other subscribers continue.
      const isTime = (key: string) => key === 'last_update';
      return JSON.parse(JSON.stringify(answers, (key, value) => (isTime(key) ? null : value)));
    };
    const before = await everything();
    await app.analyze({ exchange_account_ids: all, include_scenarios: true });
    await app.analyze({ symbol: 'SOL/USDT', quantity: 1 });
    await app.validate({ symbol: 'SOL/USDT:USDT', quantity: 1 });
    await app.liquidity('SOL/USDT');
    expect(await everything()).toEqual(before);
  });
});
