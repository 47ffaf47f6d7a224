import { inspect } from 'node:util';
import { endpoints } from '@windlass/contract';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type AnswerNote, ApiError, type Client, createClient } from './index.ts';
import type { Transport, TransportRequest } from './transport.ts';

const baseUrl = 'http://windlass.test:3000';
const key = 'ak_test_0123456789abcdef';

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const sent: TransportRequest[] = [];
  const transport: Transport = async (request) => {
    sent.push(request);
    return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
  };
  return { sent, client: createClient({ baseUrl, key, transport, retries: 0 }) };
}

const tradingOk = (data: unknown) => ({ isError: false, message: 'ok', statusCode: 200, data });

const refusalOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof ApiError) return failure;
  throw new Error(`Expected an ApiError, received ${inspect(failure)}`);
};

describe('methods', () => {
  test('exist exactly when an endpoint does', () => {
    const { client } = answering(200, {});
    expect(Object.keys(client).sort()).toEqual(Object.keys(endpoints).sort());
  });

  test('take the inputs and return the data of their endpoints', () => {
    expectTypeOf<Client['getBook']>().parameter(0).toEqualTypeOf<{
      symbol: string;
      venue?: string | undefined;
      venues?: string | undefined;
      depth?: number | undefined;
    }>();
    expectTypeOf<Client['revokeKey']>().parameter(0).toEqualTypeOf<{ id: string }>();
    expectTypeOf<Client['listAudit']>().toBeCallableWith({ page: 2 });
    expectTypeOf<Parameters<Client['revokeKey']>['length']>().toEqualTypeOf<1 | 2>();
    expectTypeOf<Parameters<Client['listKeys']>['length']>().toEqualTypeOf<0 | 1 | 2>();
    expectTypeOf<Awaited<ReturnType<Client['getHealth']>>['uptime']>().toEqualTypeOf<number>();
    expectTypeOf<Awaited<ReturnType<Client['createKey']>>>().toHaveProperty('key');
    // @ts-expect-error: a symbol is required
    const withoutInput = () => answering(200, {}).client.getBook();
    // @ts-expect-error: roles are a closed list
    const withBadRole = (c: Client) => c.createKey({ name: 'a', roles: ['owner'], paths: ['/'] });
    expect([withoutInput, withBadRole]).toHaveLength(2);
  });
});

