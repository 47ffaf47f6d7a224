import { createSimulator } from '@windlass/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../src/kit/random.ts';
import {
  binancePortfolioStreams,
  binanceUserStreams,
} from '../../../src/trading/venues/binance/trading/userStreams.ts';
import type { CcxtClient } from '../../../src/trading/venues/shared/live/ccxtClient.ts';
import { createStreamLine } from '../../../src/trading/venues/shared/live/streamLine.ts';
import { createStreamConnect } from '../../../src/trading/venues/shared/live/streamSockets.ts';
import {
  createTradeSend,
  type TradeSend,
} from '../../../src/trading/venues/shared/live/tradeHttp.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { silentLogger } from '../../support/silentLogger.ts';

// An hour of a listen key takes an hour of the clock: so it is tested here without the service.

const apiKey = 'key-of-a-test';
const hourMs = 3_600_000;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Returns the part of a client that requests listen keys. */
function clientOf(send: TradeSend, isPooled: boolean): CcxtClient {
  const { signal } = new AbortController();
  const client = {
    async request(path: string, _api: string, method: 'POST' | 'PUT') {
      const headers = { 'x-mbx-apikey': apiKey };
      const api = isPooled ? 'papi' : 'fapi';
      const url = `https://${api}.binance.com/${api}/v1/${path}`;
      const request = { url, method, headers };
      const answer = await send({ ...request, body: undefined }, signal);
      if (answer.status !== 200) throw new Error(answer.text);
      return JSON.parse(answer.text);
    },
  };
  return client as unknown as CcxtClient;
}

async function open(isPooled: boolean) {
  const clock = createManualClock();
  const simulator = createSimulator({ now: () => clock.now() });
  simulator.addAccount({
    venue: 'binance',
    apiKey,
    secret: 'secret',
    balances: {},
    isPortfolioMargin: isPooled,
  });
  const url = new URL((await simulator.listen()).url);
  const send = createTradeSend(url);
  const client = clientOf(send, isPooled);
  const call = { client, clock, credentials: {} };
  const streams = isPooled ? binancePortfolioStreams : binanceUserStreams;
  const contracts = streams.find(({ name }) => name === 'contracts');
  if (!contracts) throw new Error('there is a stream of contracts');
  const heard: string[] = [];
  const line = createStreamLine({
    clock,
    random: createSeededRandom('key'),
    connect: createStreamConnect({ clock, logger: silentLogger, simulator: url }),
    prepare: () => contracts.prepare(call),
    renew: (renew) => renew(call),
    told: {
      live: () => heard.push('live'),
      orders: () => heard.push('orders'),
      down: (reason) => heard.push(reason),
    },
  });
  closing.push(line.close, () => simulator.close(), send.close);
  const turns = async () => {
    for (let count = 0; count < 100; count += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  };
  /** Passes time in steps that allow a ping; the simulator reads its clock when asked. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20_000) {
      await clock.advance(20_000);
      await turns();
    }
    await send(
      {
        url: 'https://fapi.binance.com/fapi/v1/ping',
        method: 'GET',
        headers: {},
        body: undefined,
      },
      new AbortController().signal,
    );
    await turns();
  };
  line.open();
  for (let count = 0; count < 100 && line.state() !== 'live'; count += 1) await turns();
  const keys = (method: string) =>
    simulator
      .requests('binance')
      .filter(({ path, ...request }) => path.endsWith('/listenKey') && request.method === method)
      .length;
  return { simulator, heard, pass, keys, line };
}

describe.each([
  ['a usual account', false],
  ['an account on portfolio margin', true],
] as const)('of %s', (_, isPooled) => {
  it('a listen key is renewed every half hour, and the stream stays', async () => {
    const { heard, pass, keys } = await open(isPooled);
    await pass(2.2 * hourMs);
    expect([heard, keys('POST'), keys('PUT')]).toEqual([['live'], 1, 4]);
  });

  it('a listen key that expired gives way to a new connection', async () => {
    const { simulator, heard, pass, keys, line } = await open(isPooled);
    const renews = ({ method }: { readonly method: string }) => method === 'PUT';
    const how = { kind: 'answers', status: 200, body: '{}' } as const;
    // The exchange never gets the renewal of the key, though it seems so.
    simulator.fail('binance', { match: renews, times: 2, when: 'before', how });
    await pass(hourMs);
    expect(heard).toEqual(['live', 'The listen key expired.']);
    await pass(20_000);
    expect([heard.at(-1), keys('POST'), line.state()]).toEqual(['live', 2, 'live']);
  });

  it('a listen key that cannot be renewed gives way to a new connection', async () => {
    const { simulator, heard, pass, keys } = await open(isPooled);
    const renews = ({ method }: { readonly method: string }) => method === 'PUT';
    const how = { kind: 'exchangeError', code: -1125, status: 400 } as const;
    simulator.fail('binance', { match: renews, times: 1, when: 'before', how });
    await pass(hourMs / 2 + 40_000);
    expect(heard).toEqual(['live', expect.stringContaining('-1125'), 'live']);
    expect(keys('POST')).toBe(2);
  });

  it('a stream that falls silent is found out, also where the connection stays', async () => {
    const { simulator, heard, pass } = await open(isPooled);
    simulator.failStreams('binance', { kind: 'silence' });
    await pass(80_000);
    expect(heard).toEqual(['live', 'silent for 60000 ms', 'live']);
  });
});
