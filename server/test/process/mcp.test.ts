import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createClient } from '@windlass/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startService } from '../support/processes/service.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const command = join(root, 'cli/bin/windlass.mjs');
const page = join(root, 'docs/mcp.md');
const adminKey = 'ak_mcp-admin-key-0123456789';

const children: ChildProcess[] = [];
let service: ServiceProcess;
let traderKey: string;
beforeAll(async () => {
  service = await startService(
    {
      WINDLASS_DATA_DIR: mkdtempSync(join(tmpdir(), 'windlass-mcp-')),
      WINDLASS_ADMIN_KEY: adminKey,
      WINDLASS_SEED: 'mcp',
    },
    children,
  );
  const admin = createClient({ baseUrl: service.address, key: adminKey });
  traderKey = (await admin.createKey({ name: 'assistant', roles: ['trader'], paths: ['/**'] })).key;
  await admin.createAccount({
    exchange_account_id: 'desk-okx',
    exchange: 'okx',
    mode: 'live',
    credentials: { api_key: 'key', api_secret: 'secret', passphrase: 'phrase' },
  });
});
afterAll(async () => {
  await service.kill('SIGTERM');
});

async function open(flags: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', ...flags],
    env: { WINDLASS_URL: service.address, WINDLASS_KEY: traderKey },
    stderr: 'ignore',
  });
  const assistant = new Client({ name: 'test', version: '1' });
  await assistant.connect(transport);
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, structuredContent } = await assistant.callTool({ name, arguments: input });
    return { isError: isError === true, content: structuredContent };
  };
  return { assistant, call };
}

const order = {
  symbol: 'BTC/USDT',
  side: 'buy',
  order_type: 'market',
  quantity: 0.01,
  client_order_id: 'assistant-1',
};

describe('windlass mcp', () => {
  it('reads the service that runs, and has no tool that trades', async () => {
    const { assistant, call } = await open();
    const names = (await assistant.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('get_order_book');
    expect(names).not.toContain('place_order');
    expect(await call('get_health')).toMatchObject({ content: { success: true } });
    const { content } = await call('list_accounts');
    expect(content).toMatchObject({
      accounts: expect.arrayContaining([
        expect.objectContaining({ exchange_account_id: 'paper-okx', mode: 'paper' }),
        expect.objectContaining({ exchange_account_id: 'desk-okx', mode: 'live' }),
      ]),
    });
    const books = { symbols: ['BTC/USDT'], venues: ['kraken'] };
    expect(await call('watch_order_books', books)).toMatchObject({ isError: false });
    const estimate = await call('estimate_route', {
      symbol: 'BTC/USDT',
      side: 'buy',
      quantity: 0.1,
      exchange_account_ids: ['paper-binance', 'paper-kraken'],
    });
    expect(estimate).toMatchObject({ isError: false, content: { routable: true } });
    const refused = await call('get_balance', { exchange_account_id: 'nobody' });
    expect(refused).toMatchObject({
      isError: true,
      content: { error: { code: 'ACCOUNT_NOT_FOUND' } },
    });
    await assistant.close();
  });

  it('trades on paper with the flag, once for each name, and never live', async () => {
    const { assistant, call } = await open(['--allow-trading']);
    const paper = { ...order, exchange_account_id: 'paper-okx' };
    const placed = await call('place_order', paper);
    expect(placed).toMatchObject({ isError: false, content: { client_order_id: 'assistant-1' } });
    const again = await call('place_order', paper);
    expect(again.content).toMatchObject({
      order_id: (placed.content as { order_id: string }).order_id,
    });
    for (const account of ['desk-okx', 'nobody']) {
      const refused = await call('place_order', { ...order, exchange_account_id: account });
      expect(refused.content).toMatchObject({ error: { code: 'TRADE_REFUSED' } });
    }
    await assistant.close();
  });

  it('starts as its page says, and ends with its stdin, silent on stdout', async () => {
    const [, json = ''] = /```json\n([\s\S]+?)```/.exec(readFileSync(page, 'utf8')) ?? [];
    const { windlass } = JSON.parse(json).mcpServers;
    const args = windlass.args.map((arg: string) => arg.replace('/path/to/windlass', root));
    const { PATH, HOME } = process.env;
    const env = { ...windlass.env, WINDLASS_URL: service.address, WINDLASS_KEY: traderKey };
    const child = spawn(windlass.command, args, { env: { PATH, HOME, ...env } });
    let out = '';
    let err = '';
    child.stdout.on('data', (bytes) => {
      out += bytes;
    });
    child.stderr.on('data', (bytes) => {
      err += bytes;
    });
    child.stdin.end();
    const [code] = await once(child, 'close');
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain(`windlass mcp: serving ${service.address}; reads only\n`);
  });

  it('costs the other verbs nothing: its library is loaded when it runs', async () => {
    const script = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ resolve(name, context, next) { seen.push(name); return next(name, context); } });
      process.argv = [process.argv[0], 'windlass', '--version'];
      await import(${JSON.stringify(new URL('../src/main.ts', `file://${command}`).href)});
      console.log(JSON.stringify(seen.filter((name) => name.startsWith('@modelcontextprotocol'))));
      console.log(seen.includes('commander'));`;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout.trim().split('\n').slice(1)).toEqual(['[]', 'true']);
  });
});
