import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlgorithmsApp, createAlgorithmsApp } from '../support/algorithms/app.ts';
import { startBody } from '../support/algorithms/bodies.ts';
import { expectRefusal } from '../support/app/expectRefusal.ts';

let test: AlgorithmsApp;
beforeAll(async () => {
  test = await createAlgorithmsApp();
});
afterAll(() => test.stop());

const [binance, kraken, hyperliquid] = ['paper-binance', 'paper-kraken', 'paper-hyperliquid'];
const perpetual = 'BTC/USDT:USDT';

/** A cancelled spread ends once no fill of its last orders can be reported any more. */
const spreadEndMs = 12_000;

/** A spread hedged on these accounts. */
const spreadOver = (...contra: readonly string[]) =>
  startBody(...(['spread', { contra_exchange_account_ids: contra }] as const), {
    exchange_account_ids: [binance, ...contra.filter((id) => id !== binance)],
  });
const arbOver = (spot: string, perp: string) =>
  startBody(
    ...([
      'funding_arb',
      { spot_exchange_account_id: spot, perp_exchange_account_id: perp },
    ] as const),
    { exchange_account_ids: [spot, perp] },
  );

type Refused = readonly [what: string, body: Readonly<Record<string, unknown>>, field: string];

const refusals: readonly Refused[] = [
  ['a spread hedged where that is not listed', spreadOver(kraken), 'params.contra_symbol'],
  [
    'a spread of which one account does not list the hedge',
    spreadOver(binance, kraken),
    'params.contra_exchange_account_ids',
  ],
  [
    'a spread hedged by what nobody lists',
    startBody('spread', { contra_symbol: 'BTC/EUR:EUR' }),
    'params.contra_symbol',
  ],
  [
    'a spread on an anchor that nobody lists',
    startBody('spread', { anchor_symbol: 'BTC/XYZ' }, { symbol: 'BTC/XYZ' }),
    'symbol',
  ],
  [
    'a spread whose legs may differ by less than can be hedged',
    startBody('spread', { risk_quantity: 0.0005 }),
    'params.risk_quantity',
  ],
  [
    'a funding_arb on a perpetual that its account does not list',
    arbOver(binance, kraken),
    'params.perp_symbol',
  ],
  [
    'a funding_arb on the spot of an exchange that has none',
    arbOver(hyperliquid, binance),
    'params.spot_exchange_account_id',
  ],
  [
    'a funding_arb a tenth of which cannot be hedged',
    startBody('funding_arb', { position_quantity: 0.005 }, { quantity: 0.005 }),
    'params.risk_quantity',
  ],
];

