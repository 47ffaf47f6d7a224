import { withDeadline } from '../../../../kit/deadline.ts';
import { errorText } from '../../../../kit/errors.ts';
import { isImmediate } from '../../../model/order.ts';
import type {
  CancelOutcome,
  LookupOutcome,
  OrderRef,
  SubmitOutcome,
  VenueOrder,
  VenueOrderState,
} from '../../venuePort.ts';
import { heldBackBy } from '../limits/rateLimitedError.ts';
import { codeOf, type ErrorMeaning, failureOf } from './failures.ts';
import { createLine, type Line, type LineDeps } from './line.ts';
import { takenState } from './taken.ts';
import { IncompleteAnswerError } from './tradeHttp.ts';

/**
 * The time for which an order that was taken is looked up before the caller is answered: one that
 * takes at once has filled by then, and venues that refuse a moment later have done so. Later
 * changes are reported by themselves.
 */
const ackMsMax = 1_500;
/**
 * Maximum wait of a cancel for its turn: what filled a window of ten seconds has left it by then.
 * The caller waits for fifteen.
 */
const cancelMsMax = 12_000;

/**
 * Sends an order, once. An order that the venue took is acknowledged, whatever can be seen of it
 * then.
 */
export async function submit(
  deps: LineDeps,
  order: VenueOrder,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const { sendBeforeMs: untilMs, leave } = order;
  const line = createLine(deps, { purpose: 'order', untilMs, leave });
  const dialectClient = line.clientOf(order.marketType);
  let state: VenueOrderState | undefined;
  try {
    state = await line.send(dialectClient, signal, (call, dialect) => dialect.submit(call, order));
  } catch (error) {
    if (takenId(deps, order) === undefined)
      return refusalOf(error, dialectClient.dialect.errorMeanings, order);
  }
  if (state && !mayFillYet(order, state)) return acknowledgedAs(state);
  return lookAfter(deps, { order, state }, signal);
}

/** Looks up an order that was taken, until there is no more to see or the time for it is over. */
async function lookAfter(
  deps: LineDeps,
  { order, state }: { readonly order: VenueOrder; readonly state: VenueOrderState | undefined },
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const { clock } = deps;
  // Look-ups never use the budget that another order needs to be sent.
  const line = createLine(deps, { purpose: 'proof', untilMs: clock.monotonic() + ackMsMax });
  const ref = { ...order, venueOrderId: undefined };
  let seen = state;
  const look = async (ends: AbortSignal): Promise<void> => {
    while (!ends.aborted) {
      const found = await lookup(line, ref, ends);
      if (found.kind === 'unknown') return;
      if (found.kind === 'found') seen = found.order;
      if (seen && !mayFillYet(order, seen)) return;
      await line.pause(ends);
    }
  };
  // Whatever failure this ends in, the order is taken.
  // An order without an id of the venue would be answered as unknown without a lookup.
  const isKnown = state !== undefined || takenId(deps, order) !== undefined;
  const within = { clock, limitMs: ackMsMax, signal: isKnown ? unhurried(deps, signal) : signal };
  await withDeadline(within, look).catch(() => undefined);
  if (seen) return acknowledgedAs(seen);
  const venueOrderId = takenId(deps, order);
  if (venueOrderId === undefined) {
    return { kind: 'unknown', message: 'The exchange took the order and does not show it yet.' };
  }
  const taken = takenState(order, venueOrderId, clock.now());
  return { kind: 'acknowledged', order: taken, isUnseen: true };
}

/** Ends with the call, or when its answer must wait for no further look. */
function unhurried({ leaving }: LineDeps, signal: AbortSignal): AbortSignal {
  return leaving ? AbortSignal.any([signal, leaving]) : signal;
}

function takenId({ links }: LineDeps, { clientId }: VenueOrder): string | undefined {
  return links.get(clientId)?.venueOrderId;
}

/** True for an order that takes at once or not at all, while it is on its way to that. */
function mayFillYet(order: VenueOrder, { status }: VenueOrderState): boolean {
  return isImmediate(order) && status === 'open';
}

