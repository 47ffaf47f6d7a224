import { createKeys } from '../../../src/access/keys.ts';
import { createSystemClock } from '../../../src/kit/clock.ts';
import { createIds } from '../../../src/kit/ids.ts';
import { createSystemRandom } from '../../../src/kit/random.ts';
import { openStore } from '../../../src/store/index.ts';
import { silentLogger } from '../silentLogger.ts';
import type { DatabasePlace } from './databases.ts';

// A second process on a test's database, to be killed. It does its job, prints one line when done,
// and lives on; `childProcess.ts` starts it.

const [job, placeJson] = process.argv.slice(2);
const place: DatabasePlace = JSON.parse(placeJson ?? '{}');
const store = await openStore({ ...place, logger: silentLogger });

switch (job) {
  case 'own':
    say(await store.own().then(({ epoch }) => `owned ${epoch}`, refusal));
    break;
  case 'createKey': {
    const ids = createIds(createSystemRandom());
    const keys = createKeys({ store, clock: createSystemClock(), ids, logger: silentLogger });
    const actor = { id: 'system', name: 'system', requestId: undefined };
    const request = { name: 'survivor', roles: ['viewer'], paths: ['/**'] } as const;
    say((await keys.create(request, actor)).key);
    break;
  }
  default:
    throw new Error(`No such job: ${job}`);
}

// The parent kills; if it dies first, its end of this pipe closes.
process.stdin.resume().on('end', () => process.exit(0));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function refusal(error: unknown): string {
  return error instanceof Error ? error.name : String(error);
}