describe('the start of a pair', () => {
  it.each(refusals)('refuses %s with a 400 that names the field', async (_what, body, field) => {
    const { status, json } = await test.send('startAlgorithm', body);
    expect([status, json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(json.data.errors).toMatchObject([{ field }]);
  });

  it.each(['spread', 'funding_arb'] as const)(
    'refuses a %s too small for the lot of its perpetual',
    async (type) => {
      const quantity = 0.0005;
      const terms = type === 'spread' ? 'risk_quantity' : 'position_quantity';
      const body = startBody(type, { [terms]: quantity }, { quantity });
      const { status, json } = await test.send('startAlgorithm', body);
      expect([status, json.data.error]).toEqual([400, 'BELOW_MINIMUM_ORDER']);
      expect(json.data).toMatchObject({ quantity, symbol: perpetual });
    },
  );

  it('refuses a leg on an account that is halted', async () => {
    const halted = { exchange_account_id: 'paper-bybit' };
    await test.call({ method: 'POST', url: '/admin/halt', body: halted });
    for (const body of [spreadOver('paper-bybit'), arbOver('paper-bybit', binance)]) {
      const { status, json } = await test.send('startAlgorithm', body);
      expect([status, json.data.error]).toEqual([409, 'ACCOUNT_HALTED']);
    }
    await test.call({ method: 'POST', url: '/admin/resume', body: halted });
  });

  it('refuses a key that does not reach the account of a leg', async () => {
    const key = await test.keyOf(['trader'], [binance]);
    for (const body of [spreadOver('paper-okx'), arbOver('paper-okx', binance)]) {
      expectRefusal(await test.send('startAlgorithm', body, key), {
        status: 403,
        error: 'FORBIDDEN',
        message: 'Forbidden - Insufficient permissions.',
      });
    }
  });

  it('refuses it also where the list of the order leaves that account out', async () => {
    const key = await test.keyOf(['trader'], [binance]);
    const alone = { exchange_account_ids: [binance] };
    for (const body of [spreadOver('paper-okx'), arbOver('paper-okx', binance)]) {
      const answer = await test.send('startAlgorithm', { ...body, ...alone }, key);
      expect([answer.status, answer.json.data.error]).toEqual([403, 'FORBIDDEN']);
    }
  });

  it.each([
    ['spread', spreadOver('nobody'), 'params.contra_exchange_account_ids'],
    ['funding_arb', arbOver(binance, 'nobody'), 'params.perp_exchange_account_id'],
  ])('names the field of a %s that named an account there is not', async (_type, body, field) => {
    const alone = { exchange_account_ids: [binance] };
    const { status, json } = await test.send('startAlgorithm', { ...body, ...alone });
    expect([status, json.message]).toEqual([400, 'Error - there is no exchange account nobody.']);
    expect(json.data.errors).toMatchObject([{ field, value: 'nobody' }]);
  });

  it('left nothing behind of all it refused', async () => {
    expect(await test.data('listAlgorithms')).toMatchObject({ total: 0 });
  });

  it('is answered with all parameters, those that were left out as well', async () => {
    const spread = await test.data('startAlgorithm', spreadOver(binance, 'paper-okx'));
    expect(spread).toMatchObject({ symbol: 'BTC/USDT', estimated_completion: null });
    expect(spread.params).toEqual({
      ...spreadOver(binance, 'paper-okx').params,
      lead_mode: 'anchor',
      aggression: 'neutral',
      sweep_trigger_mode: 'immediate',
      sweep_threshold_pct: 0,
      reprice_increment_bps: 10,
      spread_offset_pct: 0,
      max_unhedged_seconds: 30,
    });
    const arb = await test.data('startAlgorithm', startBody('funding_arb'));
    expect(arb.params).toEqual({
      ...startBody('funding_arb').params,
      spot_exchange_account_id: binance,
      perp_exchange_account_id: binance,
      entry_apr_threshold: 30,
      exit_apr_threshold: 5,
      funding_smoothing_hours: 8,
      max_entry_basis_bps: 15,
      round_trip_cost_bps: 30,
      max_breakeven_hours: 96,
      min_hold_hours: 8,
      risk_quantity: 0.2,
      max_unhedged_seconds: 30,
      liquidation_buffer_pct: 20,
      poll_interval_seconds: 60,
    });
    for (const { order_id } of [spread, arb]) await test.send('cancelAlgorithm', { order_id });
  });

  it('is the same again with the default written out, and another with another account', async () => {
    const client_algorithm_id = 'carry';
    const start = (params: object) =>
      test.send('startAlgorithm', {
        ...startBody('funding_arb', { perp_exchange_account_id: 'paper-okx', ...params }),
        client_algorithm_id,
        exchange_account_ids: [binance, 'paper-okx'],
      });
    const first = await start({ spot_exchange_account_id: binance });
    const again = await start({ spot_exchange_account_id: binance, risk_quantity: 0.2 });
    expect(again.json.data.order_id).toBe(first.json.data.order_id);
    const { status, json } = await start({ spot_exchange_account_id: 'paper-okx' });
    expect([status, json.data.error]).toEqual([409, 'DUPLICATE_CLIENT_ALGORITHM_ID']);
    await test.send('cancelAlgorithm', { order_id: client_algorithm_id });
  });

  it('counts the accounts of its legs whether or not the order repeats them', async () => {
    const alone = { exchange_account_ids: [binance] };
    for (const [name, body] of [
      ['spread', spreadOver('paper-okx')],
      ['arb', arbOver(binance, 'paper-okx')],
    ] as const) {
      const named = { ...body, client_algorithm_id: `union-${name}` };
      const started = await test.data('startAlgorithm', { ...named, ...alone });
      expect(started).toMatchObject({
        status: 'RUNNING',
        exchange_account_ids: [binance, 'paper-okx'],
      });
      // The same start, with the accounts listed.
      expect((await test.data('startAlgorithm', named)).order_id).toBe(started.order_id);
      const foreign = await test.keyOf(['trader'], [binance]);
      const hidden = await test.send('getAlgorithm', { order_id: started.order_id }, foreign);
      expect(hidden.json.data.error).toBe('ALGORITHM_NOT_FOUND');
      await test.send('cancelAlgorithm', { order_id: started.order_id });
    }
    await test.clock.advance(spreadEndMs);
  });

  it('refuses what would share a position with the other side of a pair', async () => {
    await test.clock.advance(spreadEndMs);
    const short = await test.data('startAlgorithm', spreadOver('paper-okx'));
    const contra = 'params.contra_exchange_account_ids';
    const long = { ...spreadOver('paper-okx'), side: 'sell' };
    const twap = (side: string) => {
      const changes = { symbol: perpetual, exchange_account_ids: ['paper-okx'], side };
      return startBody('twap', {}, changes);
    };
    const refusals = [
      [long, contra],
      [twap('buy'), 'exchange_account_ids'],
    ] as const;
    for (const [body, field] of refusals) {
      const { status, json } = await test.send('startAlgorithm', body);
      expect([status, json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
      expect(json.data.errors).toMatchObject([{ field, value: 'paper-okx' }]);
      expect(json.data.errors[0].message).toMatch(/^account paper-okx has a spread under way/);
    }
    const others = [
      arbOver(binance, 'paper-okx'),
      twap('sell'),
      { ...spreadOver(binance), side: 'sell' },
    ];
    const ids = [];
    for (const body of others) ids.push((await test.data('startAlgorithm', body)).order_id);
    for (const order_id of [short.order_id, ...ids.slice(0, 2)]) {
      await test.send('cancelAlgorithm', { order_id });
    }
    await test.clock.advance(spreadEndMs);
    ids.push((await test.data('startAlgorithm', long)).order_id);
    for (const order_id of ids.slice(2)) await test.send('cancelAlgorithm', { order_id });
  });

  it('lets only one of two start that begin together on both sides of a position', async () => {
    await test.clock.advance(spreadEndMs);
    const body = spreadOver('paper-okx');
    const answers = await Promise.all(
      ['buy', 'sell'].map((side) => test.send('startAlgorithm', { ...body, side })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (const { json } of answers) {
      if (json.data.order_id) await test.send('cancelAlgorithm', { order_id: json.data.order_id });
    }
  });

  it('is told in its history with both legs', async () => {
    await test.clock.advance(spreadEndMs);
    const { order_id } = await test.data('startAlgorithm', spreadOver('paper-okx'));
    const { events } = await test.data('getAlgorithm', { order_id });
    expect(events[0].text).toContain(
      `buy 2 BTC/USDT on ${binance}, against sell 2 ${perpetual} on paper-okx`,
    );
    await test.send('cancelAlgorithm', { order_id });
  });
});
