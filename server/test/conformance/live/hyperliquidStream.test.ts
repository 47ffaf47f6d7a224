import { createSimulator } from '@windlass/simulator';
import { afterEach, expect, it } from 'vitest';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { Secret } from '../../../src/kit/secret.ts';
import { hyperliquidUserStreams } from '../../../src/trading/venues/hyperliquid/trading/userStreams.ts';
import type { CcxtClient } from '../../../src/trading/venues/shared/live/ccxtClient.ts';
import { createStreamLine } from '../../../src/trading/venues/shared/live/streamLine.ts';
import { createStreamConnect } from '../../../src/trading/venues/shared/live/streamSockets.ts';
import { usualSteps } from '../../support/exchanges/simulated.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { silentLogger } from '../../support/silentLogger.ts';

// The exchange closes a connection on which it sent nothing for a minute: tested here for ten
// minutes, without the service.

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const turns = async () => {
  for (let count = 0; count < 100; count += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
};

async function open() {
  const clock = createManualClock();
  const simulator = createSimulator({ now: () => clock.now() });
  const url = new URL((await simulator.listen()).url);
  const [stream] = hyperliquidUserStreams;
  if (!stream) throw new Error('there is a stream');
  const credentials = { walletAddress: new Secret(`0x${'1'.repeat(40)}`) };
  const heard: string[] = [];
  const line = createStreamLine({
    clock,
    random: createSeededRandom('quiet'),
    connect: createStreamConnect({ clock, logger: silentLogger, simulator: url }),
    // Nothing is requested over REST.
    prepare: () => stream.prepare({ client: {} as CcxtClient, clock, credentials }),
    renew: () => Promise.resolve(),
    told: {
      live: () => heard.push('live'),
      orders: () => heard.push('orders'),
      down: (reason) => heard.push(reason),
    },
  });
  closing.push(line.close, () => simulator.close());
  const market = simulator.defineMarket('hyperliquid', {
    kind: 'swap',
    base: 'ETH',
    quote: 'USDC',
    ...usualSteps,
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10_000) {
      await clock.advance(10_000);
      await turns();
      // The simulator looks at its clock when something happens.
      simulator.show('hyperliquid', market, { bids: [[100, 1]], asks: [[101, 1]] });
      await turns();
    }
  };
  line.open();
  for (let count = 0; count < 100 && line.state() !== 'live'; count += 1) await turns();
  return { simulator, heard, pass };
}

it('a stream over which nothing happens is kept by pings', async () => {
  const { simulator, heard, pass } = await open();
  await pass(600_000);
  expect([heard, simulator.streams('hyperliquid')]).toEqual([['live'], 1]);
});

it('a stream that falls silent gives way to a new one', async () => {
  const { simulator, heard, pass } = await open();
  simulator.failStreams('hyperliquid', { kind: 'silence' });
  await pass(80_000);
  expect(heard).toEqual(['live', 'silent for 60000 ms', 'live']);
});
