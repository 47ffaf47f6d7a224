import { amountText } from '@windlass/matching';
import { abortable } from '../../../kit/abortable.ts';
import type { Account } from '../../model/account.ts';
import type {
  CancelOutcome,
  LookupOutcome,
  OrderRef,
  SubmitOutcome,
  VenueBalances,
  VenueOrder,
  VenueOrderState,
  VenueSession,
} from '../venuePort.ts';
import { VenueUnavailableError } from '../venuePort.ts';
import {
  outcomeOf,
  readSettled,
  type SessionDeps,
  settled,
  toUnknown,
  type Unknown,
} from './answers.ts';
import { chargeAnew } from './defining.ts';
import { pooledWallets } from './engines.ts';
import { toTradingFee } from './fees.ts';
import { walletOf } from './instruments.ts';
import { meansNow } from './means.ts';
import { createPaperPerps } from './perps.ts';
import { defineMarket, place, type Refusal, refusal } from './placing.ts';
import type { PaperAccount } from './types.ts';

/** Submits of one account at a time: more would wait for seconds, and are refused instead. */
const submitsMax = 2_000;

const lost: Unknown = { kind: 'unknown', message: 'The answer of the paper venue was lost.' };

/** Creates the session of a paper account. */
export function createPaperSession(account: Account, deps: SessionDeps): VenueSession {
  const submitter = createSubmitter(deps);
  return {
    submit: submitter.submit,
    // An order is accepted by a write of the owner's epoch, which ends with the ownership.
    takenWithinMs: () => 0,
    cancel: (ref, signal) => outcomeOf(() => cancel(deps, ref), signal),
    lookup: (ref, signal) =>
      outcomeOf(async (): Promise<LookupOutcome> => {
        // An order that is being accepted is neither absent nor there yet.
        await submitter.passed(ref.clientId);
        const order = await findDurable(await settled(deps), ref);
        return order ? { kind: 'found', order } : { kind: 'absent' };
      }, signal),
    openOrders: (marketType, symbol, signal) =>
      readSettled(deps, signal, ({ ledger }) =>
        ledger
          .openOrders()
          .filter((order) => order.marketType === marketType)
          .filter((order) => symbol === undefined || order.symbol === symbol),
      ),
    balances: (marketType, signal) =>
      readSettled(deps, signal, ({ ledger, venue }) => {
        const { engine } = ledger;
        const isPooled = account.portfolioMargin;
        return toBalances(
          isPooled ? pooledWallets(engine, venue) : engine.wallets(walletOf(venue, marketType)),
        );
      }),
    // Accounts of earlier versions lack the wallets that trading does not need: they count as
    // empty.
    walletBalances: (wallet, signal) =>
      readSettled(deps, signal, ({ ledger }) => toBalances(ledger.engine.wallets(wallet))),
    async meansNow(market) {
      const paper = await deps.paper();
      // An order is judged by the same prices, which are read again when it comes.
      paper.watches.show(market.symbol);
      paper.collateral.look();
      return meansNow(paper, market);
    },
    fills: ({ marketType, sinceMs, limit }, signal) =>
      readSettled(deps, signal, ({ tables }) => tables.fills(marketType, sinceMs, limit)),
    ...createPaperPerps(account, deps),
    async tradingFee(market) {
      const venue = deps.venueOf(account.venue);
      const fee = toTradingFee(venue, market);
      if (fee) return fee;
      const { name } = venue.capabilities;
      throw new VenueUnavailableError(`${name} has no ${market.marketType} markets.`);
    },
    renew: deps.renew,
    close: deps.close,
  };
}

/** Submits, one at a time for each client id, so that the second always sees the first. */
function createSubmitter(deps: SessionDeps) {
  const running = new Map<string, Promise<SubmitOutcome>>();
  const submitNext = async (order: VenueOrder, signal: AbortSignal): Promise<SubmitOutcome> => {
    const { clientId } = order;
    if (running.size >= submitsMax) return refusal('Too many orders are on their way.');
    // When several wait, the first to go on is in the list before the next one looks.
    for (let first = running.get(clientId); first; first = running.get(clientId)) await first;
    const run = submitOne(deps, order, signal)
      .catch(toUnknown)
      .finally(() => running.delete(clientId));
    running.set(clientId, run);
    return run;
  };
  return {
    /** Resolves once no submit of that id is in progress. */
    passed: async (clientId: string): Promise<void> => {
      for (let first = running.get(clientId); first; first = running.get(clientId)) await first;
    },
    submit: (order: VenueOrder, signal: AbortSignal) =>
      abortable(submitNext(order, signal), signal).catch(toUnknown),
  };
}

