import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type App, createApp } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { type Clock, createSystemClock } from './kit/clock.ts';
import { errorText } from './kit/errors.ts';
import type { Logger } from './kit/logger.ts';
import { createLogger } from './kit/pinoLogger.ts';
import { createSystemRandom } from './kit/random.ts';
import { StartError } from './kit/startError.ts';
import { createStandby } from './standby.ts';

/**
 * Ctrl-C under npm comes twice: the terminal signals every process of its group, and npm passes its
 * own signal on. A person asks again later than that.
 */
const echoMsMax = 1_000;

/** Runs the service until a signal, or an uncaught fault, ends it. */
async function main(): Promise<void> {
  // Only the service's own user may read what it writes, also in a folder of another user.
  process.umask(0o077);
  const config = loadConfig(process.env);
  // People cannot read JSON around the few lines of the greeting.
  const format = config.logFormat ?? (process.stdout.isTTY ? 'text' : 'json');
  const logger = createLogger({ level: config.logLevel, format });
  const version = readVersion();
  logger.info({ version, config }, 'starting');
  const clock = createSystemClock();
  const random = createSystemRandom();
  const standby = createStandby({
    config,
    clock,
    random,
    logger,
    greet: (waiting) => greetStandby({ version, ...waiting }),
  });
  let isToldToEnd = false;
  const endWait = () => {
    isToldToEnd = true;
    standby.leave(new WaitEnded());
  };
  for (const signal of endSignals) process.once(signal, endWait);
  const app = await createApp({
    config,
    version,
    clock,
    random,
    logger,
    standby: standby.waits,
    pageFolder: fileURLToPath(new URL('../../dashboard/built', import.meta.url)),
  });

  const end = endsOf(app, { clock, logger });
  for (const signal of endSignals) process.off(signal, endWait);
  if (isToldToEnd) return end(0, 'asked to stop during the start');

  // Before listening: the key exists from now on, whether or not the port is free.
  if (app.createdAdminKey !== undefined) showKey(config, app.createdAdminKey);
  const address = await app.listen(await standby.close());
  greet(config, { version, address, seed: app.seed, key: app.createdAdminKey });
}

/** Returns the function that ends the process, whatever the reason. */
function endsOf(app: App, { clock, logger }: { clock: Clock; logger: Logger }) {
  let ending: Promise<void> | undefined;
  let code = 0;
  const end = (exitCode: number, reason: string): void => {
    logger.info({ reason }, 'stopping');
    // A fault in the middle of a planned end makes it an unplanned one.
    code = Math.max(code, exitCode);
    ending ??= app.stop().then(() => process.exit(code));
  };
  let signalledAtMs = Number.NEGATIVE_INFINITY;
  const signalled = (signal: NodeJS.Signals) => {
    const nowMs = clock.monotonic();
    if (nowMs - signalledAtMs < echoMsMax) return;
    signalledAtMs = nowMs;
    // A second request ends the process at once.
    if (ending) process.exit(1);
    end(0, signal);
  };
  for (const signal of endSignals) process.on(signal, signalled);
  const lost = () => end(1, 'the engine is lost');
  if (app.lost.aborted) lost();
  else app.lost.addEventListener('abort', lost);
  app.handedOver.addEventListener('abort', () => end(0, 'handed over'));
  const fault = (kind: string) => (error: unknown) => {
    const stack = error instanceof Error ? error.stack : undefined;
    logger.error({ kind, error: errorText(error), stack }, 'an uncaught error');
    app.countFault(kind);
    end(1, kind);
  };
  process.on('unhandledRejection', fault('unhandledRejection'));
  process.on('uncaughtException', fault('uncaughtException'));
  return end;
}

const endSignals = ['SIGINT', 'SIGTERM'] as const;

/** A standby was ended while it waited. */
class WaitEnded extends StartError {
  constructor() {
    super('It was asked to stop before it owned the engine.');
  }
}

interface Greeting {
  readonly version: string;
  readonly address: string;
  readonly seed: string | undefined;
  /** The admin key, when this start created it. */
  readonly key: string | undefined;
}

/** The few lines an operator needs; everything else is in the log. */
function greet(config: Config, { version, address, seed, key }: Greeting): void {
  const feed = config.feed.kind === 'replay' ? `replay of ${config.feed.path}` : config.feed.kind;
  const lines = [
    `Windlass ${version} on ${address}`,
    `  dashboard ${address}/${key === undefined || !config.demo ? '' : `#key=${key}`}`,
    `  feed      ${feed}${seed === undefined ? '' : ` (seed ${seed})`}`,
    `  reference ${address}/docs`,
    `  database  ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints that this process waits, so that nobody takes it for the service. */
function greetStandby(waiting: {
  readonly version: string;
  readonly address: string;
  readonly owner: string;
}): void {
  const lines = [
    `Windlass ${waiting.version} standby on ${waiting.address}`,
    `  owner     ${waiting.owner}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function showKey({ dataDir }: Config, key: string): void {
  const kept = dataDir === ':memory:' ? 'gone when this ends' : `kept in ${dataDir}/admin.key`;
  process.stdout.write(`Admin key ${key}\n  shown once; ${kept}\n`);
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version }: { version?: unknown } = JSON.parse(text);
  return String(version);
}

/** Returns one line for an error that an operator can fix, and the stack for our own faults. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await main();
} catch (error) {
  if (error instanceof WaitEnded) process.exit(0);
  process.stderr.write(`Windlass cannot start: ${explain(error)}\n`);
  process.exit(1);
}
