import { createSimulator } from '@windlass/simulator';
import { afterEach, expect, it } from 'vitest';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { Secret } from '../../../src/kit/secret.ts';
import { bybitUserStreams } from '../../../src/trading/venues/bybit/trading/userStreams.ts';
import type { CcxtClient } from '../../../src/trading/venues/shared/live/ccxtClient.ts';
import { createStreamLine } from '../../../src/trading/venues/shared/live/streamLine.ts';
import { createStreamConnect } from '../../../src/trading/venues/shared/live/streamSockets.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { silentLogger } from '../../support/silentLogger.ts';

// Minutes of a stream take minutes of the clock: so it is tested here without the service.

const minuteMs = 60_000;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(secret = 'secret') {
  const clock = createManualClock();
  const simulator = createSimulator({ now: () => clock.now() });
  const market = simulator.defineMarket('bybit', {
    kind: 'spot',
    base: 'BTC',
    quote: 'USDT',
    tick: '0.01',
    lot: '0.0001',
    minQuantity: '0.0001',
    minNotional: '5',
    makerFeePpm: 0,
    takerFeePpm: 0,
  });
  const apiKey = 'key-of-a-test';
  simulator.addAccount({ venue: 'bybit', apiKey, secret: 'secret', balances: {} });
  const url = new URL((await simulator.listen()).url);
  const client = { milliseconds: () => clock.now() } as unknown as CcxtClient;
  const credentials = { apiKey: new Secret(apiKey), apiSecret: new Secret(secret) };
  const call = { client, clock, credentials };
  const [stream] = bybitUserStreams;
  if (!stream) throw new Error('there is a stream');
  const heard: string[] = [];
  const line = createStreamLine({
    clock,
    random: createSeededRandom('stream'),
    connect: createStreamConnect({ clock, logger: silentLogger, simulator: url }),
    prepare: () => stream.prepare(call),
    renew: (renew) => renew(call),
    told: {
      live: () => heard.push('live'),
      orders: () => heard.push('orders'),
      down: (reason) => heard.push(reason),
    },
  });
  closing.push(line.close, () => simulator.close());
  const turns = async () => {
    for (let count = 0; count < 100; count += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  };
  /** Passes time in steps that allow a ping; the simulator reads its clock when asked. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10_000) {
      await clock.advance(10_000);
      await turns();
      simulator.show('bybit', market, { bids: [[100, 1]], asks: [[101, 1]] });
    }
    await turns();
  };
  line.open();
  for (let count = 0; count < 20 && heard.length === 0; count += 1) await turns();
  return { heard, pass, line };
}

it('a quiet stream of bybit is kept by its pings', async () => {
  const { heard, pass } = await open();
  await pass(25 * minuteMs);
  expect(heard).toEqual(['live']);
});

it('a stream that bybit refuses is tried again, and its reason holds no key', async () => {
  const { heard, pass, line } = await open('not-the-secret');
  const refused = 'The exchange refused the stream: Params Error';
  expect(heard).toEqual([refused]);
  await pass(10_000);
  expect(heard.length).toBeGreaterThan(1);
  expect(new Set(heard)).toEqual(new Set([refused]));
  expect(['down', 'opening']).toContain(line.state());
});
