import { describe, expect, test } from 'vitest';
import { createAlgorithmBench, draftOf } from '../../../../test/support/algorithms/bench.ts';
import { pairedSpread } from '../../../../test/support/algorithms/pair/params.ts';
import { checkStart } from './startChecks.ts';
import { hashOf, newRecord, startedText } from './starting.ts';

function check() {
  const { deps } = createAlgorithmBench();
  const usd = { ready: async () => undefined, known: () => 1 };
  return checkStart({ ...deps, usd }, draftOf());
}

describe('a start', () => {
  test('has the state that callers see before its first step', async () => {
    const made = newRecord(draftOf(), await check(), {
      id: 'a',
      actorId: 'k',
      owner: 'main',
      atMs: 5,
    });
    expect(made.run.reported).not.toEqual({});
    expect(made).toMatchObject({ quantity: '1', status: 'RUNNING', run: { nextEvent: 2 } });
  });

  test('is told with both legs of a pair', async () => {
    const params = { ...pairedSpread, contraAccountIds: ['b', 'c'] };
    const made = newRecord(draftOf(), await check(), {
      id: 'a',
      actorId: 'k',
      owner: 'main',
      atMs: 5,
    });
    expect(startedText({ ...made, type: 'spread', params })).toBe(
      'spread started: buy 1 BTC/USDT on a, against sell 1 BTC/USDT:USDT on b, c, ' +
        'arrival price 100.5.',
    );
    expect(startedText(made)).toBe(
      'timepace started: buy 1 BTC/USDT on desk, arrival price 100.5.',
    );
  });

  test('is another one by everything but its client id', () => {
    const hash = hashOf(draftOf());
    expect(hashOf(draftOf({ clientId: 'mine' }))).toBe(hash);
    const { started } = draftOf();
    const others = [
      draftOf({ quantity: 2 }),
      draftOf({ side: 'sell' }),
      draftOf({ limitPrice: 100 }),
      draftOf({ accountIds: ['desk', 'other'] }),
      draftOf({ symbol: 'ETH/USDT' }),
      { ...draftOf(), started: { ...started, params: { ...started.params, intervalMs: 1_000 } } },
    ] as ReturnType<typeof draftOf>[];
    expect(new Set([hash, ...others.map(hashOf)]).size).toBe(others.length + 1);
  });
});
