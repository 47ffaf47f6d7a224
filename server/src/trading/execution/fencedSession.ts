import type { Clock } from '../../kit/clock.ts';
import type { Lease } from '../../kit/lease.ts';
import { isLeased, notOwnedText, waitForLease } from '../../kit/leaseWait.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { PortfolioMargin, SettingOutcome } from '../venues/perpsPort.ts';
import type { VenueSession } from '../venues/venuePort.ts';

interface FenceDeps {
  readonly clock: Clock;
  readonly lease: Lease;
}

/**
 * Maximum wait of a cancel: it is answered within fifteen seconds and may still have to be sent.
 */
const cancelMsMax = 12_000;
/** Maximum wait of a setting or a transfer, whose caller waits for ten seconds. */
const settingMsMax = 8_000;

/**
 * Returns the same session, which changes nothing without a valid lease. A request waits for the
 * lease, an order until its `sendBeforeMs`, and is reported as not sent after that. Sessions that
 * use a network check the lease again when the first byte leaves.
 */
export function fencedSession(deps: FenceDeps, session: VenueSession): VenueSession {
  const { clock, lease } = deps;
  const isOpen = async (untilMs: number, signal: AbortSignal): Promise<boolean> =>
    isLeased(lease) || waitForLease({ clock, lease, untilMs, signal });
  const within = (limitMs: number) => clock.monotonic() + limitMs;
  return {
    ...session,
    // This wrapper holds orders back while there is no lease, even if the session itself never
    // does.
    mayHoldBack: true,
    lookup: (...asked) => session.lookup(...asked),
    openOrders: (...asked) => session.openOrders(...asked),
    async submit(order, signal) {
      const { sendBeforeMs = Number.POSITIVE_INFINITY } = order;
      const mayLeave = await isOpen(Math.min(sendBeforeMs, within(cancelMsMax)), signal);
      if (!mayLeave) return { kind: 'rejected', code: 'NOT_SENT', message: notOwnedText };
      if (clock.monotonic() > sendBeforeMs) {
        return { kind: 'rejected', code: 'NOT_SENT', message: tooLateText };
      }
      // A session that never holds back does not ask, and the order may have been withdrawn while
      // it waited here.
      if (!session.mayHoldBack && order.leave?.() === false) {
        return { kind: 'rejected', code: 'NOT_SENT', message: withdrawnText };
      }
      return session.submit(order, signal);
    },
    async cancel(ref, signal) {
      if (!(await isOpen(within(cancelMsMax), signal))) {
        return { kind: 'notSent', message: notOwnedText };
      }
      return session.cancel(ref, signal);
    },
    ...settingsOf(session, (signal) => isOpen(within(settingMsMax), signal)),
    ...switchOf(session, (signal) => isOpen(within(settingMsMax), signal)),
    ...(session.for && {
      for: (purpose) => fencedSession(deps, session.for?.(purpose) ?? session),
    }),
    ...(session.forOneLook && {
      forOneLook: () => fencedSession(deps, session.forOneLook?.() ?? session),
    }),
  };
}

const withdrawnText = 'Not sent: the order was withdrawn while it waited.';
const tooLateText = 'Not sent: the order waited for too long.';

type IsOpen = (signal: AbortSignal) => Promise<boolean>;
type Settings = Pick<
  VenueSession,
  'setLeverage' | 'setMarginMode' | 'transfer' | 'portfolioMargin'
>;

/** Returns the session's methods that change the account without an order. */
function settingsOf(
  { setLeverage, setMarginMode, transfer, portfolioMargin }: VenueSession,
  isOpen: IsOpen,
): Settings {
  const fenced = async <Done extends object>(
    signal: AbortSignal,
    ask: () => Promise<SettingOutcome<Done>>,
  ): Promise<SettingOutcome<Done>> =>
    (await isOpen(signal)) ? ask() : { kind: 'rejected', code: 'OTHER', message: notOwnedText };
  const collecting = (own: PortfolioMargin): PortfolioMargin => ({
    ...own,
    collectAll: (signal) => fenced(signal, () => own.collectAll(signal)),
    collect: (asset, signal) => fenced(signal, () => own.collect(asset, signal)),
  });
  return {
    ...(setLeverage && {
      setLeverage: (setting, signal) => fenced(signal, () => setLeverage(setting, signal)),
    }),
    ...(setMarginMode && {
      setMarginMode: (setting, signal) => fenced(signal, () => setMarginMode(setting, signal)),
    }),
    ...(transfer && {
      transfer: (move, signal) => fenced(signal, () => transfer(move, signal)),
    }),
    ...(portfolioMargin && { portfolioMargin: collecting(portfolioMargin) }),
  };
}

function switchOf(
  { deadMansSwitch }: VenueSession,
  isOpen: IsOpen,
): Pick<VenueSession, 'deadMansSwitch'> {
  if (!deadMansSwitch) return {};
  return {
    deadMansSwitch: {
      ...deadMansSwitch,
      async set(setting, signal) {
        if (!(await isOpen(signal))) throw new VenueUnavailableError(notOwnedText);
        return deadMansSwitch.set(setting, signal);
      },
    },
  };
}
