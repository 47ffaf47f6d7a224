import { accountEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/kit/pinoLogger.ts';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

const lines: string[] = [];
let test: TestApp;
beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'debug', destination });
  test = await createTestApp({ WINDLASS_DEMO: 'off' }, { logger });
});
afterAll(() => test.stop());

const { path } = accountEndpoints.createAccount;
/** Part of every secret in these tests, wherever it is used. */
const mark = 'Never4Seen';
const secret = (name: string) => `${mark}-${name}-${'x'.repeat(20)}`;
const pair = { api_key: secret('key'), api_secret: secret('text') };
const live = { exchange_account_id: 'desk', exchange: 'kraken', mode: 'live' };
const hexKey = 'deadbeef'.repeat(8);
const wallet = { wallet_address: `0x${'1'.repeat(40)}`, private_key: hexKey };

describe('a secret', () => {
  it('is in no answer, audit line, log line or metric', async () => {
    const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
      test.call({ method, url, ...(body && { body }) });
    const sets = { credentials: pair, futures_credentials: pair };
    const whole = {
      exchange_account_id: 'okx-desk',
      exchange: 'okx',
      mode: 'live',
      credentials: { ...pair, passphrase: secret('passphrase') },
    };
    const perps = { exchange_account_id: 'perps', exchange: 'hyperliquid', mode: 'live' };
    const answers = [
      await send('POST', path, { ...live, ...sets }),
      await send('POST', path, { ...live, ...sets }),
      await send('POST', path, whole),
      await send('POST', path, { ...perps, credentials: wallet }),
      await send('PATCH', `${path}/desk`, sets),
      await test.call({ url: path }),
      await test.call({ url: `${path}/desk` }),
      await send('POST', '/admin/halt', {}),
      await send('DELETE', `${path}/desk`),
      await test.call({ url: '/admin/audit?size=500' }),
      await test.call({ url: '/metrics' }),
      await test.call({ url: '/health' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      201, 409, 201, 201, 200, 200, 200, 200, 200, 200, 200, 200,
    ]);
    const seen = [...answers.map(({ text }) => text), ...lines].join('\n');
    expect(lines.length).toBeGreaterThan(0);
    expect(seen).not.toContain(mark);
    expect(seen).not.toContain(hexKey);
    expect(seen).not.toMatch(/v1\.[0-9a-f]{16}\./);
  });

  it.each([
    ['a misspelt field', { ...live, credentails: pair }],
    ['a misspelt part', { ...live, credentials: { ...pair, api_secrt: secret('typo') } }],
    ['a set that is a text', { ...live, credentials: secret('text') }],
    ['a set that is a list', { ...live, credentials: [secret('list')] }],
    [
      'a part that is an object',
      { ...live, credentials: { ...pair, api_key: { k: secret('o') } } },
    ],
    ['a part that is too long', { ...live, credentials: { ...pair, api_key: mark.repeat(900) } }],
    ['a part too many', { ...live, credentials: { ...pair, passphrase: secret('p') } }],
    ['a key of the wrong shape', { ...live, credentials: { ...pair, private_key: secret('hex') } }],
    ['a part too few', { ...live, credentials: { api_key: secret('alone') } }],
    ['credentials on paper', { ...live, mode: 'paper', credentials: pair }],
    ['a secret in the place of a name', { ...live, exchange: secret('exchange') }],
    ['a list instead of an object', [pair]],
    ['torn JSON', `{"credentials":{"api_secret":"${secret('torn')}"`],
    ['a bare text', secret('bare')],
  ])('is not repeated when %s is refused', async (_name, body) => {
    for (const request of [
      { method: 'POST' as const, url: path },
      { method: 'PATCH' as const, url: `${path}/okx-desk` },
    ]) {
      const answer = await test.call({ ...request, body });
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain(mark);
    }
    expect(lines.join('\n')).not.toContain(mark);
  });

  it('is named by its field alone', async () => {
    const body = { ...live, credentials: { ...pair, api_secrt: secret('typo') } };
    const answer = await test.call({ method: 'POST', url: path, body });
    expect(answer.json.data.errors).toEqual([
      {
        field: 'api_secrt',
        message: 'api_secrt is not a field of this request. Did you mean api_secret?',
        value: null,
      },
    ]);
    const wrong = await test.call({ method: 'POST', url: path, body: { ...live, mode: 'x' } });
    expect(wrong.json.data.errors).toContainEqual({
      field: 'mode',
      message: 'mode must be paper or live',
      value: '[hidden]',
    });
  });
});
