/**
 * Requests estimates from a process of its own: `node estimateClient.ts <{url, key}>`. Each of its
 * clients sends again as soon as it has its answer.
 */
import { Agent, request } from 'undici';
import type { EstimateReport } from './routing.ts';

interface Order {
  readonly clients: number;
  readonly seconds: number;
  /** Address of a bare server to use instead. */
  readonly echoUrl?: string;
}

const { url, key } = JSON.parse(process.argv[2] ?? '{}') as { url: string; key: string };
const dispatcher = new Agent({ connections: 64, pipelining: 1 });
const headers = { 'x-api-key': key, 'content-type': 'application/json' };
const accounts = ['paper-binance', 'paper-bybit', 'paper-kraken'];
const symbols = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT'];

/** Different bodies, in the order in which they are sent. */
const bodies = Array.from({ length: 120 }, (_, i) =>
  JSON.stringify({
    symbol: symbols[i % symbols.length],
    side: i % 2 === 0 ? 'buy' : 'sell',
    // Worth more than USD 10 in all of them.
    quantity: 0.2 + (i % 10) / 20,
    exchange_account_ids: accounts,
  }),
);

async function askOnce(target: string, body: string): Promise<boolean> {
  const answer = await request(target, { method: 'POST', dispatcher, headers, body });
  const text = await answer.body.text();
  return answer.statusCode === 200 && (target !== estimateUrl || text.includes('"routable":true'));
}

const estimateUrl = `${url}/order-execution/sor/estimate`;

process.on('message', async ({ clients, seconds, echoUrl }: Order) => {
  const endMs = performance.now() + seconds * 1_000;
  let asked = 0;
  let failures = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < endMs) {
        asked += 1;
        const body = bodies[asked % bodies.length] ?? '';
        if (!(await askOnce(echoUrl ?? estimateUrl, body))) failures += 1;
      }
    }),
  );
  process.send?.({ perSecond: asked / seconds, failures } satisfies EstimateReport);
});
process.on('SIGTERM', () => process.exit(0));
process.send?.({});
