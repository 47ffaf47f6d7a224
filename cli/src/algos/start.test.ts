import { algorithmTypes } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import { algorithmOf, runningAlgos } from '../../test/support/fakeAlgorithms.ts';
import { tradingAnswer } from '../../test/support/fakeIo.ts';

const answer = () => tradingAnswer(algorithmOf());
const start = ['start', 'twap', 'btc-usdt', 'buy', '2', '--accounts', 'paper-binance,paper-okx'];

describe('algos start', () => {
  test('sends the order with what was named and no more', async () => {
    const { code, last, requests } = await runningAlgos(start, { answer });
    expect([code, requests[0]?.method]).toEqual([0, 'POST']);
    expect(requests[0]?.url).toMatch(/\/order-execution\/algorithms\/start$/);
    expect(last).toEqual({
      algorithm_type: 'twap',
      symbol: 'BTC/USDT',
      side: 'buy',
      quantity: 2,
      exchange_account_ids: ['paper-binance', 'paper-okx'],
      params: {},
    });
  });

  test('sends limit price, name and parameters, a parameter for each --param', async () => {
    const params = ['duration_seconds=60', 'randomize_size=false', 'aggression=passive'];
    const given = params.flatMap((param) => ['--param', param]);
    const own = ['--limit-price', '64000.5', '--client-id', 'rebalance-7', '--reduce-only'];
    const rest = [...own, ...given];
    const { last } = await runningAlgos([...start, ...rest], { answer });
    expect(last).toMatchObject({
      limit_price: 64_000.5,
      reduce_only: true,
      client_algorithm_id: 'rebalance-7',
      params: { duration_seconds: 60, randomize_size: false, aggression: 'passive' },
    });
  });

  test('prints what was started, a field a line', async () => {
    const { out } = await runningAlgos(start, { answer });
    expect(out()).toMatchInlineSnapshot(`
      "id             0193-a
      name           rebalance-7
      type           twap
      symbol         BTC/USDT
      side           buy
      quantity       2 BTC
      limit price    none
      accounts       paper-binance,paper-okx
      status         RUNNING
      filled         0.9 BTC (45 %), 1.1 remaining
      vwap           64,250.1
      fees           5.25 USDT
      child orders   4, 3 of them filled
      arrival price  64,200
      started        2025-12-31T23:50:00.000Z
      estimated end  2026-01-01T00:12:05.000Z

      PARAMETERS
      duration_seconds  3,600
      aggression        neutral
      "
    `);
    const json = await runningAlgos([...start, '--json'], { answer });
    expect(JSON.parse(json.out())).toEqual(algorithmOf());
  });

  test.each(algorithmTypes)('%s tells its parameters by --help', async (type) => {
    const { code, out, err } = await runningAlgos(['start', type, '--help']);
    expect([code, err()]).toEqual([0, '']);
    expect(out()).toMatch(/^Parameters \(--param name=value\):\n {2}\w+ /m);
  });

  test('without a type names every type and what it needs', async () => {
    const { code, err } = await runningAlgos(['start']);
    expect(code).toBe(2);
    for (const type of algorithmTypes)
      expect(err()).toMatch(new RegExp(`^  ${type} .* needs`, 'm'));
  });

  test.each([
    [['start', 'twp'], /^windlass: unknown command 'twp' \(Did you mean twap\?\)\n$/],
    [['start', 'twap', 'BTC/USDT', 'buy', '2'], /required option '--accounts <ids>'/],
    [['start', 'twap', 'BTC/USDT', 'hold', '2', '--accounts', 'a'], /choices are buy, sell\.\n$/],
    [['start', 'twap', 'BTC', 'buy', '2', '--accounts', 'a'], /^windlass: "BTC" is not a symbol\./],
    [
      ['start', 'twap', 'BTC/USDT', 'buy', '0', '--accounts', 'a'],
      /Expected a number above 0\.\n$/,
    ],
    [[...start, '--limit-price', '-1'], /Expected a number above 0\.\n$/],
    [[...start, '--param', 'duration'], /Expected name=value, e\.g\. interval_seconds=60\.\n$/],
    [[...start, '--param', '=60'], /Expected name=value/],
    [
      [...start, '--param', 'aggression=auto', '--param', 'aggression=passive'],
      /^windlass: The parameter "aggression" is given twice\.\n$/,
    ],
  ])('%j ends with 2 and one line, and sends nothing', async (argv, line) => {
    const { code, err, out, requests } = await runningAlgos(argv, { answer });
    expect(err()).toMatch(line);
    expect(err().trimEnd().split('\n')).toHaveLength(1);
    expect([code, out(), requests]).toEqual([2, '', []]);
  });

  const refusing = (field: string, message: string) => () =>
    tradingAnswer({ error: 'VALIDATION_FAILED', errors: [{ field, message, value: 0 }] }, 400);

  test('a parameter that is refused is told in the words of the service', async () => {
    const message = 'interval_seconds must be at least 1';
    const { code, err } = await runningAlgos([...start, '--param', 'interval_seconds=0'], {
      answer: refusing('params.interval_seconds', message),
    });
    expect(err()).toBe(`windlass: ${message}. See "npx windlass algos start twap --help".\n`);
    expect(code).toBe(1);
  });

  test('any other field that is refused does not send anybody to the parameters', async () => {
    const message = 'there is no exchange account nope';
    const { err } = await runningAlgos(start, {
      answer: refusing('exchange_account_ids', message),
    });
    expect(err()).toBe(`windlass: ${message}\n`);
  });

  test('a start without an answer says to look first, or that the name makes it safe', async () => {
    const unnamed = await runningAlgos(start);
    expect(unnamed.err()).toMatch(
      /Start not confirmed: look with "npx windlass algos list" before you start it/,
    );
    const named = await runningAlgos([...start, '--client-id', 'rebalance-7']);
    expect(named.err()).toMatch(
      /Start not confirmed: start it again as it was; with --client-id it runs/,
    );
    expect([unnamed.code, named.code]).toEqual([1, 1]);
  });
});
