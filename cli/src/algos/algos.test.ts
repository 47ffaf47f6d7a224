import { algorithmStatuses, algorithmTypes } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import {
  algorithmOf,
  childOf,
  detailsOf,
  endedOf,
  runningAlgos,
} from '../../test/support/fakeAlgorithms.ts';
import { tradingAnswer } from '../../test/support/fakeIo.ts';

const answer = () => tradingAnswer(algorithmOf());

describe('algos list', () => {
  const page = (orders: unknown[], total: number, at = 0) =>
    tradingAnswer({ total, page: at, size: 2, orders });

  test('is a table, with where it stands among all', async () => {
    const odd = { ...algorithmOf(), client_algorithm_id: 'a\u001b[2J', order_id: '0193-b' };
    const waiting = { ...odd.progress, fill_percentage: 0, vwap: null };
    const { code, out } = await runningAlgos([], {
      answer: () => page([algorithmOf(), { ...odd, progress: waiting }], 3),
    });
    expect(out()).toMatchInlineSnapshot(`
      "ID      NAME         TYPE  SYMBOL    SIDE  QUANTITY  FILLED  VWAP      STATUS   STARTED
      0193-a  rebalance-7  twap  BTC/USDT  buy   2         45 %    64,250.1  RUNNING  2025-12-31T23:50:00.000Z
      0193-b  a?[2J        twap  BTC/USDT  buy   2         0 %               RUNNING  2025-12-31T23:50:00.000Z
      1 to 2 of 3 algorithms; --page 1 has the next
      "
    `);
    expect(code).toBe(0);
  });

  test('sends what was asked for', async () => {
    const narrow = ['--status', 'running', '--type', 'twap', '--symbol', 'btc-usdt'];
    const { requests } = await runningAlgos(['list', ...narrow, '--page', '1', '--size', '2'], {
      answer: () => page([algorithmOf()], 3, 1),
    });
    const query = new URL(requests[0]?.url ?? '').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      status: 'RUNNING',
      algorithm_type: 'twap',
      symbol: 'BTC/USDT',
      page: '1',
      size: '2',
    });
  });

  test('says when there is none, or none on that page', async () => {
    const none = await runningAlgos(['list'], { answer: () => page([], 0) });
    expect(none.out()).toBe('no algorithms\n');
    const beyond = await runningAlgos(['list', '--page', '4'], { answer: () => page([], 3, 4) });
    expect(beyond.out()).toBe('none on page 4; 3 algorithms in all\n');
    const last = await runningAlgos(['list'], { answer: () => page([algorithmOf()], 3, 1) });
    expect(last.out()).toMatch(/\n3 to 3 of 3 algorithms\n$/);
  });

  test('--json is the page as it came', async () => {
    const { out } = await runningAlgos(['list', '--json'], {
      answer: () => page([algorithmOf()], 3),
    });
    expect(JSON.parse(out())).toEqual({ total: 3, page: 0, size: 2, orders: [algorithmOf()] });
  });

  test.each([
    [['--status', 'done'], new RegExp(`Expected one of ${algorithmStatuses.join(', ')}`)],
    [['--type', 'vwap'], new RegExp(`Allowed choices are ${algorithmTypes.join(', ')}`)],
    [['--symbol', 'BTC'], /^windlass: "BTC" is not a symbol\./],
    [['--page', '-1'], /Expected an integer from 0 to 1000000\.\n$/],
    [['--size', '201'], /Expected an integer from 1 to 200\.\n$/],
  ])('refuses %j without sending', async (argv, line) => {
    const { code, err, requests } = await runningAlgos(['list', ...argv], { answer });
    expect(err()).toMatch(line);
    expect([code, requests]).toEqual([2, []]);
  });
});

