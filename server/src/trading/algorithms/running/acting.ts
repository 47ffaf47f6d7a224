import { AppError } from '../../../kit/errors.ts';
import { type Accounts, existingAccounts } from '../../accounts/index.ts';
import { isOver, retryUntilStored } from '../../execution/index.ts';
import type { Execution, OrderDraft, OrderStore, StoredOrder } from '../../execution/types.ts';
import { marketTypeOf } from '../../model/order.ts';
import type { Estimator } from '../../routing/index.ts';
import type { AlgorithmEvent, CarryFacts, LegTerms, UsableBookView } from '../algorithm.ts';
import { isReducing, legOf, legsOf, sideOf } from '../legs.ts';
import { unsentCode } from '../shared/children.ts';
import type { ChildRecord } from '../types.ts';
import { askExchange, type LookupDeps } from './asking.ts';
import type { Refused } from './children.ts';
import type { RunImage } from './draft.ts';
import { wouldTake } from './resting.ts';
import type { Act } from './stepping.ts';

/** Reads the yield and risk of holding a pair's second leg. */
export type ReadCarry = (query: {
  readonly legs: readonly LegTerms[];
  readonly sinceMs: number | undefined;
}) => Promise<CarryFacts>;

export interface ActingDeps extends LookupDeps {
  readonly carry: ReadCarry;
  readonly execution: Pick<Execution, 'submit' | 'cancel' | 'order'>;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly estimate: Estimator['estimate'];
  readonly observe: ActingObserver;
}

export interface ActingObserver {
  /** The state of a child cannot be looked up now. Called once each time. */
  childrenNotRead(algorithmId: string, error: unknown): void;
  /** A child could not be cancelled. The cancel is tried again. */
  cancelFailed(algorithmId: string, clientOrderId: string, error: unknown): void;
  /** Our own code failed in the middle of an algorithm. */
  algorithmFaulted(algorithmId: string, error: unknown): void;
}

/** Receiver of the results of actions. */
export interface Inbox {
  order(order: StoredOrder): void;
  refused(number: number, why: Refused): void;
  /** Takes the answer to a request. */
  routed(event: Extract<AlgorithmEvent, { kind: 'routed' | 'polled' }>): void;
}

/** Carries out at the venues what an algorithm has decided, once that is durable. */
export interface Acting {
  perform(act: Act): void;
  /** Reports a child that will not be sent, and why. */
  withhold(act: Extract<Act, { kind: 'submit' }>, why: 'left' | 'stopped'): void;
  /** Cancels children that should be cancelled, each until it is over. */
  cancelAsked(): void;
  /**
   * Looks up the state of these children. A child that was stored and has no order was never sent:
   * no order leaves before it is stored.
   */
  lookUp(children: readonly ChildRecord[]): Promise<void>;
  /**
   * Asks the exchanges about children that were resting at the last news of them, or had just been
   * cancelled: news of a fill may have been lost with the last process. Resolves when each is
   * known, or given up.
   */
  catchUp(children: readonly ChildRecord[]): Promise<void>;
  /** Resolves once every child that was sent by now has an answer. */
  sent(): Promise<void>;
}

/** Most cancels that fail meet a venue that is busy for a moment. */
const firstPauseMs = 500;
const pauseMsMax = 15_000;

const notSent: Refused = { code: unsentCode, message: 'The service ended before it was sent.' };

const stopped: Refused = {
  code: unsentCode,
  message: 'Not sent: paused or cancelled first.',
};

/** Refusal when the write took so long that the market is no longer known. */
const bookGone: Refused = {
  code: unsentCode,
  message: 'Its book was not to be traded on any more when it had been stored.',
};

/** The answer of an exchange with post-only orders. The algorithm prices the order anew. */
const crossing: Refused = {
  code: 'POST_ONLY_WOULD_TAKE',
  message: 'The book had moved into its price when it had been stored: it would have taken.',
};

interface Surroundings {
  readonly inbox: Inbox;
  readonly leaving: AbortSignal;
  /** Returns the book of a child's account; undefined while it must not be used for trading. */
  readonly bookOf: (child: ChildRecord) => UsableBookView | undefined;
}