describe('requests', () => {
  test('keep the slash of a symbol in a path, whose parameter takes the rest of it', async () => {
    const { client, sent } = answering(200, tradingOk({}));
    await client.getMarketSymbol({ symbol: 'BTC/USDT:USDT', market_type: 'perp' });
    expect(sent[0]?.url).toBe(
      `${baseUrl}/order-execution/markets/symbol/BTC%2FUSDT%3AUSDT?market_type=perp`,
    );
  });

  test('put query parameters in the address and the key in the trading header', async () => {
    const { client, sent } = answering(200, tradingOk({ symbol: 'BTC/USDT' }));
    await client.getBook({ symbol: 'BTC/USDT', venue: 'kraken', depth: 5 });
    expect(sent[0]).toMatchObject({
      method: 'GET',
      url: `${baseUrl}/order-execution/orderbook/book?symbol=BTC%2FUSDT&venue=kraken&depth=5`,
      headers: { 'x-api-key': key },
    });
    expect(sent[0]).not.toHaveProperty('body');
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
  });

  test('fill path parameters, escaped', async () => {
    const { client, sent } = answering(200, tradingOk({}));
    await client.revokeKey({ id: 'a/b ?' });
    expect(sent[0]?.url).toBe(`${baseUrl}/admin/keys/a%2Fb%20%3F`);
    expect(sent[0]?.method).toBe('DELETE');
  });

  test.each(['', '.', '..'])('refuse %o as a path parameter', async (id) => {
    const { client, sent } = answering(200, tradingOk({}));
    await expect(client.revokeKey({ id })).rejects.toThrow('id is required');
    expect(sent).toEqual([]);
  });

  test('send the body as JSON, misspelt fields included', async () => {
    const { client, sent } = answering(200, tradingOk({ subscriptions: [] }));
    const input = { symbols: ['BTC/USDT'], venues: ['okx'], dept: 3 };
    await client.subscribeOrderbook(input);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual(input);
    expect(sent[0]?.headers['content-type']).toBe('application/json');
  });

  test('carry the vault key as bearer, and no key to public endpoints', async () => {
    const { client, sent } = answering(200, { success: true });
    await client.getApiInfo();
    await client.getHealth();
    expect(sent[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(sent[0]?.headers).not.toHaveProperty('x-api-key');
    expect(JSON.stringify(sent[1])).not.toContain(key);
  });

  test('keep a path in front of the service', async () => {
    const urls: string[] = [];
    const transport: Transport = async ({ url }) => {
      urls.push(url);
      return { status: 200, headers: {}, text: '{}' };
    };
    await createClient({ baseUrl: 'https://desk.test/windlass/', transport }).getHealth();
    expect(urls).toEqual(['https://desk.test/windlass/health']);
  });
});

describe('answers', () => {
  test('come out of their envelope, or as they are without one', async () => {
    const keys = { keys: [] };
    expect(await answering(200, tradingOk(keys)).client.listKeys()).toEqual(keys);
    const health = { success: true, message: 'Service is healthy' };
    expect(await answering(200, health).client.getHealth()).toEqual(health);
  });

  test('that say no in the shape of yes are answers, and asked for once', async () => {
    const no = {
      success: false,
      message: 'Orders cannot be taken: The service is stopping.',
      ready: false,
      reasons: [{ code: 'STOPPING', message: 'The service is stopping.', since: 't' }],
      timestamp: 't',
    };
    const { client, sent } = answering(503, no);
    expect(await client.getReady()).toEqual(no);
    expect(sent).toHaveLength(1);
    // A proxy without a service behind it answers 503 too, with a body of its own.
    const { client: behind } = answering(503, { error: 'no upstream' });
    expect(await refusalOf(behind.getReady())).toMatchObject({ code: 'BAD_ANSWER', status: 503 });
  });

  test('that refuse in the trading envelope carry its code, data and request id', async () => {
    const body = {
      isError: true,
      message: 'Error - unsupported venue: mars.',
      statusCode: 400,
      data: { error: 'UNSUPPORTED_VENUE' },
    };
    const { client } = answering(400, body, { 'x-request-id': 'req-7' });
    expect(await refusalOf(client.getBook({ symbol: 'BTC/USDT', venue: 'mars' }))).toMatchObject({
      name: 'ApiError',
      code: 'UNSUPPORTED_VENUE',
      status: 400,
      message: body.message,
      data: body.data,
      requestId: 'req-7',
    });
  });

  test('that say a reason where the code stands keep it in data', async () => {
    const message = 'Error - okx does not support oco orders on swap markets.';
    const data = { valid: false, error: message, warnings: [] };
    const { client } = answering(400, { isError: true, message, statusCode: 400, data });
    const call = client.validateOrder({ exchange: 'okx', order_type: 'oco', market_type: 'swap' });
    expect(await refusalOf(call)).toMatchObject({ code: 'BAD_REQUEST', message, data });
  });

  test.each([
    [401, { message: 'Unauthorized - Invalid or missing API key.' }, 'UNAUTHORIZED'],
    [429, { message: 'Rate limit exceeded. Try again in 3 seconds.' }, 'RATE_LIMITED'],
    [404, { message: 'No such endpoint.' }, 'ROUTE_NOT_FOUND'],
    [404, { message: 'Something of a newer service' }, 'HTTP_ERROR'],
    [400, { message: 'Bad', errors: [{ field: 'name', message: 'x' }] }, 'VALIDATION_FAILED'],
    [
      409,
      { message: 'Vault with this address already exists', errors: [{ field: 'x', message: 'y' }] },
      'VAULT_EXISTS',
    ],
    [
      400,
      { message: 'Unsupported token contracts', errors: [{ field: 'x', message: 'y' }] },
      'UNSUPPORTED_TOKEN',
    ],
  ])('that refuse %i in the vault envelope get a code', async (status, rest, code) => {
    const { client } = answering(status, { success: false, ...rest });
    expect(await refusalOf(client.getApiInfo())).toMatchObject({ status, code });
  });

  test('name the fields that were refused alike in both envelopes', async () => {
    const errors = [
      { field: 'id', message: 'id is wrong', value: 7 },
      { field: 'b', message: 'c' },
    ];
    const message = 'Validation failed';
    const vault = answering(400, { success: false, message, errors });
    const data = { error: 'VALIDATION_FAILED', errors };
    const trading = answering(400, { isError: true, message, statusCode: 400, data });
    const issues = [errors[0], { ...errors[1], value: null }];
    for (const { client } of [vault, trading]) {
      const refusal = await refusalOf(client.listKeys());
      expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', issues });
    }
    const plain = answering(401, { success: false, message: 'Unauthorized' });
    expect((await refusalOf(plain.client.listKeys())).issues).toEqual([]);
  });

  test.each([
    [502, '<html>Bad gateway</html>'],
    [200, 'not json'],
    [200, tradingOk(1).message],
    [200, { success: true, data: {} }],
    [200, { isError: true, data: {} }],
    [204, ''],
  ])('of status %i that cannot be read are BAD_ANSWER', async (status, body) => {
    const failure = await refusalOf(answering(status, body).client.listKeys());
    expect(failure).toMatchObject({ code: 'BAD_ANSWER', status });
  });
});

describe('a call', () => {
  const place = {
    page: 2,
    limit: 10,
    totalItems: 64,
    totalPages: 7,
    hasNext: true,
    hasPrev: true,
  };
  const noteOf = async (status: number, body: unknown) => {
    const notes: AnswerNote[] = [];
    const onAnswer = (note: AnswerNote) => void notes.push(note);
    const { client } = answering(status, body);
    const data = await client.listVaults({}, { onAnswer }).catch(() => 'refused');
    return { data, notes };
  };

  test('can hear the message and the place in the list beside the data', async () => {
    const body = { success: true, message: 'Vaults retrieved', data: [], pagination: place };
    const note = { status: 200, message: 'Vaults retrieved', pagination: place };
    expect(await noteOf(200, body)).toEqual({ data: [], notes: [note] });
  });

  test.each([undefined, null, { page: 1 }])('hears no place of %o', async (pagination) => {
    const { notes } = await noteOf(207, { success: true, message: 'ok', data: [], pagination });
    expect(notes).toEqual([{ status: 207, message: 'ok', pagination: undefined }]);
  });

  test('hears an empty message where there is no envelope', async () => {
    const notes: AnswerNote[] = [];
    const { client } = answering(200, { success: true, message: 'Healthy' });
    await client.getHealth({}, { onAnswer: (note) => void notes.push(note) });
    expect(notes).toEqual([{ status: 200, message: '', pagination: undefined }]);
  });

  test('hears what the contract puts beside the data, and nothing else', async () => {
    const notes: AnswerNote[] = [];
    const beside = { risk_summary: { position_count: 0 } };
    const { client } = answering(200, { ...tradingOk([]), ...beside, odd: 1 });
    const onAnswer = (note: AnswerNote) => void notes.push(note);
    await client.getEnhancedPositions({ exchange_account_id: 'a' }, { onAnswer });
    expect(notes).toMatchObject([{ status: 200, beside }]);
    expect(notes[0]?.beside).toEqual(beside);
  });

  test('that is refused hears nothing', async () => {
    const { data, notes } = await noteOf(400, { success: false, message: 'Bad' });
    expect([data, notes]).toEqual(['refused', []]);
  });

  test('that is refused says how long Retry-After asks to wait', async () => {
    const body = { success: false, message: 'Rate limit exceeded.' };
    const limited = answering(429, body, { 'retry-after': '61' }).client;
    const refusal = await refusalOf(limited.refreshAllHoldings());
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 61_000 });
    const silent = await refusalOf(answering(429, body).client.refreshAllHoldings());
    expect(silent.retryAfterMs).toBeUndefined();
  });

  test('refuses a timeout that is none, before it is sent', async () => {
    const { client, sent } = answering(200, tradingOk({ keys: [] }));
    await expect(client.listKeys({}, { timeoutMs: 0 })).rejects.toThrow('timeoutMs');
    expect(sent).toEqual([]);
  });
});

