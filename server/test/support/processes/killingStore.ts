import { openStore as openRealStore } from '../../../src/store/index.ts';
import type {
  AlgorithmOperations,
  AlgorithmRows,
  HotWriter,
  PaperSave,
  PlanOperations,
} from '../../../src/store/operations.ts';
import type { PlanRow } from '../../../src/store/schema.ts';
import type { Store } from '../../../src/store/types.ts';
import { algorithmBoundaries, planBoundaries, submitBoundaries } from './killPlan.ts';

// The store, until the named boundary is passed for the nth time: then the process kills itself
// with SIGKILL before anything else of it can run. `killAt.ts` installs it.

const boundaries = [...submitBoundaries, ...planBoundaries, ...algorithmBoundaries];
type Boundary = (typeof boundaries)[number];

const { searchParams } = new URL(import.meta.url);
const named = searchParams.get('at');
const nth = Number(searchParams.get('nth') ?? 1);
const algorithmType = searchParams.get('of');
const purpose = searchParams.get('placing');
const phase = searchParams.get('phase');
const isOfSecondRound = searchParams.get('round') === '2';

export async function openStore(options: Parameters<typeof openRealStore>[0]): Promise<Store> {
  const store = await openRealStore(options);
  const at = boundaries.find((boundary) => boundary === named);
  return at === undefined ? store : { ...store, write: killingWriter(store.write, at) };
}

function killingWriter(write: HotWriter, at: Boundary): HotWriter {
  let passed = 0;
  let isCounting = !isOfSecondRound;
  const reach = (boundary: Boundary): void => {
    if (boundary !== at || !isCounting) return;
    passed += 1;
    if (passed === nth) process.kill(process.pid, 'SIGKILL');
  };
  // Each order of this life of the service passes each boundary once, however often it is written.
  const untaken = new Set<string>();
  const unanswered = new Set<string>();
  // A separate set: of two writes about an order the later may be written first.
  const unrecorded = new Set<string>();
  return {
    ...write,
    ...killingPlans(write, reach, () => {
      isCounting = true;
    }),
    ...killingAlgorithms(write, reach),
    async reserveOrder(epoch, order, limits) {
      reach('beforeReserve');
      const answer = await write.reserveOrder(epoch, order, limits);
      if (answer.kind !== 'recorded') return answer;
      untaken.add(order.venue_client_id);
      unanswered.add(order.id);
      unrecorded.add(order.id);
      reach('reserved');
      return answer;
    },
    async savePaper(epoch, save) {
      const isTaken = takesOrders(save, untaken);
      if (isTaken) reach('taken');
      await write.savePaper(epoch, save);
      if (isTaken) reach('durable');
    },
    async recordOutcome(epoch, id, said) {
      if (unanswered.delete(id)) reach('answered');
      const row = await write.recordOutcome(epoch, id, said);
      if (unrecorded.delete(id)) reach('recorded');
      return row;
    },
  };
}

/** Counts only plans of this life of the service: earlier ones are only brought to their end. */
function killingPlans(
  write: HotWriter,
  reach: (boundary: Boundary) => void,
  again: () => void,
): PlanOperations {
  const unbegun = new Set<string>();
  const once = new Set<string>();
  const own = new Set<string>();
  return {
    async createRoutingPlan(epoch, plan) {
      const answer = await write.createRoutingPlan(epoch, plan);
      if (answer.kind !== 'recorded') return answer;
      own.add(plan.id);
      once.add(plan.id);
      unbegun.add(plan.id);
      reach('planCreated');
      return answer;
    },
    async saveRoutingPlan(epoch, plan) {
      const isEnding = plan.status !== 'pending' && plan.status !== 'executing';
      if (isEnding && own.delete(plan.id)) reach('planEnding');
      await write.saveRoutingPlan(epoch, plan);
      if (unbegun.delete(plan.id)) reach('planBegun');
      if (!hasSecondRound(plan) || !once.delete(plan.id)) return;
      reach('planAgain');
      again();
    },
  };
}

function killingAlgorithms(
  write: HotWriter,
  reach: (boundary: Boundary) => void,
): AlgorithmOperations {
  const placed = new Set<string>();
  return {
    async createAlgorithm(epoch, rows, accountIds) {
      const answer = await write.createAlgorithm(epoch, rows, accountIds);
      if (answer.kind === 'recorded' && isMeant(rows, placed)) reach('algorithmCreated');
      return answer;
    },
    async saveAlgorithmStep(epoch, rows) {
      const counts = isMeant(rows, placed);
      if (counts) reach('stepSaving');
      await write.saveAlgorithmStep(epoch, rows);
      if (counts) reach('stepSaved');
    },
  };
}

/** Returns true when a step has the given type, phase and purpose. Each child is new once. */
function isMeant({ order, children }: AlgorithmRows, placed: Set<string>): boolean {
  if (order.type !== algorithmType) return false;
  const added = children.filter(
    ({ stage, client_order_id: name }) => stage === 'intended' && !placed.has(name),
  );
  for (const { client_order_id } of added) placed.add(client_order_id);
  const purposes = added.map(({ child_json }) => JSON.parse(child_json).purpose);
  if (purpose !== null && !purposes.includes(purpose)) return false;
  return phase === null || JSON.parse(order.record_json).state.phase === phase;
}

function hasSecondRound({ plan_json }: PlanRow): boolean {
  const { slices } = JSON.parse(plan_json) as { slices: readonly { round: number }[] };
  return slices.some(({ round }) => round === 2);
}

/** Returns true when the save contains an order that no save before it did. */
function takesOrders({ orders }: PaperSave, untaken: Set<string>): boolean {
  const before = untaken.size;
  for (const { client_id } of orders) untaken.delete(client_id);
  return untaken.size < before;
}