describe('algos show', () => {
  const shown = detailsOf(endedOf('COMPLETED', { limit_price: 65_000 }), 2);

  test('has progress, state, children, history and costs', async () => {
    const { code, out, requests } = await runningAlgos(['show', 'rebalance-7'], {
      answer: () => tradingAnswer(shown),
    });
    expect(requests[0]?.url).toMatch(/\/algorithms\/rebalance-7$/);
    expect(out()).toMatchInlineSnapshot(`
      "id             0193-a
      name           rebalance-7
      type           twap
      symbol         BTC/USDT
      side           buy
      quantity       2 BTC
      limit price    65,000
      accounts       paper-binance,paper-okx
      status         COMPLETED
      filled         0.9 BTC (45 %), 1.1 remaining
      vwap           64,250.1
      fees           5.25 USDT
      child orders   4, 3 of them filled
      arrival price  64,200
      started        2025-12-31T23:50:00.000Z
      ended          2026-01-01T00:00:09.000Z

      PARAMETERS
      duration_seconds  3,600
      aggression        neutral

      STATE
      current_interval  5

      levels
      LEVEL NUMBER  PRICE
      1             64,000

      CHILD ORDERS
      NO  ACCOUNT    PURPOSE  SIDE  SYMBOL    QUANTITY  PRICE     IN FORCE   STATUS  FILLED  AT        FEE        REASON
      1   paper-okx  slice    buy   BTC/USDT  0.3       64,250.1  POST_ONLY  closed  0.3     64,250.1  1.75 USDT
      2   paper-okx  slice    buy   BTC/USDT  0.3       64,250.1  POST_ONLY  closed  0

      HISTORY
         1  2026-01-01T00:00:00.000Z  note           line 1
         2  2026-01-01T00:00:00.000Z  note           line 2

      COSTS
      arrival_price      64,200
      vwap               64,250.1
      slippage_bps       7.8037
      interval_twap      -
      twap_slippage_bps  -
      fees_bps           10
      cost_bps           17.8037
      "
    `);
    expect(code).toBe(0);
    const json = await runningAlgos(['show', 'rebalance-7', '--json'], {
      answer: () => tradingAnswer(shown),
    });
    expect(JSON.parse(json.out())).toEqual(shown);
  });

  test('of long lists shows the newest, and all with --all', async () => {
    const children = Array.from({ length: 23 }, (_, index) => childOf(index + 1));
    const long = () => tradingAnswer({ ...detailsOf(algorithmOf(), 21), child_orders: children });
    const { out } = await runningAlgos(['show', 'a'], { answer: long });
    expect(out()).toContain('CHILD ORDERS (the newest 20; 3 more with --all)');
    expect(out()).toContain('HISTORY (the newest 20; 1 more with --all)');
    expect([out().match(/paper-okx {2}slice/g)?.length, /line 1\n/.test(out())]).toEqual([
      20,
      false,
    ]);
    const whole = (await runningAlgos(['show', 'a', '--all'], { answer: long })).out();
    expect([whole.match(/paper-okx {2}slice/g)?.length, /line 1\n/.test(whole)]).toEqual([
      23,
      true,
    ]);
  });

  test('says so while there is nothing yet', async () => {
    const fresh = { ...detailsOf(algorithmOf({ state: {}, params: {} })), child_orders: [] };
    const { out } = await runningAlgos(['show', 'a'], { answer: () => tradingAnswer(fresh) });
    expect(out()).toContain('CHILD ORDERS\nnone\n\nHISTORY\nnothing yet\n');
    expect(out()).not.toMatch(/^STATE|^PARAMETERS/m);
  });

  test('of one that is not there says where to look', async () => {
    const message = 'There is no algorithm nope.';
    const body = {
      isError: true,
      message,
      statusCode: 404,
      data: { error: 'ALGORITHM_NOT_FOUND' },
    };
    const { code, err } = await runningAlgos(['show', 'nope'], {
      answer: () => ({ status: 404, headers: {}, text: JSON.stringify(body) }),
    });
    expect(err()).toBe(
      `windlass: ${message} "npx windlass algos list" shows those that the key reaches.\n`,
    );
    expect(code).toBe(1);
  });
});

describe('algos pause, resume and cancel', () => {
  const after = {
    pause: algorithmOf({ status: 'PAUSED', status_reason: 'Paused on request.' }),
    resume: algorithmOf({ waiting_for: 'a usable book' }),
    cancel: algorithmOf({ status: 'CANCELLING', side: 'sell' }),
  };
  const figures = 'vwap 64,250.1, fees 5.25 USDT';

  test.each([
    ['pause', `PAUSED 0.9 of 2 BTC bought, ${figures}, Paused on request`],
    ['resume', `RUNNING 0.9 of 2 BTC bought, ${figures}, 12 m 5 s left, waiting: a usable book`],
    ['cancel', `CANCELLING 0.9 of 2 BTC sold, ${figures}`],
  ] as const)('%s prints the state after', async (move, line) => {
    const answered = { answer: () => tradingAnswer(after[move]) };
    const { code, out, requests } = await runningAlgos([move, 'rebalance-7'], answered);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: expect.stringMatching(new RegExp(`/algorithms/rebalance-7/${move}$`)),
    });
    expect([code, out()]).toEqual([0, `0193-a  ${line}\n`]);
    const json = await runningAlgos([move, 'a', '--json'], answered);
    expect(JSON.parse(json.out())).toEqual(after[move]);
  });

  test('what the state does not allow is one line', async () => {
    const message = 'The algorithm a has ended (CANCELLED): it cannot resume.';
    const body = { isError: true, message, statusCode: 409, data: { error: 'ALGORITHM_STATE' } };
    const { code, err, out } = await runningAlgos(['resume', 'a'], {
      answer: () => ({ status: 409, headers: {}, text: JSON.stringify(body) }),
    });
    expect([code, err(), out()]).toEqual([1, `windlass: ${message}\n`, '']);
  });

  test.each(['show', 'pause', 'resume', 'cancel', 'watch'])('%s wants an id', async (verb) => {
    const { code, err, requests } = await runningAlgos([verb], { answer });
    expect(err()).toBe("windlass: missing required argument 'id'\n");
    expect([code, requests]).toEqual([2, []]);
  });
});
