import { readFileSync } from 'node:fs';
import process from 'node:process';
import { announce, announceJson } from './announcement.ts';
import { readArguments, type SimulatorCall } from './arguments.ts';
import { readFaults } from './readFaults.ts';
import { createSimulator } from './simulator.ts';
import { openWorld } from './world/world.ts';

/** Milliseconds between moves of the books, which take about a tenth of a core. */
const beatMs = 100;
const exitCodes = { ok: 0, failure: 1, usage: 2 } as const;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the exchanges in the foreground until a signal. */
async function main(): Promise<number> {
  const call = readArguments(process.argv.slice(2));
  if ('problem' in call) return refuse(call.problem, exitCodes.usage);
  const faults = readFaults(call.faults, (path) => readFileSync(path, 'utf8'));
  if ('problem' in faults) return refuse(faults.problem, exitCodes.usage);
  // Listens early, so that a signal during the start ends it at once.
  const ended = untilEnded();
  const now = () => Date.now(); // tidy-ok: the process alone has real time
  const simulator = createSimulator({
    now,
    venues: call.venues,
    schedule: (ms, work) => void setTimeout(work, ms), // tidy-ok: late answers, in real time
  });
  const world = openWorld(simulator, { ...call, startMs: now() });
  simulator.misbehave(faults, call.seed);
  const listening = await simulator.listen(call.port).catch((error: unknown) => ({ error }));
  if ('error' in listening) return refuse(listenProblem(call, listening.error), exitCodes.failure);
  const { venues, seed, isJson } = call;
  const running = { ...listening, seed, venues, faults: call.faults, markets: world.markets };
  process.stdout.write(isJson ? announceJson(running) : announce(running));
  const beat = () => world.beat(now());
  const beats = setInterval(beat, beatMs); // tidy-ok: the process alone has real time
  await ended;
  clearInterval(beats);
  await simulator.close();
  return exitCodes.ok;
}

/** Waits for a signal. A reader that leaves (`| head`) does not end it, as bots go on trading. */
function untilEnded(): Promise<void> {
  process.stdout.on('error', () => undefined);
  return new Promise((resolve) => {
    for (const name of signals) process.once(name, () => resolve());
  });
}

function listenProblem({ port }: SimulatorCall, error: unknown): string {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (isTaken) return `Port ${port} is in use: name another by --port.`;
  return `Cannot listen on port ${port}: ${String(error)}.`;
}

function refuse(problem: string, exitCode: number): number {
  process.stderr.write(`windlass: ${problem}\n`);
  return exitCode;
}

process.exitCode = await main();
