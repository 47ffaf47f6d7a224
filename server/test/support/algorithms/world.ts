import { AppError } from '../../../src/kit/errors.ts';
import { StaleEpochError } from '../../../src/store/types.ts';
import { isEnded } from '../../../src/trading/algorithms/running/lifecycle.ts';
import type {
  AlgorithmRecord,
  AlgorithmStore,
  ChildRecord,
  HistoryEntry,
} from '../../../src/trading/algorithms/types.ts';
import { isOver, pendingOrder } from '../../../src/trading/execution/storedOrders.ts';
import type { Execution, OrderDraft, StoredOrder } from '../../../src/trading/execution/types.ts';
import type { AccountId } from '../../../src/trading/model/account.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import { newIntent } from '../orders/fixture.ts';

/** The exchange's reaction to a child's order. */
export type Fate = 'fills' | 'rests' | 'rejects' | 'loses' | 'refuses';

/** The parts that outlive a process: the tables and the exchange, with a hook before each call. */
export interface AlgorithmWorld {
  readonly records: Map<string, AlgorithmRecord>;
  readonly children: Map<string, ChildRecord>;
  readonly lines: Map<string, HistoryEntry[]>;
  readonly orders: Map<string, StoredOrder>;
  /** Client order ids as they arrived at the exchange. */
  readonly sent: string[];
  /** Calls so far. */
  readonly calls: string[];
  readonly listeners: Set<(order: StoredOrder) => void>;
  /** Hooks called before a call of that name, and with `answered.` before its answer. */
  readonly doors: Map<string, () => Promise<void> | void>;
  /** Changes of orders at the exchange that were never reported, by client order id. */
  readonly missed: Map<string, Partial<StoredOrder>>;
  fate: (draft: OrderDraft) => Fate;
  epoch: number;
  beatAtMs: number | undefined;
  /** Changes an order, and reports it. */
  tell(clientOrderId: string, changes?: Partial<StoredOrder>): StoredOrder;
}

export function createAlgorithmWorld(): AlgorithmWorld {
  const world: AlgorithmWorld = {
    records: new Map(),
    children: new Map(),
    lines: new Map(),
    orders: new Map(),
    sent: [],
    calls: [],
    listeners: new Set(),
    doors: new Map(),
    missed: new Map(),
    fate: () => 'fills',
    epoch: 1,
    beatAtMs: undefined,
    tell(clientOrderId, changes = {}) {
      const known = world.orders.get(clientOrderId);
      if (!known) throw new Error(`${clientOrderId} is no order`);
      const order = { ...known, ...changes, version: known.version + 1 };
      world.orders.set(clientOrderId, order);
      for (const listener of world.listeners) listener(order);
      return order;
    },
  };
  return world;
}

/** Lets a call through, or does what the test says. */
async function pass({ doors, calls }: AlgorithmWorld, name: string): Promise<void> {
  if (!name.startsWith('answered.')) calls.push(name);
  await doors.get(name)?.();
}

/** Creates the tables of algorithms, with the rules of the real ones. */
export function worldStore(world: AlgorithmWorld): AlgorithmStore {
  return { ...writesOf(world), ...readsOf(world) };
}

function writesOf(world: AlgorithmWorld): Pick<AlgorithmStore, 'create' | 'save' | 'beat'> {
  const requireEpoch = (epoch: number) => {
    if (epoch !== world.epoch) throw new StaleEpochError(epoch, world.epoch);
  };
  const write = (save: Parameters<AlgorithmStore['save']>[1]) => {
    const { id, status } = save.record;
    const known = world.records.get(id);
    // A record of an ended algorithm only takes what comes late.
    if (known && isEnded(known.status) && known.status !== status) return;
    world.records.set(id, save.record);
    for (const child of save.children) world.children.set(child.clientOrderId, child);
    const lines = world.lines.get(id) ?? [];
    const fresh = save.events.filter(({ number }) => lines.every((line) => line.number !== number));
    world.lines.set(id, [...lines, ...fresh]);
  };
  return {
    async create(epoch, save) {
      await pass(world, 'create');
      requireEpoch(epoch);
      const { clientId } = save.record;
      const first = [...world.records.values()].find((each) => each.clientId === clientId);
      if (clientId !== undefined && first) return { kind: 'exists', record: first };
      write(save);
      await pass(world, 'answered.create');
      return { kind: 'recorded' };
    },
    async save(epoch, save) {
      await pass(world, 'save');
      requireEpoch(epoch);
      write(save);
      await pass(world, 'answered.save');
    },
    async beat(_epoch, atMs) {
      world.beatAtMs = atMs;
    },
  };
}

