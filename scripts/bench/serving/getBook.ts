import { Agent, request } from 'undici';
import type { BenchResult } from '../result.ts';
import { median } from '../result.ts';
import { type ServerProcess, startBare, startService, wait } from './processes.ts';

const rounds = 5;
const measureMs = 3_000;
const connections = 32;
const bookPath = '/order-execution/orderbook/book?symbol=BTC/USDT&venue=binance&depth=20';

/**
 * Measures the server's processor time for every answered GET of a live book, with key, limit and
 * metrics. The cost of the books themselves is measured without requests and subtracted.
 */
export async function benchGetBook(): Promise<BenchResult[]> {
  const [service, bare] = [await startService(), await startBare('fastify')];
  const agent = new Agent({ connections, pipelining: 1 });
  try {
    const headers = { 'X-API-Key': service.key };
    const url = `http://127.0.0.1:${service.port}${bookPath}`;
    bare.order({ answer: await subscribed(service, url) });
    const bareUrl = `http://127.0.0.1:${bare.port}/book`;
    const [ours, theirs]: number[][] = [[], []];
    for (let round = -1; round < rounds; round += 1) {
      const own = await perRequest(service, { url, headers, agent });
      const floor = await perRequest(bare, { url: bareUrl, headers, agent });
      if (round < 0) continue;
      ours?.push(own);
      theirs?.push(floor);
    }
    const [own, floor] = [median(ours ?? []), median(theirs ?? [])];
    const name = 'GET book (20 levels), server CPU a request';
    return [
      {
        name,
        ours: own,
        peer: 'bare Fastify',
        theirs: floor,
        unit: 'µs',
        ratio: floor / own,
        target: 0.5,
      },
    ];
  } finally {
    await agent.close();
    service.stop();
    bare.stop();
  }
}

/** Subscribes to the book; returns an answer to a GET of it. */
async function subscribed(service: ServerProcess & { key: string }, url: string): Promise<string> {
  const headers = { 'X-API-Key': service.key, 'content-type': 'application/json' };
  const body = JSON.stringify({ symbols: ['BTC/USDT'], venues: ['binance'] });
  const origin = new URL(url).origin;
  await fetch(`${origin}/order-execution/orderbook/subscribe`, { method: 'POST', headers, body });
  await wait(1_000);
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`GET book answered ${response.status}`);
  return response.text();
}

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
}

async function perRequest(server: ServerProcess, target: Target): Promise<number> {
  const idle = await spent(server, () => wait(measureMs / 2));
  let answered = 0;
  const busy = await spent(server, async () => {
    const untilMs = performance.now() + measureMs;
    const ask = async () => {
      while (performance.now() < untilMs) {
        const { url, headers, agent } = target;
        const { statusCode, body } = await request(url, { headers, dispatcher: agent });
        await body.text();
        if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, ask));
  });
  return ((busy - 2 * idle) / answered) * 1e6;
}

async function spent(server: ServerProcess, work: () => Promise<void>): Promise<number> {
  const before = await server.cpuSeconds();
  await work();
  return (await server.cpuSeconds()) - before;
}