describe('the key', () => {
  test('shows neither in the client nor in an error that echoes it', async () => {
    const echo = {
      isError: true,
      message: `key ${key} is unknown`,
      statusCode: 400,
      data: { error: 'BAD_REQUEST', received: { key } },
    };
    const { client } = answering(400, echo);
    const deep = { depth: 20, showHidden: true };
    expect(inspect(client, deep)).not.toContain(key);
    const failure = await refusalOf(client.listKeys());
    expect(inspect(failure, deep)).not.toContain(key);
    expect(failure.message).toBe('key [secret] is unknown');
  });

  test('shows not in a network failure that quotes the headers', async () => {
    const transport: Transport = async ({ headers }) => {
      throw new TypeError(`cannot send ${JSON.stringify(headers)}`, { cause: { headers } });
    };
    const failure = await refusalOf(
      createClient({ baseUrl, key, transport, retries: 0 }).listKeys(),
    );
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', status: undefined });
    expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain(key);
  });

  test.each(['', 'two words', 'line\nbreak', 'ключ'])('is refused as %o, unsaid', (bad) => {
    expect(() => createClient({ baseUrl, key: bad })).toThrow(/^key must be visible ASCII/);
  });
});

test.each([
  ['ftp://a', /http or https/],
  ['nonsense', /http or https/],
  ['http://user:hunter2@a', /^baseUrl must not carry a user name or password$/],
])('the address %s is refused', (bad, why) => {
  expect(() => createClient({ baseUrl: bad })).toThrow(why);
});

test.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { retries: -1 }, { retries: 11 }])(
  'the settings %o are refused',
  (bad) => {
    expect(() => createClient({ baseUrl, ...bad })).toThrow(TypeError);
  },
);
