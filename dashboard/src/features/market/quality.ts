import { orderbookVenues, type QualityWire } from '@windlass/contract';
import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { ageOf, type Quality, qualityNow } from '../../shared/books/freshness.ts';

export interface QualityRow {
  readonly venue: string;
  readonly quality: Quality | undefined;
  readonly use: Use;
  /** The most that it can be. */
  readonly ageMs: number | undefined;
  readonly confidence: number | undefined;
  /** Measured by the service over seconds. */
  readonly record: QualityWire | undefined;
}

/** Whether a book can be relied on: to know the market, and to trade on it. */
export type Use = 'trade' | 'look' | 'none';

// Orderbook §2.3, guidance.
const usableConfidence = 0.4;
const usableStalenessMs = 2_000;
const tradingConfidence = 0.7;

export function judgeUse(confidence: number | undefined, ageMs: number | undefined): Use {
  if (confidence === undefined || ageMs === undefined) return 'none';
  if (confidence < usableConfidence || ageMs >= usableStalenessMs) return 'none';
  return confidence > tradingConfidence ? 'trade' : 'look';
}

interface Measured {
  readonly records: readonly QualityWire[];
  readonly atMs: number;
}

/** Every venue with what the stream and the last measurement say; of two words the newer counts. */
export function qualityRows(books: BooksNow, measured: Measured): readonly QualityRow[] {
  return orderbookVenues.map((venue) => {
    const record = measured.records.find((each) => each.venue === venue);
    const streamed = books.venues.get(venue);
    const sinceMs = Math.max(0, books.atMs - measured.atMs);
    const ages = [
      ...(streamed ? [ageOf(streamed, books.atMs)] : []),
      ...(record ? [record.staleness_ms + sinceMs] : []),
    ];
    const ageMs = ages.length > 0 ? Math.min(...ages) : undefined;
    const isStreamNewer = streamed !== undefined && streamed.heardAtMs >= measured.atMs;
    const confidence = isStreamNewer ? streamed.book.confidence : record?.confidence;
    const quality = streamed ? qualityNow(books, streamed) : record?.quality;
    const isGone = quality === undefined || quality === 'UNAVAILABLE';
    return {
      ...{ venue, record, ageMs, confidence, quality },
      use: isGone ? 'none' : judgeUse(confidence, ageMs),
    };
  });
}
