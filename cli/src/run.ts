import { venueIds } from '@windlass/contract';
import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addAccounts, addPortfolios } from './accounts/command.ts';
import { addAlgos } from './algos/command.ts';
import { toInteger, toList } from './arguments.ts';
import { addBackup } from './backup.ts';
import { runBook } from './book.ts';
import { addCompletion } from './completion/command.ts';
import { runDoctor } from './doctor.ts';
import { exitCodes, explain, UsageError } from './failures.ts';
import { runHandover } from './handover.ts';
import type { CliIo } from './io.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { addMcp } from './mcp/command.ts';
import { addOrders } from './orders/command.ts';
import { runRecord } from './record.ts';
import { addRoute } from './route/command.ts';
import { runServe } from './serve.ts';
import { runSimulator } from './simulator.ts';
import { addTca } from './tca/command.ts';
import { addVaults } from './vaults/command.ts';

/**
 * Runs one command line (without the interpreter and the script) and returns its exit code.
 * Failures become one line on stderr; nothing is thrown.
 */
export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  let code: number = exitCodes.ok;
  const program = createProgram(io, (exitCode) => {
    code = exitCode;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (failure) {
    if (failure instanceof CommanderError) {
      // Commander has already printed its line, or the requested help.
      return failure.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    }
    io.stderr.write(`windlass: ${explain(failure)}\n`);
    return failure instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}

/** Returns the program with every command; `finish` gets the exit code. */
export function createProgram(io: CliIo, finish: (exitCode: number) => void): Command {
  const program = new Command('windlass')
    .description('Runs and operates a Windlass service.')
    .option('--url <url>', 'service address (WINDLASS_URL, else http://127.0.0.1:3000)')
    .option('--key <key>', 'API key (WINDLASS_KEY, else admin.key of the data directory)')
    .option('--json', 'JSON instead of text for people')
    .version(manifest.version, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(`windlass: ${toLine(text)}\n`),
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
    });
  addServe(program, io, finish);
  addRecord(program, io, finish);
  addSimulator(program, io, finish);
  addBackup(program, io, finish);
  addKeys(program, io);
  addAccounts(program, io, finish);
  addPortfolios(program, io, finish);
  addOrders(program, io, finish);
  addRoute(program, io, finish);
  addBook(program, io);
  addAlgos(program, io, finish);
  addTca(program, io);
  addVaults(program, io, finish);
  addMcp(program, io, finish);
  program
    .command('doctor')
    .description('check this machine, the database, the service, its feeds and the accounts')
    .addHelpText('after', '\nEvery finding says what to do. Ends with 1 when a check failed.')
    .action(async (_options: unknown, command: Command) => {
      finish(await runDoctor(command.optsWithGlobals(), io));
    });
  program
    .command('handover')
    .description('end the service in order, for its standby to go on')
    .addHelpText('after', '\nRefused where no standby is. Open orders and algorithms stay.')
    .action(async (_options: unknown, command: Command) => {
      finish(await runHandover(command.optsWithGlobals(), io));
    });
  addCompletion(program, io);
  return program;
}

function addServe(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  program
    .command('serve')
    .description('run the service in the foreground')
    .option('--port <port>', 'port to listen on (PORT, else 3000)', toPort)
    .option('--host <host>', 'address to listen on (HOST, else 127.0.0.1)')
    .option('--feed <feed>', 'simulated, live or replay:<path> (WINDLASS_FEED)')
    .option('--data-dir <folder>', 'database and secrets (WINDLASS_DATA_DIR, else ./data)')
    .action(async (options) => finish(await runServe(options, io)));
}

function addRecord(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  program
    .command('record')
    .description('record live books into a file that --feed replay:<file> plays back')
    .requiredOption('--venues <venues>', `comma-separated: ${venueIds.join(', ')}`, toList)
    .requiredOption('--symbols <symbols>', 'comma-separated: BTC/USDT, BTC/USDT:USDT, …', toList)
    .requiredOption('--out <file>', 'a new file, .jsonl or .jsonl.gz')
    .option('--seconds <seconds>', 'how long; until Ctrl-C when omitted', toSeconds)
    .action(async (options) => finish(await runRecord(options, io)));
}

function addSimulator(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  program
    .command('simulator')
    .description(
      'run simulated exchanges, with moving markets and demo accounts, for your own bots',
    )
    .option('--venues <venues>', 'comma-separated; all seven when omitted')
    .option('--seed <seed>', 'the same seed moves the markets in the same way (1)')
    .option('--port <port>', 'port of the loopback to listen on, 0 for any (8765)')
    .option('--faults <profile>', 'what goes wrong: off, mild, harsh, or a script (off)')
    .action(async (_options: unknown, command: Command) => {
      finish(await runSimulator(command.optsWithGlobals(), io));
    });
}

function addKeys(program: Command, io: CliIo): void {
  const keys = program.command('keys').description('list, create and revoke API keys');
  keys
    .command('list', { isDefault: true })
    .description('list keys, newest first')
    .action((_options: unknown, command: Command) => listKeys(command.optsWithGlobals(), io));
  keys
    .command('create')
    .description('create a key; its text is shown once')
    .argument('<name>', 'what the key is for')
    .requiredOption('--roles <roles>', 'comma-separated: admin, trader, viewer, …', toList)
    .option('--paths <globs>', 'comma-separated globs the key may reach', toList, ['/**'])
    .option('--accounts <ids>', 'the only exchange accounts it reaches, comma-separated', toList)
    .option('--expires <time>', 'ISO 8601 time with zone')
    .option('--replaces <id>', 'key whose owner, and so whose names of plans, it takes over')
    .action((name: string, _options: unknown, command: Command) =>
      createKey(name, command.optsWithGlobals(), io),
    );
  keys
    .command('revoke')
    .description('revoke a key at once')
    .argument('<id>', 'id of the key, as listed')
    .action((id: string, _options: unknown, command: Command) =>
      revokeKey(id, command.optsWithGlobals(), io),
    );
}

function addBook(program: Command, io: CliIo): void {
  program
    .command('book')
    .description("watch a symbol's order book, merged over venues")
    .argument('<symbol>', 'BASE/QUOTE, e.g. BTC/USDT')
    .option('--depth <levels>', 'levels a side, 1 to 20', toDepth, 10)
    .option('--venues <venues>', 'comma-separated; all when omitted', toList)
    .option('--once', 'print one ladder and exit')
    .action((symbol: string, _options: unknown, command: Command) =>
      runBook(symbol, command.optsWithGlobals(), io),
    );
}

/** Joins Commander's message: it puts its suggestion on a separate line and a word in front. */
const toLine = (text: string): string =>
  text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ');

function toPort(text: string): number {
  return toInteger(text, { min: 0, max: 65_535 });
}

/** A week at most: recordings are meant to be replayed. */
function toSeconds(text: string): number {
  return toInteger(text, { min: 1, max: 604_800 });
}

/** Orderbook §8: the stream goes no deeper than 20 levels. */
function toDepth(text: string): number {
  return toInteger(text, { min: 1, max: 20 });
}
