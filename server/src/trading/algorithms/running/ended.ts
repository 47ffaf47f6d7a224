import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { isOver } from '../../execution/index.ts';
import type { OrderStore, StoredOrder } from '../../execution/types.ts';
import type { AlgorithmCaller, AlgorithmDraft, AlgorithmRecord, AlgorithmStore } from '../types.ts';
import { hearOrder, type KnownUsd } from './children.ts';
import { createImage } from './draft.ts';
import { isEnded } from './lifecycle.ts';
import type { AlgorithmPublisher } from './news.ts';
import { notRead } from './refusals.ts';
import { snapshotOf } from './snapshot.ts';
import { hashOf } from './starting.ts';

/** Returns the algorithm that was started under the same client id, if there is one. */
export async function findStarted(
  store: Pick<AlgorithmStore, 'find'>,
  draft: AlgorithmDraft,
  { owner, reaches }: AlgorithmCaller,
): Promise<AlgorithmRecord | undefined> {
  const { clientId } = draft;
  if (clientId === undefined) return undefined;
  const found = await store.find(clientId, owner).catch(notRead);
  // One of our own ids may also be somebody's client id.
  return found?.clientId === clientId ? sameStart(found, draft, reaches) : undefined;
}

/** Returns the first start if this is the same, or throws DUPLICATE_CLIENT_ALGORITHM_ID. */
export function sameStart(
  first: AlgorithmRecord,
  draft: AlgorithmDraft,
  reaches: (accountId: string) => boolean,
): AlgorithmRecord {
  const isKnown = first.accountIds.every(reaches);
  if (isKnown && first.requestHash === hashOf(draft)) return first;
  const { id, clientId, status } = first;
  throw new AppError('DUPLICATE_CLIENT_ALGORITHM_ID', {
    message: `Another algorithm has the client_algorithm_id ${clientId}.`,
    ...(isKnown && { data: { order_id: id, client_algorithm_id: clientId, status } }),
  });
}

export interface LateFillsDeps {
  readonly store: AlgorithmStore;
  readonly epoch: number;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly clock: Clock;
  readonly usd: KnownUsd;
  readonly news: Pick<AlgorithmPublisher, 'tell'>;
  readonly observe: { algorithmsNotRead(error: unknown): void };
}

/** Counts fills of algorithms that are reported after their end. */
export interface LateFills {
  heard(order: StoredOrder): void;
  /** Finds fills that no event reported. */
  search(): Promise<void>;
  idle(): Promise<void>;
}

/** We know no venue that corrects fills a day later. */
const searchedMs = 86_400_000;
/** Maximum number of orders waiting to be taken in. The next search finds the others. */
const waitingMax = 1_000;

export function createLateFills(deps: LateFillsDeps): LateFills {
  const { store, clock, observe } = deps;
  // By our order id, the newest report of each order.
  const waiting = new Map<string, StoredOrder>();
  let working: Promise<void> | undefined;

  const takeIn = async (order: StoredOrder): Promise<void> => {
    const record = await store.find(order.parentId ?? '');
    // An algorithm that runs, or is to be taken up, looks for itself.
    if (!record || record.id !== order.parentId || !isEnded(record.status)) return;
    const children = await store.children(record.id);
    const child = children.find(({ clientOrderId }) => clientOrderId === order.clientOrderId);
    if (!child) return;
    const image = createImage(record, children);
    const draft = image.draft(clock.now());
    hearOrder(draft, child.number, { order, usd: deps.usd });
    const save = draft.save();
    if (!save) return;
    await store.save(deps.epoch, save);
    draft.commit();
    deps.news.tell(snapshotOf(image.record(), record.run.elapsedMs, clock.now()), draft.events());
  };
  const work = async (): Promise<void> => {
    try {
      for (const [id, order] of waiting) {
        waiting.delete(id);
        await takeIn(order);
      }
    } catch (error) {
      observe.algorithmsNotRead(error);
    } finally {
      // This is the same step as the last look, so later news starts the work again.
      working = undefined;
    }
  };
  const heard = (order: StoredOrder): void => {
    const known = waiting.get(order.id);
    if (!isOver(order) || (known && known.version > order.version)) return;
    if (!known && waiting.size >= waitingMax) return;
    waiting.set(order.id, order);
    working ??= work();
  };
  return {
    heard,
    async search() {
      for (const { id, number } of await store.drifted(clock.now() - searchedMs)) {
        const child = (await store.children(id)).find((each) => each.number === number);
        const order = child && (await deps.orders.find(child.accountId, child.clientOrderId));
        if (order) heard(order);
      }
    },
    idle: async () => working,
  };
}
