import { expect, it } from 'vitest';
import {
  gateClient,
  nowMs,
  symbolOf,
} from '../../../../../test/support/exchanges/gateio/client.ts';
import { readMarks } from './marks.ts';

async function marksOf(document: object, symbol: string, latestMs: number | undefined = nowMs) {
  const { run, requests } = gateClient(() => document);
  const marketType = symbol.includes('-') ? 'future' : 'swap';
  const marks = await run((call) => {
    const client = Object.assign(Object.create(call.client), {
      latestMilliseconds: () => latestMs,
    });
    return readMarks({ ...call, client }, { symbol: symbolOf(symbol), marketType });
  });
  return { marks, line: requests[0]?.line };
}

it('the mark price of gateio is as late as it may be there, for its document has no time', async () => {
  const document = { name: 'BTC_USDT', mark_price: '37985.6' };
  expect(await marksOf(document, 'BTC/USDT:USDT', nowMs + 650)).toEqual({
    marks: [{ symbol: 'BTC/USDT:USDT', price: 37_985.6, atMs: nowMs + 650 }],
    line: 'GET /futures/usdt/contracts/BTC_USDT',
  });
  const { marks } = await marksOf({ ...document, mark_price: '' }, 'BTC/USDT:USDT');
  expect(marks).toEqual([]);
});

it('the mark price of a dated contract of gateio stands among those that are delivered', async () => {
  const { marks, line } = await marksOf({ mark_price: '1' }, 'BTC/USDT:USDT-261225');
  expect(marks).toHaveLength(1);
  expect(line).toBe('GET /delivery/usdt/contracts/BTC_USDT_20261225');
});
