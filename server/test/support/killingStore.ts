import { openStore as openRealStore } from '../../src/store/index.ts';
import type { HotWriter, PaperSave, Store } from '../../src/store/types.ts';
import { type SubmitBoundary, submitBoundaries } from './killPlan.ts';

// The store, until the named boundary of submit is passed for the nth time: then the process kills
// itself with SIGKILL before anything else of it can run. `killAt.ts` puts it in place.

const { searchParams } = new URL(import.meta.url);
const named = searchParams.get('at');
const nth = Number(searchParams.get('nth') ?? 1);

export async function openStore(options: Parameters<typeof openRealStore>[0]): Promise<Store> {
  const store = await openRealStore(options);
  const at = submitBoundaries.find((boundary) => boundary === named);
  return at === undefined ? store : { ...store, write: killingWriter(store.write, at) };
}

function killingWriter(write: HotWriter, at: SubmitBoundary): HotWriter {
  let passed = 0;
  const reach = (boundary: SubmitBoundary): void => {
    if (boundary !== at) return;
    passed += 1;
    if (passed === nth) process.kill(process.pid, 'SIGKILL');
  };
  // Each order of this life of the service passes each boundary once, however often it is written.
  const untaken = new Set<string>();
  const unanswered = new Set<string>();
  // Not the same: of two words on an order the later may be written first.
  const unrecorded = new Set<string>();
  return {
    ...write,
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

/** Whether the save holds an order that no save before it held. */
function takesOrders({ orders }: PaperSave, untaken: Set<string>): boolean {
  const before = untaken.size;
  for (const { client_id } of orders) untaken.delete(client_id);
  return untaken.size < before;
}
