import { type StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '@windlass/client';
import { exitCodes, explain } from '../failures.ts';
import type { CliIo, Terminal } from '../io.ts';
import { clientOptions, type GlobalOptions } from '../settings.ts';
import { openLines } from './lines.ts';
import { createMcp } from './mcp.ts';
import { createWatching } from './watching.ts';

export interface McpOptions extends GlobalOptions {
  readonly allowTrading?: boolean;
}

/** Serves until the assistant closes stdin or a signal comes. Stdout carries only the protocol. */
export async function runMcp(options: McpOptions, io: CliIo): Promise<number> {
  const settings = clientOptions(options, io);
  const client = createClient(settings);
  const watching = createWatching(client);
  const allowsTrading = options.allowTrading === true;
  const say = (line: string) => io.stderr.write(`windlass mcp: ${line}\n`);
  const { stdin, stdout } = process;
  const transport = openLines({
    stdin,
    stdout,
    onTooLong: say,
  });
  const served = serveStdio(() => createMcp({ client, watching, allowsTrading }), {
    transport,
    onerror: (error) => say(explain(error)),
  });
  const tools = allowsTrading ? 'reads, and trades on paper accounts' : 'reads only';
  say(`serving ${settings.baseUrl}; ${tools}`);
  await ended(transport, io.terminal);
  await served.close();
  await watching.release();
  return exitCodes.ok;
}

function ended(transport: StdioServerTransport, terminal: Terminal): Promise<void> {
  return new Promise((done) => {
    const stopHearing = terminal.onInterrupt(() => finish());
    const finish = () => {
      stopHearing();
      done();
    };
    // The server has set its own handler there, which runs first.
    const closeServing = transport.onclose;
    transport.onclose = () => {
      closeServing?.();
      finish();
    };
  });
}
