import { describe, expect, test } from 'vitest';
import { type FakeOptions, tradingAnswer } from '../../test/support/fakeIo.ts';
import { asksAccounts, refusal, running, tradedAccounts } from '../../test/support/fakeOrders.ts';
import { analysis, estimate, planOf } from '../../test/support/fakeRoutes.ts';

const order = ['btc/usdt', 'buy', '2', '--accounts', 'a,b'];
const body = {
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 2,
  exchange_account_ids: ['a', 'b'],
};

describe('route estimate', () => {
  test('shows the split, and why an account gets nothing; 1 as it is not all', async () => {
    const argv = ['route', 'estimate', ...order, '--max-venues', '2', '--max-slippage-bps', '7.5'];
    const { code, out, sent } = await running(argv, { answer: () => tradingAnswer(estimate) });
    expect(sent).toEqual([
      {
        call: 'POST /order-execution/sor/estimate',
        body: { ...body, max_venues: 2, max_slippage_bps: 7.5 },
      },
    ]);
    expect(out()).toMatchInlineSnapshot(`
      "order             buy 2 BTC/USDT
      routable          not all of it
      allocated         1.5, 0.5 left over
      vwap              100
      mid price         99.99
      cost              6 bps
      best split saves  less than 0.01 bps more

      VENUE  ACCOUNT  QUANTITY  SHARE   PRICE  LIMIT  SLIPPAGE  FEE    CONFIDENCE
      okx    a        1.5       75.0 %  100    101    1 bps     5 bps  0.98

      GETS NOTHING  ACCOUNT  REASON      WHY
      bybit         b        BOOK_STALE  Too old.
      "
    `);
    expect(code).toBe(1);
  });

  test('of all of it ends with 0, and --json is the data', async () => {
    const whole = { ...estimate, routable: true };
    const { code, out } = await running(['route', 'estimate', ...order, '--json'], {
      answer: () => tradingAnswer(whole),
    });
    expect([code, JSON.parse(out())]).toEqual([0, whole]);
  });

  test('that reaches no account says so', async () => {
    const nothing = { ...estimate, slices: [], estimated_vwap: null };
    const { out } = await running(['route', 'estimate', ...order], {
      answer: () => tradingAnswer(nothing),
    });
    expect(out()).toContain('\nno account gets any of it\n');
    expect(out()).toContain('vwap              not known\n');
  });
});

const execute = ['route', 'execute', ...order, '--client-id', 'mine'];
const withMode =
  (mode: string, plan = planOf()): NonNullable<FakeOptions['answer']> =>
  (asked) =>
    asksAccounts(asked) ? tradedAccounts(mode, ['a', 'b']) : tradingAnswer(plan);

describe('route execute', () => {
  test('tells the name, sends the plan and shows it; 1 as it is not all', async () => {
    const { code, out, err, sent } = await running(execute, { answer: withMode('paper') });
    expect(sent.at(-1)).toEqual({
      call: 'POST /order-execution/sor/execute',
      body: { ...body, client_plan_id: 'mine' },
    });
    expect(out()).toMatchInlineSnapshot(`
      "id         p-1
      client id  mine
      order      buy 2 BTC/USDT
      status     partial
      reason     nothing more within reach
      executed   1.5, 0.5 unfilled
      vwap       100, estimated 100
      cost       6 bps, estimated not known
      mid price  99.99
      made       2026-01-01T00:00:00.000Z

      NO  ROUND  ACCOUNT  QUANTITY  FILLED  AT   LIMIT  STATUS  ORDER  WHY
      1   1      a        1.5       1.5     100  101    filled  o-1

      GETS NOTHING  ACCOUNT  REASON      WHY
      bybit         b        BOOK_STALE  Too old.
      "
    `);
    expect([code, err()]).toEqual([1, 'client_plan_id mine\n']);
  });

  test('of all of it ends with 0', async () => {
    const plan = planOf({ status: 'completed' });
    const { code, out } = await running([...execute, '--json', '--yes'], {
      answer: withMode('live', plan),
    });
    expect([code, JSON.parse(out())]).toEqual([0, plan]);
  });

  test('over a live account is sent only after a yes', async () => {
    const { code, err, sent } = await running(execute, {
      answer: withMode('live'),
      typed: () => 'no',
    });
    expect(err()).toContain('This sends buy 2 BTC/USDT at once, within the usual slippage, over a');
    expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
    expect(code).toBe(1);
  });

  test('whose outcome is not known yet says how to look again', async () => {
    const plan = planOf({ status: 'executing' });
    const { code, err } = await running(execute, { answer: withMode('paper', plan) });
    expect([code, err()]).toEqual([
      1,
      'client_plan_id mine\nThe outcome of an order is not known yet. ' +
        'Look again: npx windlass route show mine\n',
    ]);
  });

  test('that was not answered is to be looked up, not sent again', async () => {
    const { code, err } = await running([...execute, '--yes']);
    expect(code).toBe(1);
    expect(err()).toContain('look first: npx windlass route show mine.');
  });

  test('shows how it comes on to whoever looks, until the answer is there', async () => {
    let answerPlan = () => {};
    const answered = new Promise<void>((resolve) => {
      answerPlan = resolve;
    });
    let looks = 0;
    const { err, code } = await running([...execute, '--yes'], {
      isTty: true,
      async answer({ method }) {
        if (method === 'POST') await answered;
        else looks += 1;
        if (looks === 3) answerPlan();
        if (looks === 1) return refusal('PLAN_NOT_FOUND', 404);
        return tradingAnswer(planOf({ status: method === 'POST' ? 'completed' : 'executing' }));
      },
    });
    expect(err()).toContain('75 %  1.5/2  1/1 slices over  executing');
    expect(err().endsWith('\r\u001b[K')).toBe(true);
    expect(code).toBe(0);
  });
});

