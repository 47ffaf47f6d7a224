import { reconciliationEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { krakenSpot } from '../../support/exchanges/kraken/exchange.ts';
import { type LiveService, openLiveService, passStep } from '../../support/exchanges/simulated.ts';

// A stream of kraken begins with a token, which may be refused in two places.

let live: LiveService;
beforeEach(async () => {
  live = await openLiveService(krakenSpot);
});
afterEach(() => live.stop());

const isToken = ({ path }: { readonly path: string }) => path.endsWith('/GetWebSocketsToken');
const tokens = () => live.simulator.requests('kraken').filter(isToken).length;

async function pass(ms: number): Promise<void> {
  for (let past = 0; past < ms; past += 100) {
    await passStep(live.service, 100);
  }
}

/** Places a resting order, for which a stream is needed; returns the stream's state. */
async function openOrder() {
  const spot = { symbol: 'BTC/USD', marketType: 'spot' } as const;
  const trader = await live.service.trader(spot);
  const limit = { order_type: 'limit', side: 'buy', quantity: 1 };
  for (const price of [90, 91]) await trader.take({ ...limit, price });
  const { method, path: url } = reconciliationEndpoints.compareAccounts;
  return async (): Promise<string | undefined> => {
    const body = { exchange_account_id: trader.account };
    const { json } = await live.service.app.ask({ method, url, body });
    const [{ order_streams: streams }] = json.data.accounts;
    return streams.find(({ name }: { readonly name: string }) => name === 'spot')?.state;
  };
}

describe('the stream of a spot account of kraken', () => {
  it.each([
    ['a token that is not given', { error: ['EGeneral:Permission denied'] }],
    ['a token that is not taken', { error: [], result: { token: 'another', expires: 900 } }],
  ])('is asked for again after %s', async (_, answer) => {
    const body = JSON.stringify(answer);
    const how = { kind: 'answers', status: 200, contentType: 'application/json', body } as const;
    live.simulator.fail('kraken', { match: isToken, times: 1, when: 'before', how });
    const state = await openOrder();
    await pass(500);
    expect([tokens(), await state()]).toEqual([1, 'down']);
    await pass(2_000);
    expect([tokens(), await state()]).toEqual([2, 'live']);
  });

  it('is stood in for by six looks at most of fifteen calls in 45 seconds', async () => {
    live.simulator.failStreams('kraken', { kind: 'refuse', times: Number.MAX_SAFE_INTEGER });
    await openOrder();
    const looks = () =>
      live.simulator.requests('kraken').filter(({ path }) => path.endsWith('/QueryOrders')).length;
    const before = looks();
    await pass(45_000);
    expect([5, 6]).toContain(looks() - before);
  });

  it('needs no other token as long as it is there', async () => {
    const state = await openOrder();
    await pass(2_000);
    // Longer than a token is valid.
    for (let past = 0; past < 1_000_000; past += 15_000) {
      await live.service.app.clock.advance(15_000);
      await pass(100);
    }
    expect([tokens(), await state()]).toEqual([1, 'live']);
  });
});
