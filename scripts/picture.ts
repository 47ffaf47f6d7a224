/** `npm run picture`: draws the terminal of a newly started service, for docs/start.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CliIo } from '../cli/src/io.ts';
import { createMachine } from '../cli/src/machine.ts';
import { run } from '../cli/src/run.ts';
import {
  createFetchTransport,
  openAlgorithmStream,
  openBookStream,
  openOrderStream,
  systemRuntime,
} from '../client/src/index.ts';
import { drawTerminal } from './picture/terminalSvg.ts';

const columns = 100;
const entry = fileURLToPath(new URL('../server/bin/start.mjs', import.meta.url));
const picture = new URL('../docs/picture.svg', import.meta.url);
/** A fixed seed, so that the picture stays much the same from one version to the next. */
const seed = 'picture';
const twap = ['BTC/USDT', 'buy', '0.5', '--accounts', 'paper-binance,paper-bybit'];
const pace = ['--param', 'duration_seconds=10', '--param', 'interval_seconds=2'];
const typed: readonly { readonly args: readonly string[]; readonly isShown: boolean }[] = [
  { args: ['book', 'BTC/USDT', '--once', '--depth', '8'], isShown: true },
  { args: ['algos', 'start', 'twap', ...twap, '--client-id', 'first', ...pace], isShown: false },
  { args: ['algos', 'watch', 'first'], isShown: false },
  { args: ['algos', 'list'], isShown: true },
];

const folder = await mkdtemp(join(tmpdir(), 'windlass-picture-'));
const service = spawn(process.execPath, [entry], {
  env: { PORT: '0', WINDLASS_DATA_DIR: folder, WINDLASS_SEED: seed, WINDLASS_LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const url = await addressOf(createInterface({ input: service.stdout }));
  let shown = '';
  for (const { args, isShown } of typed) {
    let said = '';
    const io = createIo(url, (text) => {
      said += text;
    });
    const code = await run(args, io);
    if (code !== 0) throw new Error(`windlass ${args.join(' ')} ended with ${code}:\n${said}`);
    const line = `\u001b[2m$\u001b[0m \u001b[1mwindlass ${args.join(' ')}\u001b[0m`;
    if (isShown) shown += `${line}\n${said}\n`;
  }
  await writeFile(picture, drawTerminal('A merged order book and a finished TWAP', shown));
} finally {
  service.kill('SIGINT');
  await once(service, 'exit');
  await rm(folder, { recursive: true, force: true });
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = / on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('The service said no address.');
}

/** Returns a terminal of a fixed size that nobody uses. */
function createIo(url: string, write: (text: string) => void): CliIo {
  const output = { write, isTty: true, columns, rows: 40, isBlocked: false };
  return {
    stdout: output,
    stderr: output,
    env: { WINDLASS_URL: url, WINDLASS_DATA_DIR: folder },
    runtime: systemRuntime,
    transport: createFetchTransport(),
    openStream: openBookStream,
    openAlgorithmStream,
    openOrderStream,
    terminal: {
      onKey: () => () => undefined,
      onInterrupt: () => () => undefined,
      canAsk: false,
      ask: () => Promise.resolve(undefined),
      askSecret: () => Promise.resolve(undefined),
    },
    machine: createMachine(),
  };
}
