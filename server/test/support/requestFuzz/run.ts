import { createSeededRandom } from '../../../src/kit/random.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../app/testApp.ts';
import { type Drawing, drawRequest, type FuzzRequest } from './draw.ts';

/** The results of a number of requests. */
export interface FuzzResult {
  readonly requests: number;
  /** Number of answers by status, and by code if there is one. */
  readonly answers: Readonly<Record<string, number>>;
  /** Requests that hung, or whose answer is a fault of ours. */
  readonly wrong: readonly FuzzFinding[];
}

export interface FuzzFinding {
  readonly index: number;
  readonly request: FuzzRequest;
  readonly answer: string;
}

export interface FuzzOptions {
  readonly seed: string;
  readonly count: number;
  /** Called between two batches; false ends the run. */
  readonly told?: (done: number, wrong: number) => boolean;
}

/** Requests that one service gets before another replaces it, with an empty database. */
const lifeRequests = 2_000;
/** Requests that are answered at the same time. */
const batchSize = 25;
/** Step of time while waiting for answers; books change normally. */
const stepMs = 50;
/** Ten minutes of the service's own clock: no answer may take as long. */
const stepsMax = 12_000;
const idsMax = 300;
/** Characters of a wrong answer that are shown. */
const shownChars = 500;

const env = {
  VAULT_RATE_LIMIT_MAX: '1000000',
  TRADING_RATE_LIMIT_MAX: '1000000',
};

/** Sends drawn requests to our own services, one life after the other. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const tally: Tally = { requests: 0, answers: {}, wrong: [] };
  for (let life = 0; tally.requests < options.count; life += 1) {
    const service = await createTestApp(env);
    const random = createSeededRandom(`${options.seed} ${life}`);
    const isOver = await live(service, { random, ids: [] }, { options, tally }).finally(() =>
      service.stop(),
    );
    if (isOver) break;
  }
  return tally;
}

interface Tally {
  requests: number;
  readonly answers: Record<string, number>;
  readonly wrong: FuzzFinding[];
}

interface Life {
  readonly options: FuzzOptions;
  readonly tally: Tally;
}

/** Sends requests to one service; returns true when the run is to end. */
async function live(
  service: TestApp,
  drawing: Drawing & { readonly ids: string[] },
  { options, tally }: Life,
): Promise<boolean> {
  const { count, told = () => true } = options;
  const end = Math.min(count, tally.requests + lifeRequests);
  while (tally.requests < end) {
    if (!told(tally.requests, tally.wrong.length)) return true;
    const size = Math.min(batchSize, end - tally.requests);
    const batch = Array.from({ length: size }, () => drawRequest(drawing));
    const answered = await askAll(service, batch);
    for (const [at, request] of batch.entries()) note(tally, request, answered[at]);
    for (const answer of answered) if (answer) learn(drawing.ids, answer);
  }
  return false;
}

function note(tally: Tally, request: FuzzRequest, answer: TestAnswer | undefined): void {
  const named = answer ? nameOf(answer) : 'no answer';
  tally.answers[named] = (tally.answers[named] ?? 0) + 1;
  const text = answer?.text.slice(0, shownChars) ?? 'It was not answered within ten minutes.';
  if (isWrong(answer)) tally.wrong.push({ index: tally.requests, request, answer: text });
  tally.requests += 1;
}

/** Sends all of them at once, and advances the clock until each is answered. */
async function askAll(
  service: TestApp,
  batch: readonly FuzzRequest[],
): Promise<readonly (TestAnswer | undefined)[]> {
  const answers: (TestAnswer | undefined)[] = batch.map(() => undefined);
  let open = batch.length;
  const asked = batch.map(async ({ method, url, body }, index) => {
    answers[index] = await service.call({ method, url, ...(body !== undefined && { body }) });
    open -= 1;
  });
  for (let turn = 0; turn < 20 && open > 0; turn += 1) await service.clock.advance(0);
  for (let step = 0; step < stepsMax && open > 0; step += 1) await service.clock.advance(stepMs);
  if (open === 0) await Promise.all(asked);
  return answers;
}

function nameOf({ status, text }: TestAnswer): string {
  const [, code = ''] = /"(?:error|code)":"([A-Z_]+)"/.exec(text) ?? [];
  return code === '' ? String(status) : `${status} ${code}`;
}

/** An exchange may fail or refuse; nothing else may be a fault. */
const ofVenues = ['500 NETWORK_ERROR', '500 EXCHANGE_ERROR'];

function isWrong(answer: TestAnswer | undefined): boolean {
  if (!answer) return true;
  const named = nameOf(answer);
  if (answer.status < 500) return false;
  return (
    named.includes('STORE_UNAVAILABLE') || (answer.status === 500 && !ofVenues.includes(named))
  );
}

/** Keeps the newest names in answers. */
function learn(ids: string[], { status, text }: TestAnswer): void {
  if (status >= 300) return;
  for (const [, id] of text.matchAll(/"(?:\w*_id|id)":"([^"\\]{1,80})"/g)) {
    if (id !== undefined && !ids.includes(id)) ids.push(id);
  }
  ids.splice(0, Math.max(0, ids.length - idsMax));
}