async function submitOne(
  deps: SessionDeps,
  order: VenueOrder,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const call = { verb: 'submit', clientId: order.clientId } as const;
  if (deps.faults?.isLost('beforeAccept', call)) return lost;
  const paper = await deps.paper();
  const { ledger, watches, saver } = paper;
  const ref = { clientId: order.clientId, venueOrderId: undefined };
  const known = ledger.find(ref) ?? (await findPlaced(paper, order.clientId));
  if (known) {
    await saver.settled();
    return { kind: 'acknowledged', order: (await findDurable(paper, ref)) ?? known };
  }
  // An order that cannot be written down must not be accepted.
  if (saver.failure() !== undefined) return toUnknown(saver.failure());
  paper.join();
  watches.hold(order.symbol);
  try {
    const refused = defineMarket(deps, paper, order);
    if (refused) return refused;
    await watches.ready(order.symbol);
    // A caller that gave up got `unknown`: the order must not come to life after that.
    if (signal.aborted) return toUnknown(signal.reason);
    if (deps.isClosing()) return toUnknown('The account was closed.');
    // The account may have been changed during the wait for the book.
    chargeAnew(deps, paper, [order.symbol]);
    paper.recent.placed(order.clientId);
    paper.collateral.look();
    const first = place(deps, paper, order);
    const placed = isDoubtful(first, paper)
      ? await placePriced(deps, paper, { order, signal })
      : first;
    if ('kind' in placed) return placed;
    const saved = saver.settled();
    if (deps.faults?.isLost('beforeDurable', call)) {
      // The saver reports a failure; nobody waits here any more.
      saved.catch(() => undefined);
      return lost;
    }
    await saved;
    return deps.faults?.isLost('beforeAnswer', call)
      ? lost
      : { kind: 'acknowledged', order: placed };
  } finally {
    watches.release(order.symbol);
    // New rules or a first look at the book may have ended other orders.
    if (ledger.hasChanges()) saver.settled().catch(() => undefined);
  }
}

/** True when an order was refused that coins without a price might cover. */
function isDoubtful(
  placed: VenueOrderState | Refusal,
  { collateral }: PaperAccount,
): placed is Refusal {
  const isShort =
    'kind' in placed &&
    (placed.code === 'INSUFFICIENT_BALANCE' || placed.code === 'INSUFFICIENT_MARGIN');
  return isShort && !collateral.isPriced();
}

/**
 * Places an order again once the books of coins had time to open: the first attempt left no trace.
 */
async function placePriced(
  deps: SessionDeps,
  paper: PaperAccount,
  { order, signal }: { readonly order: VenueOrder; readonly signal: AbortSignal },
): Promise<VenueOrderState | Refusal | Unknown> {
  await paper.collateral.ready();
  if (signal.aborted) return toUnknown(signal.reason);
  if (deps.isClosing()) return toUnknown('The account was closed.');
  return place(deps, paper, order);
}

/** Returns an ended order of that client id. */
async function findPlaced({ tables, recent }: PaperAccount, clientId: string) {
  return recent.mayBeKnown(clientId) ? tables.byClientId(clientId) : undefined;
}

async function cancel(deps: SessionDeps, ref: OrderRef): Promise<CancelOutcome> {
  const call = { verb: 'cancel', clientId: ref.clientId } as const;
  if (deps.faults?.isLost('beforeAccept', call)) return lost;
  const paper = await deps.paper();
  const { ledger, saver } = paper;
  const state = ledger.find(ref);
  if (state?.status === 'open') {
    // When the stop leg of an OCO was triggered, it is the only open leg.
    const [leg] = ledger.openLegs(state.venueOrderId);
    if (leg) {
      const { accountId, orderId } = leg;
      ledger.run({ type: 'cancel', at: deps.clock.now(), accountId, orderId });
    }
  }
  const saved = saver.settled();
  if (deps.faults?.isLost('beforeDurable', call)) {
    saved.catch(() => undefined);
    return lost;
  }
  const ended = ledger.find(ref);
  await saved;
  if (deps.faults?.isLost('beforeAnswer', call)) return lost;
  const order = ended ?? (await findDurable(paper, ref));
  return order ? { kind: 'done', order } : { kind: 'notFound' };
}

/** Finds an order by the venue's id if it is known, else by ours. */
async function findDurable(
  { ledger, tables }: PaperAccount,
  ref: Pick<OrderRef, 'clientId' | 'venueOrderId'>,
): Promise<VenueOrderState | undefined> {
  const held = ledger.durable(ref);
  if (held) return held;
  const byVenueId =
    ref.venueOrderId === undefined ? undefined : await tables.byVenueId(ref.venueOrderId);
  return byVenueId ?? tables.byClientId(ref.clientId);
}

function toBalances(
  wallets: ReturnType<PaperAccount['ledger']['engine']['wallets']>,
): VenueBalances {
  return Object.fromEntries(
    wallets.map(({ asset, total, reserved }) => {
      const used = usedOf(total, reserved);
      return [
        asset,
        {
          free: amountText(total - used),
          used: amountText(used),
          total: amountText(total),
        },
      ];
    }),
  );
}

/**
 * Returns the used amount: with portfolio margin other assets may cover what is held beyond a
 * wallet, and a debt.
 */
function usedOf(total: bigint, reserved: bigint): bigint {
  if (total <= 0n) return 0n;
  return reserved < total ? reserved : total;
}