/** Some venues take every order, and refuse it a moment later. */
function acknowledgedAs(order: VenueOrderState): SubmitOutcome {
  if (order.status !== 'rejected') return { kind: 'acknowledged', order };
  const message = order.reason ?? 'The exchange refused the order.';
  return { kind: 'rejected', code: codeOf(message), message };
}

/**
 * Cancels an order. It waits for its turn at the venue, and returns that it was not sent if none
 * came.
 */
export async function cancel(
  deps: LineDeps,
  ref: OrderRef,
  signal: AbortSignal,
): Promise<CancelOutcome> {
  const untilMs = deps.clock.monotonic() + cancelMsMax;
  const line = createLine(deps, { purpose: 'cancel', untilMs });
  const dialectClient = line.clientOf(ref.marketType);
  let isTaken = true;
  try {
    await line.send(dialectClient, signal, (call, dialect) => dialect.cancel(call, ref));
  } catch (error) {
    const { kind, message } = failureOf(error, dialectClient.dialect.errorMeanings);
    if (kind === 'notSent') {
      return { kind: 'notSent', message, waitMs: heldBackBy(error)?.waitMs };
    }
    // The order may have filled or ended just before: its own state tells.
    if (kind !== 'notFound') return { kind: 'unknown', message };
    isTaken = false;
  }
  const found = await lookAtOnce(deps, ref, signal);
  switch (found.kind) {
    case 'found':
      return { kind: 'done', order: found.order };
    case 'absent':
      return { kind: 'notFound' };
    case 'unknown':
      return isTaken ? { kind: 'taken' } : found;
  }
}

/** The exchange has confirmed the cancel: the order's state is seen at once, or later. */
async function lookAtOnce(
  deps: LineDeps,
  ref: OrderRef,
  signal: AbortSignal,
): Promise<LookupOutcome> {
  const { clock } = deps;
  const line = createLine(deps, { purpose: 'proof', untilMs: clock.monotonic() + ackMsMax });
  const within = { clock, limitMs: ackMsMax, signal: unhurried(deps, signal) };
  return withDeadline(within, (ends) => lookup(line, ref, ends)).catch((error: unknown) => ({
    kind: 'unknown',
    message: errorText(error),
  }));
}

export async function lookup(
  line: Line,
  ref: OrderRef,
  signal: AbortSignal,
): Promise<LookupOutcome> {
  const dialectClient = line.clientOf(ref.marketType);
  try {
    const order = await line.read(dialectClient, signal, (call, dialect) =>
      dialect.lookup(call, ref),
    );
    return order ? { kind: 'found', order } : { kind: 'absent' };
  } catch (error) {
    const { kind, message } = failureOf(error, dialectClient.dialect.errorMeanings);
    if (kind === 'notFound') return { kind: 'absent' };
    if (error instanceof IncompleteAnswerError)
      return { kind: 'unknown', message, isUnfinished: true };
    return { kind: 'unknown', message };
  }
}

/** Returns the outcome of a sending that failed. */
function refusalOf(
  error: unknown,
  words: readonly ErrorMeaning[],
  { marketType, leg }: VenueOrder,
): SubmitOutcome {
  const failure = failureOf(error, words);
  switch (failure.kind) {
    case 'notSent': {
      // Our own limits held it back: nothing is wrong with the connection to the venue.
      const held = heldBackBy(error);
      if (held) {
        const { message, waitMs } = held;
        return { kind: 'rejected', code: 'RATE_LIMITED', message, waitMs };
      }
      return { kind: 'rejected', code: 'NOT_SENT', message: failure.message };
    }
    case 'limited':
      return { kind: 'rejected', code: 'OTHER', message: failure.message };
    case 'notFound':
      return { kind: 'unknown', message: failure.message };
    case 'refused': {
      if (failure.code === 'POSITION_MODE') {
        const mode = leg === undefined ? 'hedge' : 'one-way';
        const message = `The account is in ${mode} mode at the exchange now: verify it again.`;
        return { kind: 'rejected', code: failure.code, message };
      }
      const isMargin = failure.code === 'INSUFFICIENT_BALANCE' && marketType !== 'spot';
      const code = isMargin ? 'INSUFFICIENT_MARGIN' : failure.code;
      return { kind: 'rejected', code, message: failure.message };
    }
    case 'unknown':
      return failure;
  }
}