export function createActing(
  deps: ActingDeps,
  image: RunImage,
  { inbox, leaving, bookOf }: Surroundings,
): Acting {
  const { id } = image.record();
  const { observe } = deps;
  const scene: Scene = { deps, image, inbox, leaving };
  const faulted = (error: unknown): void => {
    if (!leaving.aborted) observe.algorithmFaulted(id, error);
  };
  const sending = createTracks(faulted);
  const cancelling = createTracks(faulted);
  return {
    perform(act) {
      if (act.kind === 'route') return void route(scene, act);
      if (act.kind === 'poll') return void poll(scene, act);
      const child = image.child(act.number);
      if (!child) return;
      const book = bookOf(child);
      const needsBook = child.timeInForce === 'IOC' || act.mustRest;
      if (needsBook && !book) inbox.refused(act.number, bookGone);
      else if (
        book &&
        act.mustRest &&
        wouldTake(sideOf(image.record(), child), child.price, book)
      ) {
        inbox.refused(act.number, crossing);
      } else sending.begin(act.number, () => submit(scene, child));
    },
    withhold({ number }, why) {
      inbox.refused(number, why === 'left' ? notSent : stopped);
    },
    cancelAsked() {
      for (const { number, isCancelling } of image.live()) {
        // Nobody can cancel an order that is still being sent.
        const cancel = () => sending.over(number).then(() => cancelUntilOver(scene, number));
        if (isCancelling && !cancelling.has(number)) cancelling.begin(number, cancel);
      }
    },
    async lookUp(children) {
      await Promise.all(
        children.map(async (child) => {
          const order = await findOrder(scene, child);
          if (order) inbox.order(order);
          else if (child.stage === 'intended' && !sending.has(child.number)) {
            inbox.refused(child.number, notSent);
          }
        }),
      );
    },
    async catchUp(children) {
      // One after another, so that each of many algorithms soon has its turn.
      for (const child of children) await catchUpOn(scene, child).catch(faulted);
    },
    sent: sending.allOver,
  };
}

/** Tracks running work, one task per child at most. The number of live children limits it. */
function createTracks(faulted: (error: unknown) => void) {
  const running = new Map<number, Promise<void>>();
  return {
    has: (number: number) => running.has(number),
    begin(number: number, work: () => Promise<void>): void {
      const over = work()
        .catch(faulted)
        .finally(() => running.delete(number));
      running.set(number, over);
    },
    over: async (number: number) => running.get(number),
    async allOver(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}

interface Scene {
  readonly deps: ActingDeps;
  readonly image: RunImage;
  readonly inbox: Inbox;
  readonly leaving: AbortSignal;
}

/** Returns our own order of the child. Rejects only when the service is stopping. */
async function findOrder(
  { deps, image, leaving }: Scene,
  { accountId, clientOrderId }: ChildRecord,
): Promise<StoredOrder | undefined> {
  const { id } = image.record();
  const found = await retryUntilStored(() => deps.orders.find(accountId, clientOrderId), {
    clock: deps.clock,
    leaving,
    failed: (error) => deps.observe.childrenNotRead(id, error),
  });
  return found?.parentId === id ? found : undefined;
}

/** An exchange may say that an order is cancelled, and later report a fill before that. */
const mayHaveFilled: readonly StoredOrder['status'][] = ['open', 'canceled', 'expired'];

/** Asks the exchange about a child. The execution itself follows pending and unknown orders. */
async function catchUpOn(scene: Scene, child: ChildRecord): Promise<void> {
  const { deps, image, inbox, leaving } = scene;
  const stored = await findOrder(scene, child);
  const isOverSince = child.stage !== 'over' && image.child(child.number)?.stage === 'over';
  if (!stored || isOverSince || !mayHaveFilled.includes(stored.status)) return;
  const { accountId, clientOrderId: name, symbol, marketType } = stored;
  try {
    const order = await askExchange(deps, { accountId, name, symbol, marketType }, leaving);
    if (order) inbox.order(order);
  } catch (error) {
    if (!leaving.aborted) deps.observe.childrenNotRead(image.record().id, error);
  }
}

async function submit(scene: Scene, child: ChildRecord): Promise<void> {
  const { deps, image, inbox } = scene;
  const { id, actorId } = image.record();
  const sent = await deps.execution
    .submit(draftOf(image, child), { actorId, parentId: id, isClosing: child.isClosing })
    .then((order) => ({ order, error: undefined }))
    .catch((error: unknown) => ({ order: undefined, error }));
  const own = sent.order?.parentId === id ? sent.order : undefined;
  // Only the stored order tells whether it was refused or sent.
  const order = own ?? (await findOrder(scene, child));
  if (order) return inbox.order(order);
  if (!(sent.error instanceof AppError)) deps.observe.algorithmFaulted(id, sent.error);
  inbox.refused(child.number, toRefused(sent.error));
}

async function cancelUntilOver(scene: Scene, number: number): Promise<void> {
  const { deps, image, inbox, leaving } = scene;
  const { id } = image.record();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMsMax, pauseMs * 2)) {
    const child = image.child(number);
    if (!child || child.stage === 'over' || leaving.aborted) return;
    const { accountId, clientOrderId: name } = child;
    const { symbol } = legOf(image.record(), child.leg);
    const marketType = marketTypeOf(symbol);
    try {
      const view = await deps.execution.cancel({ accountId, name, symbol, marketType });
      const order = 'stored' in view && view.stored.parentId === id ? view.stored : undefined;
      if (order) inbox.order(order);
      if (order && isOver(order)) return;
    } catch (error) {
      deps.observe.cancelFailed(id, name, error);
    }
    await deps.clock.sleep(pauseMs, leaving);
  }
}

