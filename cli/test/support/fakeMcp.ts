import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '@windlass/client';
import { createMcp } from '../../src/mcp/mcp.ts';
import { createWatching } from '../../src/mcp/watching.ts';
import { createFakeIo, type FakeOptions, tradingAnswer } from './fakeIo.ts';

export const fakeKey = 'ak_never-to-be-shown-0001';

interface Options {
  readonly answer?: FakeOptions['answer'];
  readonly allowsTrading?: boolean;
}

/** Connects an assistant's client to the server, which calls a service that answers as told. */
export async function openFakeMcp({ answer, allowsTrading = false }: Options) {
  const fake = createFakeIo(answer && { answer });
  const { transport, runtime } = fake.io;
  const base = { baseUrl: 'http://127.0.0.1:3000', key: fakeKey, retries: 0 };
  const service = createClient({ ...base, transport, runtime });
  const watching = createWatching(service);
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createMcp({ client: service, watching, allowsTrading }), { transport: far });
  const assistant = new Client({ name: 'test', version: '1' });
  await assistant.connect(near);
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, content, structuredContent } = await assistant.callTool({
      name,
      arguments: input,
    });
    const texts = content.map((part) => (part.type === 'text' ? part.text : ''));
    return { isError: isError === true, texts, content: structuredContent };
  };
  return { assistant, call, requests: fake.requests, close: () => assistant.close() };
}

/** Returns these accounts as the service lists them. */
export function accountsAnswer(modes: Readonly<Record<string, 'paper' | 'live'>>) {
  const accounts = Object.entries(modes).map(([exchange_account_id, mode]) => {
    return { exchange_account_id, exchange: 'okx', mode, portfolio_id: null, halted: false };
  });
  return tradingAnswer({ accounts });
}
