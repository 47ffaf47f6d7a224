import Fastify, { type FastifyInstance } from 'fastify';
import { Agent, request } from 'undici';
import { alternating, type BenchResult } from '../result.ts';
import { startBare, startScript } from '../serving/processes.ts';
import { spotSymbols } from './madeUpMarkets.ts';
import { createMadeUpService } from './madeUpService.ts';

const measureMs = 2_000;
const connections = 32;
const headers = { 'X-API-Key': 'ak_bench' };
/** Promised requests a second for a list of that size. */
const wantedPerSecond = 2_000;

/** Different searches, so that no answer comes from a cache of the previous one. */
const paths = Array.from({ length: 26 * 3 }, (_, i) => {
  const sort = ['volume', 'change', 'symbol'][i % 3];
  const search = String.fromCharCode(65 + (i % 26));
  return `/order-execution/markets/symbols?search=${search}&sort_by=${sort}&limit=100`;
});

/** Measures GET of market symbols with search, sort and limit, in-process and over HTTP. */
export async function benchMarkets(): Promise<BenchResult[]> {
  const [inProcess, overHttp] = [await compareInProcess(), await compareOverHttp()];
  return [inProcess, overHttp].map(({ name, isPromised, figures: [ours = 0, theirs = 0] }) => ({
    name: `GET symbols (search in ${spotSymbols}, sort, limit 100), ${name}`,
    ours,
    peer: 'bare Fastify, ready text',
    theirs,
    unit: 'requests/s',
    ratio: ours / theirs,
    // The promise is a rate; as a ratio to this run's floor it can be compared with the result.
    ...(isPromised && { target: Number((wantedPerSecond / theirs).toPrecision(2)) }),
  }));
}

async function compareInProcess() {
  const service = await createMadeUpService();
  const answer = await service.inject({ url: paths[0] ?? '/', headers });
  if (answer.statusCode !== 200) throw new Error(`The service answered ${answer.body}`);
  const bare = Fastify();
  bare.get('/order-execution/markets/symbols', (_, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(answer.body);
  });
  const figures = await alternating([
    { name: 'windlass', run: () => injected(service) },
    { name: 'bare', run: () => injected(bare) },
  ]);
  await service.close();
  await bare.close();
  return { name: 'in-process', isPromised: false, figures };
}

async function injected(instance: FastifyInstance): Promise<number> {
  return perSecond(1, async (path) => {
    await instance.inject({ url: path, headers });
  });
}

async function compareOverHttp() {
  const script = new URL('marketsServer.ts', import.meta.url);
  const [service, bare] = [await startScript(script), await startBare('fastify')];
  const agent = new Agent({ connections, pipelining: 1 });
  const get = async (url: string): Promise<string> => {
    const { statusCode, body } = await request(url, { headers, dispatcher: agent });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
    return text;
  };
  try {
    const origin = `http://127.0.0.1:${service.port}`;
    bare.order({ answer: await get(`${origin}${paths[0]}`) });
    const bareUrl = `http://127.0.0.1:${bare.port}/book`;
    const figures = await alternating([
      { name: 'windlass', run: () => perSecond(connections, (path) => get(`${origin}${path}`)) },
      { name: 'bare', run: () => perSecond(connections, () => get(bareUrl)) },
    ]);
    return { name: 'over HTTP', isPromised: true, figures };
  } finally {
    await agent.close();
    service.stop();
    bare.stop();
  }
}

/** Returns the answered requests a second, with so many at a time. */
async function perSecond(atOnce: number, ask: (path: string) => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  let answered = 0;
  const askOn = async () => {
    while (performance.now() - startMs < measureMs) {
      await ask(paths[answered % paths.length] ?? '/');
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askOn));
  return (answered / (performance.now() - startMs)) * 1_000;
}
