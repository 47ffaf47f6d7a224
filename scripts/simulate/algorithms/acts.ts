import { actOne, type Weighted } from '../chance.ts';
import type { Answer } from '../checker.ts';
import type { CrashPoint } from '../crashes.ts';
import { actByHand, haltOne, resume, sendAgain } from '../operations.ts';
import { orderUrl } from '../requests.ts';
import { drawPlain, drawStop, limitOf } from './drawing.ts';
import { parentOf } from './parents.ts';
import type { AlgorithmScene, Started } from './scene.ts';
import { trouble } from './trouble.ts';

/**
 * Maximum number of algorithms of a seed. Each is a run of its own; more of them find little more.
 */
const parentsMax = 2;

/** Acts that may happen next in any run with algorithms, with their weights. */
export const usualActs: Weighted<AlgorithmScene> = [
  [7, startAnother],
  [4, startAgain],
  [6, lookAtOne],
  [9, pauseOne],
  [9, resumeOne],
  [3, cancelOne],
  [6, sendPlain],
  [5, sendStop],
  [3, cancelPlain],
  [4, (scene) => sendAgain(scene)],
  [2, (scene) => haltOne(scene)],
  [4, (scene) => resume(scene)],
  [6, (scene) => actByHand(scene)],
  [36, trouble],
];

/** Acts that lead to a boundary where the process is to die, and that chance would seldom bring. */
const waysTo: Readonly<Partial<Record<CrashPoint, (scene: AlgorithmScene) => void>>> = {
  'before a start': startAnother,
  'after a start': startAnother,
  'before a pause': pauseOne,
  'after a pause': pauseOne,
  'before a withdrawal': cancelOne,
  'after a withdrawal': cancelOne,
};

export function actOnAlgorithms(scene: AlgorithmScene): void {
  const way = waysTo[scene.world.crashes.planned() ?? 'at rest'];
  if (way && scene.chance.happens(0.5)) {
    way(scene);
    return;
  }
  actOne(scene.casting.acts, scene);
}

const base = '/order-execution/algorithms';

export function startAnother(scene: AlgorithmScene): void {
  const { started } = scene;
  if (started.length >= parentsMax) return;
  const drawing = { ...scene, accounts: scene.scenery.accounts };
  const body = scene.casting.draw(drawing, `parent-${started.length}`);
  const one: Started = { body, id: undefined };
  started.push(one);
  askStart(scene, one);
  if (scene.chance.happens(0.05)) askStart(scene, one);
}

/** Sends a start again, as a caller does that got no answer or does not believe it. */
function startAgain(scene: AlgorithmScene): void {
  const { world, started, chance } = scene;
  if (started.length === 0) return;
  if (world.faults.strikes('F7')) world.faults.fired('F7', 'started again by the caller');
  askStart(scene, chance.pick(started));
}

function askStart(scene: AlgorithmScene, one: Started): void {
  const { world, callers, service } = scene;
  const { body } = one;
  void callers.ask(service, { method: 'POST', url: `${base}/start`, body }).then((answer) => {
    if (answer.code === 'INTERNAL_ERROR') world.wrong(`INTERNAL_ERROR to ${JSON.stringify(body)}`);
    if (answer.status === 200) checkStarted(scene, one, answer);
  });
}

/** Checks that a started algorithm is in the tables at once, and always has the same id. */
function checkStarted({ world, store }: AlgorithmScene, one: Started, { orderId }: Answer): void {
  const name = one.body.client_algorithm_id;
  const parent = orderId === undefined ? undefined : parentOf(store.rows, orderId);
  if (!parent) {
    world.wrong(`the start of ${name} was answered with ${orderId}, which is not stored`);
    return;
  }
  const { algorithm_type, side, quantity } = one.body;
  const asked = [algorithm_type, side, quantity, limitOf(one.body)].join(' ');
  const stored = [parent.type, parent.side, Number(parent.quantity), parent.limitPrice].join(' ');
  if (stored !== asked) world.wrong(`${name} asked for ${asked} and is stored as ${stored}`);
  if (one.id !== undefined && one.id !== orderId) {
    world.wrong(`${name} was ${one.id} and is ${orderId}`);
  }
  one.id = orderId;
}

function pickOne({ chance, started }: AlgorithmScene): { name: string; id: string } | undefined {
  const known = started.flatMap(({ id, body }) =>
    id === undefined ? [] : [{ id, name: chance.happens(0.5) ? id : body.client_algorithm_id }],
  );
  return known.length === 0 ? undefined : chance.pick(known);
}

function pauseOne(scene: AlgorithmScene): void {
  const one = pickOne(scene);
  if (!one) return;
  const { watcher, callers, service } = scene;
  const askedAt = watcher.resumptions();
  void callers.ask(service, { method: 'POST', url: `${base}/${one.name}/pause` }).then((answer) => {
    if (answer.orderStatus === 'PAUSED') watcher.paused(one.id, askedAt);
    unlessOdd(scene, 'pause', answer);
  });
}

function resumeOne(scene: AlgorithmScene): void {
  const one = pickOne(scene);
  if (!one) return;
  const { watcher, callers, service } = scene;
  watcher.resuming(one.id);
  const url = `${base}/${one.name}/resume`;
  void callers
    .ask(service, { method: 'POST', url })
    .then((answer) => unlessOdd(scene, 'resume', answer));
}

function cancelOne(scene: AlgorithmScene): void {
  const one = pickOne(scene);
  if (one) askCancel(scene, one.name);
}

export function askCancel(
  scene: Pick<AlgorithmScene, 'callers' | 'service' | 'world'>,
  name: string,
): void {
  const url = `${base}/${name}/cancel`;
  void scene.callers
    .ask(scene.service, { method: 'POST', url })
    .then((answer) => unlessOdd(scene, 'cancel', answer));
}

function lookAtOne(scene: AlgorithmScene): void {
  const one = pickOne(scene);
  const { chance, callers, service } = scene;
  if (!one || chance.happens(0.2)) {
    void callers.ask(service, { method: 'GET', url: base });
    return;
  }
  void callers
    .ask(service, { method: 'GET', url: `${base}/${one.name}` })
    .then((answer) => unlessOdd(scene, 'look', answer));
}

/**
 * Reports odd answers. 409: the algorithm cannot do that in its state; 5xx with a code: the
 * database is full.
 */
function unlessOdd({ world }: Pick<AlgorithmScene, 'world'>, verb: string, answer: Answer): void {
  const { status, code } = answer;
  if (status === 200 || status === 409) return;
  const isDisk = status >= 500 && code !== 'INTERNAL_ERROR';
  if (!isDisk) world.wrong(`a ${verb} was answered with ${status} ${code}`);
}

function sendPlain(scene: AlgorithmScene): void {
  const { chance, callers, service } = scene;
  const order = drawPlain({ ...scene, accounts: scene.scenery.accounts });
  const isNamed = chance.happens(0.6);
  callers.submit(service, {
    ...order,
    ...(isNamed && { client_order_id: `mine-${callers.asked.length}` }),
  });
}

function sendStop(scene: AlgorithmScene): void {
  const { callers, service } = scene;
  callers.submit(service, drawStop({ ...scene, accounts: scene.scenery.accounts }));
}

function cancelPlain({ chance, callers, service }: AlgorithmScene): void {
  const known = callers.asked.filter(({ answer }) => answer?.orderId !== undefined);
  if (known.length === 0) return;
  const { accountId, answer } = chance.pick(known);
  const url = orderUrl(accountId, answer?.orderId ?? '');
  void callers.ask(service, { method: 'DELETE', url });
}
