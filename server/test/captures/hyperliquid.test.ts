import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hyperliquidCollector } from '../../src/trading/venues/hyperliquid/marketData/collector.ts';
import { capturesFolder, capturesNotice, venueCaptures } from '../support/marketData/captures.ts';
import { rows } from '../support/marketData/recordingBook.ts';
import { rawLines, replayCapture } from '../support/marketData/replayCapture.ts';

const captures = venueCaptures('hyperliquid');

describe.skipIf(capturesFolder === undefined)(`hyperliquid recordings${capturesNotice}`, () => {
  it('are there', () => expect(captures.length).toBeGreaterThanOrEqual(1));

  it.each(captures.map((path) => [basename(path), path]))(
    '%s ends in its last book',
    async (_, path) => {
      const books = await replayCapture(path, hyperliquidCollector);
      expect([...books.keys()]).toEqual(['BTC/USDC:USDC']);
      const book = books.get('BTC/USDC:USDC');
      const messages = rawLines(path)
        .filter(({ t, data }) => t === 'recv' && data?.startsWith('{"channel":"l2Book"'))
        .map(({ data }) => JSON.parse(data ?? '').data);
      const last = messages.at(-1);
      const side = (levels: { px: string; sz: string }[]) =>
        levels.map(({ px, sz }) => [Number(px), Number(sz)]).sort(([a = 0], [b = 0]) => a - b);
      expect([book?.flags, book?.sequence]).toEqual([[], last.time]);
      // The same block is sometimes sent twice: then only the age changes.
      const blocks = new Set(messages.map(({ time }) => time)).size;
      const { snapshots = 0, alive } = book?.counts ?? {};
      expect([snapshots, alive]).toEqual([blocks, messages.length - blocks]);
      expect(rows(book?.bids ?? new Map())).toEqual(side(last.levels[0]));
      expect(rows(book?.asks ?? new Map())).toEqual(side(last.levels[1]));
    },
  );
});