async function route(
  { deps, image, inbox }: Scene,
  act: Extract<Act, { kind: 'route' }>,
): Promise<void> {
  const answer = await askRouter(deps, image, act).catch((error: unknown) => {
    if (!(error instanceof AppError)) deps.observe.algorithmFaulted(image.record().id, error);
    return { slices: [], reason: toRefused(error).message };
  });
  inbox.routed({ kind: 'routed', ref: act.ref, ...answer });
}

async function poll(
  { deps, image, inbox }: Scene,
  { sinceMs }: Extract<Act, { kind: 'poll' }>,
): Promise<void> {
  const record = image.record();
  const answer = await deps
    .carry({ legs: legsOf(record), sinceMs })
    .then((facts) => ({ facts, reason: undefined }))
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) deps.observe.algorithmFaulted(record.id, error);
      return { facts: undefined, reason: toRefused(error).message };
    });
  inbox.routed({ kind: 'polled', ...answer });
}

function draftOf(image: RunImage, child: ChildRecord): OrderDraft {
  const { symbol } = legOf(image.record(), child.leg);
  const marketType = marketTypeOf(symbol);
  const isPostOnly = child.timeInForce === 'POST_ONLY';
  return {
    accountId: child.accountId,
    symbol,
    side: sideOf(image.record(), child),
    type: 'limit',
    quantity: Number(child.quantity),
    price: child.price,
    timeInForce: child.timeInForce === 'IOC' ? 'IOC' : 'GTC',
    reduceOnly: isReducing(image.record(), child),
    postOnly: isPostOnly,
    clientOrderId: child.clientOrderId,
    marketType,
  };
}

/**
 * Wider than any book. Algorithms set the worst price themselves: the router counts from the
 * current mid, which may be far from the arrival price by now.
 */
const anySlippageBps = 1_000_000;

async function askRouter(
  deps: ActingDeps,
  image: RunImage,
  { quantity, worstPrice, accountIds }: Extract<Act, { kind: 'route' }>,
) {
  const { symbol, side, reduceOnly } = image.record();
  const accounts = await existingAccounts(deps.accounts, accountIds);
  if (accounts.length === 0) return { slices: [], reason: 'No account takes orders now.' };
  const estimate = await deps.estimate({
    symbol,
    side,
    quantity,
    accounts,
    worstPrice,
    maxSlippageBps: anySlippageBps,
    maxVenues: accounts.length,
    reduceOnly,
  });
  const slices = estimate.slices.map((slice) => ({
    accountId: slice.accountId,
    quantity: slice.quantity,
    limitPrice: slice.limitPrice,
  }));
  const reason = slices.length > 0 ? undefined : whyNothing(estimate.excluded);
  return { slices, reason };
}

function whyNothing(excluded: readonly { readonly message: string }[]): string {
  const reasons = [...new Set(excluded.map(({ message }) => message))].join(' ');
  return `The router finds nothing to take. ${reasons}`.trim();
}

function toRefused(error: unknown): Refused {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  // The error's own text is only for the log.
  return { code: 'INTERNAL_ERROR', message: 'An internal error of this service.' };
}
