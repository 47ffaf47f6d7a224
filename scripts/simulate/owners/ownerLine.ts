import { soleLease } from '../../../server/src/kit/lease.ts';
import type { CallAim } from '../../../server/src/trading/model/callPurpose.ts';
import type { ConnectPaper } from '../../../server/src/trading/service/orders.ts';
import { createFence } from '../../../server/src/trading/venues/shared/live/fence.ts';
import { NotSentError } from '../../../server/src/trading/venues/shared/live/tradeHttp.ts';
import type {
  CancelOutcome,
  SessionEvents,
  SubmitOutcome,
  VenueOrder,
  VenueSession,
} from '../../../server/src/trading/venues/venuePort.ts';
import type { Checker } from '../checker.ts';
import { createLine } from '../line.ts';
import { readsOfPerps } from '../linePerps.ts';
import type { World } from '../world.ts';
import type { Owner } from './owner.ts';
import type { LeaseTable } from './ownerLease.ts';

interface OwnerLineDeps {
  readonly world: World;
  readonly owner: Owner;
  readonly table: LeaseTable;
  readonly checker: Checker;
}

/**
 * Creates the faulty line of one of several processes. A request is signed and checks the lease
 * once more as it leaves, with the fence of the live adapters, and the process may be paused before
 * and after each.
 */
export function createOwnerLine(deps: OwnerLineDeps): (venues: ConnectPaper) => ConnectPaper {
  const { world, owner, checker } = deps;
  const { gate } = owner;
  const line = createLine(world, owner.life, checker);
  return (venues) => (market) => {
    const connector = line(venues)(market);
    return {
      ...connector,
      open(account, events) {
        const heard: SessionEvents = {
          ...events,
          order: (state) => gate.run(() => events.order(state)),
          fill: (fill) => gate.run(() => events.fill(fill)),
        };
        const session = heldBack(deps, account.id, connector.open(account, heard));
        return world.plant?.owners?.session?.(session) ?? session;
      },
    };
  };
}

function heldBack(deps: OwnerLineDeps, accountId: string, session: VenueSession): VenueSession {
  const { gate } = deps.owner;
  return {
    ...session,
    // A live session does the same: an order has left when the session says so, and may be
    // withdrawn until then.
    mayHoldBack: true,
    submit: (order, signal) => gate.pass(submitFenced(deps, session, { order, signal, accountId })),
    cancel: (ref, signal) =>
      gate.pass(
        leaveFenced(deps, { aim: { purpose: 'cancel', changes: true }, signal }).then(
          (refused): Promise<CancelOutcome> =>
            refused === undefined
              ? session.cancel(ref, signal)
              : Promise.resolve({ kind: 'notSent', message: refused }),
        ),
      ),
    lookup: (ref, signal) => gate.pass(session.lookup(ref, signal)),
    openOrders: (...query) => gate.pass(session.openOrders(...query)),
    balances: (...query) => gate.pass(session.balances(...query)),
    fills: (...query) => gate.pass(session.fills(...query)),
    ...readsOfPerps(session, (_, read) => gate.pass(read())),
  };
}

interface Sent {
  readonly accountId: string;
  readonly order: VenueOrder;
  readonly signal: AbortSignal;
}

async function submitFenced(
  deps: OwnerLineDeps,
  session: VenueSession,
  { order, signal, accountId }: Sent,
): Promise<SubmitOutcome> {
  const { world, owner } = deps;
  const { sendBeforeMs: untilMs, leave, clientId } = order;
  const sign = () => {
    const signedMs = world.clock.elapsedMs() + owner.troubles.signedApartMs;
    world.venues.signed.set(clientId, signedMs);
    world.trace.add(`signed ${clientId} by life ${owner.life.number}`);
  };
  const aim: CallAim = { purpose: 'order', changes: true, untilMs, leave };
  const left = () => deps.checker.sent(accountId, order);
  const refused = await leaveFenced(deps, { aim, signal, sign, left });
  if (refused !== undefined) return { kind: 'rejected', code: 'NOT_SENT', message: refused };
  const lateMs = owner.troubles.requestLateMs;
  if (lateMs > 0) await world.clock.sleep(lateMs);
  return session.submit(order, signal);
}

interface Request {
  readonly aim: CallAim;
  readonly signal: AbortSignal;
  readonly sign?: () => void;
  /** Called at the moment when the first byte leaves. */
  readonly left?: () => void;
}

/** Returns why a request must not leave; undefined once it has left. */
async function leaveFenced(
  deps: OwnerLineDeps,
  { aim, signal, sign = () => undefined, left = () => undefined }: Request,
): Promise<string | undefined> {
  const { world, owner } = deps;
  const { clock, lease = soleLease } = owner;
  const fence = createFence({ clock, lease });
  const kind = aim.purpose === 'order' ? 'order' : undefined;
  const leaving = world.plant?.owners?.leavesUnasked ? undefined : fence.leavingOf(aim, kind);
  // The service has checked the lease directly before this.
  checkHeld(deps, aim, 'the check before sending');
  try {
    await owner.at('after the check', Promise.resolve());
    if (!world.plant?.owners?.leavesUnasked) await fence.enter(aim, signal);
    sign();
    await owner.at('signed', Promise.resolve());
    leaving?.();
    checkHeld(deps, aim, 'the check as the first byte leaves');
    left();
    await owner.at('leaving', Promise.resolve());
    return undefined;
  } catch (error) {
    if (error instanceof NotSentError) return error.message;
    throw error;
  }
}

/** Reports a check that passes while another process has the lease. */
function checkHeld({ world, owner, table }: OwnerLineDeps, aim: CallAim, which: string): void {
  if (table.isHeldBy(owner)) return;
  world.wrong(`${which} (${aim.purpose}) passed in life ${owner.life.number} after its lease`);
}