function readsOf(world: AlgorithmWorld): Omit<AlgorithmStore, 'create' | 'save' | 'beat'> {
  const records = () => [...world.records.values()];
  const childrenOf = (id: string) =>
    [...world.children.values()].filter((each) => each.clientOrderId.startsWith(`${id}.`));
  const isDrifted = ({ clientOrderId, filled }: ChildRecord) =>
    Number(world.orders.get(clientOrderId)?.filled ?? 0) > Number(filled);
  return {
    async find(name) {
      await pass(world, 'find');
      return world.records.get(name) ?? records().find(({ clientId }) => clientId === name);
    },
    list: async () => ({ total: world.records.size, records: records() }),
    async unfinished() {
      await pass(world, 'unfinished');
      const found = records().filter(({ status }) => !isEnded(status));
      await pass(world, 'answered.unfinished');
      return found;
    },
    async children(id) {
      await pass(world, `children ${id}`);
      return childrenOf(id);
    },
    events: async (id, limit) => (world.lines.get(id) ?? []).slice(-limit),
    async drifted(endedSinceMs) {
      const those = records().filter(
        ({ status }) => isEnded(status) === (endedSinceMs !== undefined),
      );
      const children = (id: string) => childrenOf(id).filter(isDrifted);
      return those.flatMap(({ id }) => children(id).map(({ number }) => ({ id, number })));
    },
    async lastBeat() {
      await pass(world, 'lastBeat');
      return world.beatAtMs;
    },
  };
}

type WorldExecution = Pick<Execution, 'submit' | 'cancel' | 'order'>;

/** Sends as the real execution does: stored first, sent once, reported when it is known. */
export function worldExecution(world: AlgorithmWorld): WorldExecution {
  return {
    async submit(draft, { actorId, parentId }) {
      await pass(world, 'submit');
      const fate = world.fate(draft);
      if (fate === 'refuses') throw new AppError('DAILY_LIMIT_EXCEEDED');
      const order = pendingOf(draft, { actorId, parentId });
      const name = order.clientOrderId;
      if (world.orders.has(name)) throw new AppError('DUPLICATE_CLIENT_ORDER_ID');
      world.orders.set(name, order);
      await pass(world, 'reserved');
      world.sent.push(name);
      world.tell(name, afterSending(order, fate));
      await pass(world, 'answered.submit');
      if (fate === 'loses') throw new AppError('NETWORK_ERROR');
      if (fate === 'rejects') throw new AppError('INSUFFICIENT_BALANCE');
      return world.orders.get(name) ?? order;
    },
    async order({ name }) {
      await pass(world, 'order');
      const order = world.orders.get(name);
      if (!order) throw new AppError('ORDER_NOT_FOUND');
      // Changes at the exchange while nobody listened, if any.
      const missed = world.missed.get(name);
      world.missed.delete(name);
      return { stored: missed ? world.tell(name, missed) : order };
    },
    async cancel({ name }) {
      await pass(world, 'cancel');
      const order = world.orders.get(name);
      if (!order) throw new AppError('ORDER_NOT_FOUND');
      if (order.status === 'unknown') throw new AppError('NETWORK_ERROR');
      if (isOver(order)) return { stored: order };
      return { stored: world.tell(name, { status: 'canceled' }) };
    },
  };
}

export async function findOrder(world: AlgorithmWorld, name: string) {
  await pass(world, 'findOrder');
  return world.orders.get(name);
}

function pendingOf(draft: OrderDraft, sender: { actorId: string; parentId: string | undefined }) {
  const { accountId, symbol, clientOrderId = '', quantity, price, timeInForce, side } = draft;
  return pendingOrder(
    newIntent(clientOrderId, {
      accountId: accountId as AccountId,
      symbol: symbol as InstrumentSymbol,
      quantity: String(quantity),
      price: String(price),
      timeInForce,
      side,
      ...sender,
    }),
  );
}

function afterSending({ quantity, price = '0' }: StoredOrder, fate: Fate): Partial<StoredOrder> {
  switch (fate) {
    case 'fills':
      return filled(quantity, Number(price));
    case 'rests':
      return { status: 'open' };
    case 'rejects':
      return { status: 'rejected', rejectCode: 'INSUFFICIENT_BALANCE', reason: 'Too little.' };
    case 'loses':
    case 'refuses':
      return { status: 'unknown' };
  }
}

/** Returns the venue's state of an order that filled completely. */
export function filled(quantity: string, price: number): Partial<StoredOrder> {
  const cost = String(Number(quantity) * price);
  return { status: 'closed', filled: quantity, average: price, cost };
}
