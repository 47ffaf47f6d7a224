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
  readonly speakers: readonly DialectClient[];
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
  speaker: DialectClient,
  signal: AbortSignal,
  work: Work<Value>,
) => Promise<Value>;

/**
 * The calls of one account, each with the account's own data. With `answers` they are one look at
 * the account.
 */
export function createLine(deps: LineDeps, aim: CallAim, answers?: SharedAnswers) {
  const { speakers, clock, links, marginModes, isHedged, unifiedMode, told } = deps;
  const heard = (fills: readonly VenueFill[]): void => {
    for (const fill of fills) deps.events.fill(fill);
  };
  const shared = { clock, links, heard, marginModes, isHedged, unifiedMode, told };
  const speakerOf = (marketType: MarketType): DialectClient => {
    const found = speakers.find(({ dialect }) => dialect.marketTypes.includes(marketType));
    assert(found, `the account trades ${marketTypes.join(', ')}`);
    return found;
  };
  const calls = createCalls(deps, { ...aim, answers });
  const made =
    <Value>({ dialect }: DialectClient, work: Work<Value>) =>
    (client: CcxtClient): Promise<Value> =>
      work({ client, ...shared }, dialect);
  const run: Run = (speaker, signal, work) => calls.run(speaker, signal, made(speaker, work));
  const read: Run = (speaker, signal, work) => calls.read(speaker, signal, made(speaker, work));
  const tell: Run = (speaker, signal, work) => calls.tell(speaker, signal, made(speaker, work));
  const send: Run = (speaker, signal, work) => calls.send(speaker, signal, made(speaker, work));
  const readAt: Run = (speaker, signal, work) => calls.readAt(speaker, signal, made(speaker, work));
  return {
    speakerOf,
    run,
    read,
    tell,
    send,
    readAt,
    /** Returns the value that was read, or that the venue cannot be asked. */
    answer: <Value>(marketType: MarketType, signal: AbortSignal, work: Work<Value>) =>
      readAt(speakerOf(marketType), signal, work),
    pause: (signal: AbortSignal) => clock.sleep(ackPauseMs, signal),
  };
}
