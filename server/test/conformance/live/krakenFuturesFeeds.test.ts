import { createSimulator } from '@windlass/simulator';
import { afterEach, expect, it } from 'vitest';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { Secret } from '../../../src/kit/secret.ts';
import { krakenFuturesStreams } from '../../../src/trading/venues/kraken/trading/futures/userStreams.ts';
import type { CcxtClient } from '../../../src/trading/venues/shared/live/ccxtClient.ts';
import { createStreamLine } from '../../../src/trading/venues/shared/live/streamLine.ts';
import { createStreamConnect } from '../../../src/trading/venues/shared/live/streamSockets.ts';
import type { UserStream } from '../../../src/trading/venues/shared/live/userStreams.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { silentLogger } from '../../support/silentLogger.ts';

// The exchange closes connections that send nothing for a minute: tested here without the service.

const apiKey = 'key-of-a-test';
const secret = Buffer.from('secret-of-a-test').toString('base64');
const stepMs = 20_000;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open({ ownSecret = secret, speaks = true } = {}) {
  const clock = createManualClock();
  const simulator = createSimulator({ now: () => clock.now() });
  simulator.addAccount({ venue: 'krakenfutures', apiKey, secret, balances: {} });
  const market = simulator.defineMarket('krakenfutures', {
    kind: 'swap',
    base: 'BTC',
    quote: 'USD',
    tick: '1',
    lot: '1',
    minQuantity: '1',
    minNotional: '0',
    makerFeePpm: 0,
    takerFeePpm: 0,
  });
  const url = new URL((await simulator.listen()).url);
  const credentials = { apiKey: new Secret(apiKey), apiSecret: new Secret(ownSecret) };
  const [stream] = krakenFuturesStreams;
  if (!stream) throw new Error('there is a stream');
  const call = { client: {} as CcxtClient, clock, credentials };
  const heard: string[] = [];
  const line = createStreamLine({
    clock,
    random: createSeededRandom('feeds'),
    connect: createStreamConnect({ clock, logger: silentLogger, simulator: url }),
    prepare: () => (speaks ? stream : mute(stream)).prepare(call),
    renew: async () => undefined,
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
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await clock.advance(stepMs);
      await turns();
      // The simulator looks at its clock when a book is shown.
      simulator.show('krakenfutures', market, { bids: [[100, 1]], asks: [[101, 1]] });
      await turns();
    }
  };
  line.open();
  for (let count = 0; count < 100 && line.state() === 'opening'; count += 1) await turns();
  return { simulator, heard, pass, line };
}

/** Returns the same stream without its pings. */
function mute(stream: UserStream): UserStream {
  return {
    ...stream,
    async prepare(call) {
      const { ping: _, ...prepared } = await stream.prepare(call);
      return prepared;
    },
  };
}

it('a stream on which nothing happens stays, because it says something itself', async () => {
  const { heard, pass, line } = await open();
  await pass(600_000);
  expect([heard, line.state()]).toEqual([['live'], 'live']);
});

it('a stream that says nothing is kept by the pings of its socket alone', async () => {
  const { heard, pass } = await open({ speaks: false });
  await pass(80_000);
  expect(heard).toEqual(['live']);
});

it('a stream is refused to who has another secret, and says nothing of it', async () => {
  const wrong = Buffer.from('another').toString('base64');
  const { heard, line } = await open({ ownSecret: wrong });
  expect(heard).toEqual([
    'The exchange refused the stream: Failed to subscribe to authenticated feed',
  ]);
  expect(line.state()).toBe('down');
});

it('a stream that falls silent is found out, also where the connection stays', async () => {
  const { simulator, heard, pass } = await open();
  simulator.failStreams('krakenfutures', { kind: 'silence' });
  await pass(80_000);
  expect(heard).toEqual(['live', 'silent for 60000 ms', 'live']);
});
