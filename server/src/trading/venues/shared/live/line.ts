import { assert } from '../../../../kit/assert.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { Random } from '../../../../kit/random.ts';
import type { CallAim } from '../../../model/callPurpose.ts';
import { type MarketType, marketTypes } from '../../../model/order.ts';
import type { MarginModes } from '../../perpsPort.ts';
import type { SessionEvents, VenueFill } from '../../venuePort.ts';
import { createCalls } from './calls.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { Dialect, DialectCall, OrderLinks } from './dialect.ts';
import type { DialectClient } from './dialectClient.ts';
import type { SharedAnswers } from './sharedAnswers.ts';

export interface LineDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: SessionEvents;
  readonly dialectClients: readonly DialectClient[];
  readonly links: OrderLinks;
  readonly marginModes: MarginModes;
  readonly isHedged?: DialectCall['isHedged'];
  readonly unifiedMode?: DialectCall['unifiedMode'];
  readonly told?: DialectCall['told'];
  /** Aborts when answers must not wait for what an order becomes after it was taken. */
  readonly leaving?: AbortSignal;
}

/** Time between two look-ups of an order that was only acknowledged. */
const ackPauseMs = 250;

export type Work<Value> = (call: DialectCall, dialect: Dialect) => Promise<Value>;
export type Line = ReturnType<typeof createLine>;

type Run = <Value>(
  dialectClient: DialectClient,
  signal: AbortSignal,
  work: Work<Value>,
) => Promise<Value>;

/**
 * The calls of one account, each with the account's own data. With `answers` they are one look at
 * the account.
 */
export function createLine(deps: LineDeps, aim: CallAim, answers?: SharedAnswers) {
  const { dialectClients, clock, links, marginModes, isHedged, unifiedMode, told } = deps;
  const heard = (fills: readonly VenueFill[]): void => {
    for (const fill of fills) deps.events.fill(fill);
  };
  const shared = { clock, links, heard, marginModes, isHedged, unifiedMode, told };
  const clientOf = (marketType: MarketType): DialectClient => {
    const found = dialectClients.find(({ dialect }) => dialect.marketTypes.includes(marketType));
    assert(found, `the account trades ${marketTypes.join(', ')}`);
    return found;
  };
  const calls = createCalls(deps, { ...aim, answers });
  const made =
    <Value>({ dialect }: DialectClient, work: Work<Value>) =>
    (client: CcxtClient): Promise<Value> =>
      work({ client, ...shared }, dialect);
  const run: Run = (dialectClient, signal, work) =>
    calls.run(dialectClient, signal, made(dialectClient, work));
  const read: Run = (dialectClient, signal, work) =>
    calls.read(dialectClient, signal, made(dialectClient, work));
  const tell: Run = (dialectClient, signal, work) =>
    calls.tell(dialectClient, signal, made(dialectClient, work));
  const send: Run = (dialectClient, signal, work) =>
    calls.send(dialectClient, signal, made(dialectClient, work));
  const readAt: Run = (dialectClient, signal, work) =>
    calls.readAt(dialectClient, signal, made(dialectClient, work));
  return {
    clientOf,
    run,
    read,
    tell,
    send,
    readAt,
    /** Returns the value that was read, or that the venue cannot be asked. */
    answer: <Value>(marketType: MarketType, signal: AbortSignal, work: Work<Value>) =>
      readAt(clientOf(marketType), signal, work),
    pause: (signal: AbortSignal) => clock.sleep(ackPauseMs, signal),
  };
}
