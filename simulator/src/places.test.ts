import { createHmac } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { RawRequest } from './http/request.ts';
import { asOfMain, places } from './places.ts';
import { createSimulator, type SiteName } from './simulator.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const now = 1_700_000_000_000;

/** Returns a simulator whose okx has one account at each of the named places. */
async function okxWith(keys: Readonly<Partial<Record<SiteName, string>>>) {
  const simulator = createSimulator({ now: () => now });
  for (const [venue, apiKey] of Object.entries(keys)) {
    simulator.addAccount({
      venue: venue as SiteName,
      apiKey,
      secret: 's',
      passphrase: 'p',
      balances: { trading: { USDT: '1' } },
    });
  }
  const { url } = await simulator.listen();
  closing.push(() => simulator.close());
  return async (host: string, apiKey: string, headers: object = {}) => {
    const path = '/api/v5/account/balance';
    const timestamp = new Date(now).toISOString();
    const sign = createHmac('sha256', 's').update(`${timestamp}GET${path}`).digest('base64');
    const answer = await fetch(`${url}/${host}${path}`, {
      headers: {
        'ok-access-key': apiKey,
        'ok-access-passphrase': 'p',
        'ok-access-sign': sign,
        'ok-access-timestamp': timestamp,
        ...headers,
      },
    });
    const { code } = (await answer.json()) as { code: string };
    return [answer.status, code];
  };
}

const isDemo = { 'x-simulated-trading': '1' };

it('a key is good at its own site alone, and refused elsewhere in the exchange’s words', async () => {
  const ask = await okxWith({ okx: 'real', 'okx-eea': 'european', 'okx-demo': 'tried' });
  expect(await ask('www.okx.com', 'real')).toEqual([200, '0']);
  expect(await ask('eea.okx.com', 'european')).toEqual([200, '0']);
  expect(await ask('www.okx.com', 'tried', isDemo)).toEqual([200, '0']);
  // A key of another region is unknown; a key of the other environment gets an error of its own.
  expect(await ask('www.okx.com', 'european')).toEqual([401, '50119']);
  expect(await ask('us.okx.com', 'real')).toEqual([401, '50119']);
  expect(await ask('www.okx.com', 'tried')).toEqual([401, '50101']);
  expect(await ask('www.okx.com', 'real', isDemo)).toEqual([401, '50101']);
  expect(await ask('www.okx.com', 'nobody’s'.slice(0, 6))).toEqual([401, '50111']);
});

it('a request is read as the main site would get it, whatever stands in its address', () => {
  const at = (host: string, path: string): RawRequest => {
    return { method: 'GET', host, path, query: '', headers: {}, body: '' };
  };
  const testnet = places['gateio-testnet'];
  expect(asOfMain(testnet, at('ws-testnet.gate.com', '/v4/ws/futures/usdt'))).toMatchObject({
    host: 'fx-ws.gateio.ws',
    path: '/v4/ws/usdt',
  });
  expect(asOfMain(testnet, at('ws-testnet.gate.com', '/v4/ws/futures/btc'))).toBeUndefined();
  expect(asOfMain(testnet, at('api.gateio.ws', '/api/v4/spot/time'))).toBeUndefined();
});
