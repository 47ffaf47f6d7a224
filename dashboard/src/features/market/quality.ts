import { orderbookVenues, type QualityWire } from '@windlass/contract';
import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { ageOf, type Quality, qualityNow } from '../../shared/books/freshness.ts';

export interface QualityRow {
  readonly venue: string;
  readonly quality: Quality | undefined;
  readonly use: Use;
  /** Longest possible age. */
  readonly ageMs: number | undefined;
  readonly confidence: number | undefined;
  /** The service's measurement over some seconds. */
  readonly record: QualityWire | undefined;
}

/** Use that a book is good enough for: to trade on it, to know the market, or none. */
export type Use = 'trade' | 'look' | 'none';

// From the guidance in Orderbook §2.3.
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

/**
 * Returns every venue with the stream's data and the last measurement. The newer of both counts.
 */
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
      venue,
      record,
      ageMs,
      confidence,
      quality,
      use: isGone ? 'none' : judgeUse(confidence, ageMs),
    };
  });
}