test('route show asks for the plan by its name', async () => {
  const { code, out, sent } = await running(['route', 'show', 'mine'], {
    answer: () => tradingAnswer(planOf({ slices: [], excluded: [] })),
  });
  expect(sent[0]?.call).toBe('GET /order-execution/sor/plan/mine');
  expect(out()).toContain('\nno slices\n');
  expect(code).toBe(0);
});

test('route venues shows each, and why not', async () => {
  const venues = [
    {
      venue: 'okx',
      available: true,
      confidence: 0.98,
      spread_bps: 1.234,
      staleness_ms: 12.4,
      quality: 'GOOD',
      fee_bps: 5,
      fee_source: 'config',
      exchange_account_id: null,
    },
    { venue: 'bybit', available: false, reason: 'No book.' },
  ];
  const { out, sent } = await running(['route', 'venues', 'btc-usdt', '--venues', 'okx,bybit'], {
    answer: () => tradingAnswer({ symbol: 'BTC/USDT', venues }),
  });
  expect(sent[0]?.call).toContain('?symbol=BTC%2FUSDT&venues=okx%2Cbybit');
  expect(out()).toMatchInlineSnapshot(`
    "VENUE  BOOK  CONFIDENCE  SPREAD    AGE    TAKER FEE  WHY NOT
    okx    GOOD  0.98        1.23 bps  12 ms  5 bps
    bybit  no                                            No book.
    "
  `);
});

describe('route analyze', () => {
  test('shows cost, checks, scenarios and warnings', async () => {
    const argv = ['route', 'analyze', ...order, '--scenarios', '--urgency', 'low'];
    const { code, out, sent } = await running(argv, { answer: () => tradingAnswer(analysis) });
    expect(sent[0]).toEqual({
      call: 'POST /order-execution/pretrade/analyze',
      body: { ...body, urgency: 'low', include_scenarios: true },
    });
    expect(out()).toMatchInlineSnapshot(`
      "order         buy 2 BTC/USDT
      can be sent   yes
      cost          6 bps, USD 1.20
      price         100
      mid price     99.99
      worth         USD 200.00
      size          1 % of the depth
      time to fill  1 s
      confidence    High (0.90): fresh books

      Send it as it is.

      STATUS  CHECK        FINDING
      ok      daily limit  Enough is left.

      COST  BPS    WORTH
      Fees  5 bps  USD 1.00

      VENUE  QUANTITY  FEE    SLIPPAGE  TOTAL  CONFIDENCE
      okx    2         5 bps  1 bps     6 bps  0.90

      SCENARIO         COST     TIME TO FILL
      as it is         6 bps
      20 % less (1.6)  5.5 bps
      20 % more (2.4)  7 bps
      taking           6 bps    1 s
      making           2 bps    not known

      SEVERITY  WARNING      WHAT
      warning   WIDE_SPREAD  The spread is wide.
      "
    `);
    expect(code).toBe(0);
  });

  test('of what could not be sent ends with 1', async () => {
    const { liquidity: _liquidity, cost: _cost, scenarios: _scenarios, ...rest } = analysis;
    const checks = [{ name: 'balance', passed: false, message: 'Not enough.' }];
    const refused = { ...rest, can_execute: false, validation: { passed: false, checks } };
    const { code, out } = await running(['route', 'analyze', ...order], {
      answer: () => tradingAnswer(refused),
    });
    expect(code).toBe(1);
    expect(out()).toContain('failed  balance  Not enough.');
  });

  test.each([
    ['--type', 'limit'],
    ['--limit-price', '5'],
  ])('%s without its other half ends with 2', async (...options) => {
    const { code, sent } = await running(['route', 'analyze', ...order, ...options]);
    expect([code, sent]).toEqual([2, []]);
  });
});
