import { expect, it } from 'vitest';
import { memoryMarginModes } from '../../../../../../test/support/accounts/marginModes.ts';
import { createManualClock } from '../../../../../../test/support/manualClock.ts';
import { createSeededRandom } from '../../../../../kit/random.ts';
import type { MarketType } from '../../../../model/order.ts';
import type { CcxtClient } from '../../../shared/live/ccxtClient.ts';
import type { DialectClient } from '../../../shared/live/dialectClient.ts';
import { createLiveSession } from '../../../shared/live/liveSession.ts';
import { krakenFuturesDialect } from './dialect.ts';

/** Returns the switch of a session, and the seconds that the venue received. */
function open(answer: object) {
  const seconds: unknown[] = [];
  const client = {
    async request(...[path, api, method, { timeout }]: Parameters<CcxtClient['request']>) {
      expect([path, api, method]).toEqual(['cancelallordersafter', 'private', 'POST']);
      seconds.push(timeout);
      return answer;
    },
  };
  const { signal } = new AbortController();
  const clock = createManualClock();
  const dialectClient: DialectClient = {
    dialect: krakenFuturesDialect,
    where: 'nowhere',
    client: async () => ({ call: (_, work) => work(client as unknown as CcxtClient) }),
  };
  const { deadMansSwitch } = createLiveSession({
    clock,
    random: createSeededRandom('switch'),
    links: new Map(),
    dialectClients: [dialectClient],
    events: { order: () => undefined, fill: () => undefined },
    marginModes: memoryMarginModes(),
    tradedSymbols: async () => [],
  });
  const set = async (marketType: MarketType, delayMs?: number) => {
    const setting = deadMansSwitch?.set({ marketType, symbols: [], delayMs }, signal);
    const done = Promise.resolve(setting).then(
      () => 'set',
      (error: Error) => error.message,
    );
    await clock.advance(5_000);
    return done;
  };
  return { seconds, set };
}

const status = { currentTime: '2018-06-19T16:51:23.839Z', triggerTime: '2018-06-19T16:51:38.839Z' };

it('is one for perpetuals and dated futures, off when neither wants it', async () => {
  const { seconds, set } = open({ result: 'success', status });
  await set('swap', 15_000);
  await set('future', 15_000);
  await set('swap');
  expect(seconds).toEqual([15, 15]);
  await set('future');
  expect(seconds).toEqual([15, 15, 0]);
});

it('is not set where the venue does not say when it goes off', async () => {
  const { set } = open({ result: 'success' });
  expect(await set('swap', 15_000)).toContain('did not report the time');
});
