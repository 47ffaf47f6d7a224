import type { FeedCollector } from '../../../server/src/trading/venues/shared/collector.ts';
import type { BookCase } from './bookCase.ts';
import { ourReader } from './ours.ts';
import { type CcxtOptions, ccxtLoader, tardisReader } from './peers.ts';
import { recordedLines } from './recorded.ts';

/** A book of a venue that sends its own snapshot as the first frame. */
export interface PushedVenue {
  readonly name: string;
  readonly collector: FeedCollector;
  readonly symbol: string;
  /** File of the recorded frames, and a filter, as the file has frames of other books too. */
  readonly recording?: { readonly part: string; isMine(text: string): boolean };
  /**
   * Returns frames of a made-up market; absent when only recordings of the protocol are measured.
   */
  readonly madeUp?: () => readonly string[];
  /** tardis-dev's name of the exchange, if it reads this protocol. */
  readonly tardis?: string;
  /** The same for ccxt. */
  readonly ccxt?: Pick<CcxtOptions, 'exchange' | 'url' | 'id' | 'subscriptions'>;
  readonly toBase?: BookCase['toBase'];
}

export async function pushedCase(venue: PushedVenue): Promise<BookCase | undefined> {
  const { name, collector, symbol, recording, tardis, ccxt, toBase } = venue;
  const lines =
    recording &&
    (await recordedLines(
      recording.part,
      (line) => line.t === 'recv' && recording.isMine(line.data),
    ));
  const recorded = lines?.flatMap((line) => (line.t === 'recv' ? [line.data] : []));
  const all = recorded ?? venue.madeUp?.();
  if (!all || all.length < 2) return undefined;
  const before = all.slice(0, 1);
  // An older protocol is read from recordings alone.
  const isRecording = venue.madeUp === undefined;
  const parsed = before.map((text): unknown => JSON.parse(text));
  return {
    name,
    source: recorded ? 'recorded' : 'made up',
    frames: all.slice(1),
    ours: () => ourReader({ collector, symbol, before, isRecording }),
    tardis: tardis === undefined ? undefined : () => tardisReader(tardis, parsed),
    ccxt: ccxt && (await ccxtLoader({ ...ccxt, symbol, before })),
    ...(toBase && { toBase }),
  };
}
