import { describe, expect, test } from 'vitest';
import { tradingAnswer, vaultAnswer } from '../../test/support/fakeIo.ts';
import { fakeKey, openFakeMcp } from '../../test/support/fakeMcp.ts';
import { readTools } from './readTools.ts';
import { resultBytesMax } from './results.ts';
import { tradingTools } from './tradingTools.ts';

const namesOf = (table: Readonly<Record<string, { readonly name: string }>>) =>
  Object.values(table).map(({ name }) => name);

describe('the tools', () => {
  test('read unless trading is allowed, and say so', async () => {
    const { assistant, close } = await openFakeMcp({});
    const { tools } = await assistant.listTools();
    const expected = [...namesOf(readTools), 'watch_order_books'];
    expect(tools.map(({ name }) => name).sort()).toEqual(expected.sort());
    for (const { name, annotations } of tools) {
      expect(annotations?.readOnlyHint).toBe(name !== 'watch_order_books');
    }
    expect(assistant.getInstructions()).toContain('No tool here trades.');
    await close();
  });

  test('that trade are offered with the flag, each as what it is', async () => {
    const { assistant, close } = await openFakeMcp({ allowsTrading: true });
    const { tools } = await assistant.listTools();
    const trading = tools.filter(({ name }) => namesOf(tradingTools).includes(name));
    expect(trading).toHaveLength(7);
    for (const { name, annotations, description } of trading) {
      expect(annotations).toMatchObject({ readOnlyHint: false, idempotentHint: true });
      expect(annotations?.destructiveHint).toBe(name !== 'pause_algorithm');
      expect(description).toContain('Paper accounts only.');
    }
    await close();
  });

  test('that trade are not there without the flag', async () => {
    const { call, requests, close } = await openFakeMcp({});
    await expect(call('place_order', {})).rejects.toThrow('place_order');
    expect(requests).toEqual([]);
    await close();
  });
});

describe('reading', () => {
  test('asks with the defaults of the tool and answers as text and as content', async () => {
    const book = { venue: 'okx', symbol: 'BTC/USDT', bids: [[1, 2]], asks: [] };
    const answer = () => tradingAnswer(book);
    const { call, requests, close } = await openFakeMcp({ answer });
    const { isError, content, texts } = await call('get_order_book', { symbol: 'BTC/USDT' });
    expect([isError, content]).toEqual([false, book]);
    expect(texts.map((text) => JSON.parse(text))).toEqual([book]);
    const { searchParams } = new URL(requests[0]?.url ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({ symbol: 'BTC/USDT', depth: '10' });
    await close();
  });

  test('a list stands under items, with its page', async () => {
    const pagination = { page: 1, limit: 10, totalItems: 1, totalPages: 1 };
    const page = { ...pagination, hasNext: false, hasPrev: false };
    const answer = () => vaultAnswer([{ id: 'v' }], { pagination: page });
    const { call, close } = await openFakeMcp({ answer });
    expect((await call('list_vaults')).content).toEqual({ items: [{ id: 'v' }], pagination: page });
    await close();
  });

  test('what is previewed is sent nowhere but to validation', async () => {
    const answer = () => tradingAnswer({ valid: true, error: null, warnings: [] });
    const { call, requests, close } = await openFakeMcp({ answer });
    await call('preview_order', {
      exchange_account_id: 'paper-okx',
      symbol: 'BTC/USDT',
      side: 'buy',
      order_type: 'market',
      quantity: 1,
    });
    expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /order-execution/execution/validate',
    ]);
    expect(requests[0]?.url).toMatch(/\?preview=true$/);
    await close();
  });

  test('a large answer is cut and says so', async () => {
    const fills = Array.from({ length: 5_000 }, (_, id) => ({ id, market: 'BTC/USDT:USDT' }));
    const answer = () => tradingAnswer({ total_fills: 5_000, fills });
    const { call, close } = await openFakeMcp({ answer });
    const { content, texts } = await call('list_perp_fills', { portfolio_id: 'paper', size: 500 });
    expect(texts[0]).toMatch(/^Cut to 50000 bytes: fills \(\d+ of 5000\)\./);
    expect(texts[1]?.length).toBeLessThan(resultBytesMax + 500);
    expect(content).toMatchObject({ total_fills: 5_000, cuts: [{ path: 'fills', of: 5_000 }] });
    await close();
  });

  test('input that the contract refuses is not sent', async () => {
    const { call, requests, close } = await openFakeMcp({});
    const { isError, texts } = await call('get_order_book', { symbol: 'BTC/USDT', depth: 0 });
    expect([isError, requests]).toEqual([true, []]);
    expect(texts[0]).toContain('depth must be an integer between 1 and 100');
    expect((await call('get_balance', { account: 'a' })).isError).toBe(true);
    await close();
  });

  test('a refusal is an error of the tool, with code and fields', async () => {
    const errors = [{ field: 'symbol', message: 'symbol must be like BTC/USDT', value: 'x' }];
    const answer = () => tradingAnswer({ error: 'VALIDATION_FAILED', errors }, 400);
    const { call, close } = await openFakeMcp({ answer });
    const { isError, content, texts } = await call('get_liquidity', { symbol: 'x' });
    expect(isError).toBe(true);
    expect(texts[0]).toBe('VALIDATION_FAILED: symbol must be like BTC/USDT');
    expect(content).toMatchObject({
      error: { code: 'VALIDATION_FAILED', status: 400, data: { errors } },
    });
    await close();
  });

  test('an answer that repeats the key is shown without it', async () => {
    const answer = () => ({ status: 500, headers: {}, text: `{"why": "${fakeKey}"}` });
    const { call, close } = await openFakeMcp({ answer });
    expect(JSON.stringify(await call('list_accounts'))).not.toContain(fakeKey);
    await close();
  });
});
