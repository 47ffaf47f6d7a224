import { createOkxFeed } from '../../../../src/trading/venues/okx/marketData/feed.ts';
import { plainCrc32 } from '../../marketData/crc32.ts';
import type { TextLevel, TrueBook } from '../../marketData/venueMarket.ts';
import type { VenueScript } from '../../marketData/venueScript.ts';

interface OkxScriptOptions {
  readonly symbol: string;
  readonly instId: string;
  /** Base or quote currency of one contract; absent on spot. */
  readonly worth?: number;
  /** True for messages of 2022: a checksum, and no numbers. */
  readonly isOlder?: boolean;
}

/** Bid and ask in turn, 25 of each, as signed 32 bits. */
function checksum({ bids, asks }: TrueBook): number {
  const parts: string[] = [];
  for (let i = 0; i < 25; i += 1) {
    for (const level of [bids[i], asks[i]]) if (level) parts.push(level.join(':'));
  }
  return plainCrc32(parts.join(':')) | 0;
}

const answers = (instId: string): Pick<VenueScript, 'accepted' | 'refused' | 'limited'> => ({
  accepted: (sent) => {
    const { id } = JSON.parse(sent);
    const arg = { channel: 'books', instId };
    return [JSON.stringify({ id, event: 'subscribe', arg, connId: 'x' })];
  },
  refused: (sent) => {
    const { id } = JSON.parse(sent);
    const msg = `Wrong URL or channel:books,instId:${instId} doesn't exist.`;
    return JSON.stringify({ id, event: 'error', code: '60018', msg, connId: 'x' });
  },
  limited: (sent) => {
    const { id } = JSON.parse(sent);
    return JSON.stringify({ id, event: 'error', code: '60014', msg: 'Requests too frequent' });
  },
});

const sides = (bids: readonly TextLevel[], asks: readonly TextLevel[]) => {
  const text = (side: readonly TextLevel[]) => side.map(([p, s]) => [p, s, '0', '1']);
  return { bids: text(bids), asks: text(asks) };
};

/** Returns okx's `books` channel of one instrument. */
export function okxScript(options: OkxScriptOptions): VenueScript {
  const { symbol, instId, worth, isOlder = false } = options;
  const isInverse = instId.includes('-USD-');
  const frame = (action: string, id: number, levels: Record<string, unknown>) => {
    const data = [{ ...levels, ts: String(1_700_000_000_000 + id) }];
    return JSON.stringify({ arg: { channel: 'books', instId }, action, data });
  };
  const proof = (after: TrueBook, numbers: object) =>
    isOlder ? { checksum: checksum(after) } : { checksum: 0, ...numbers };
  return {
    name: `okx ${symbol}${isOlder ? ' of 2022' : ''}`,
    createFeed: createOkxFeed,
    symbol,
    numbering: 'ranges',
    levels: 'many',
    request(sent) {
      if (sent === 'ping') return 'other';
      const { op, args } = JSON.parse(sent);
      const isMine = args.some((arg: { instId: string }) => arg.instId === instId);
      return isMine ? op : 'other';
    },
    ...answers(instId),
    snapshot: (truth) =>
      frame('snapshot', truth.id, {
        ...sides(truth.bids, truth.asks),
        ...proof(truth, { seqId: truth.id, prevSeqId: -1 }),
      }),
    change: ({ bids, asks, last, previous }, after) =>
      frame('update', last, {
        ...sides(bids, asks),
        ...proof(after, { seqId: last, prevSeqId: previous }),
      }),
    document(url, { bids, asks }) {
      const { pathname, searchParams } = new URL(url);
      if (searchParams.get('instId') !== instId) return undefined;
      if (pathname.endsWith('/market/books')) {
        return JSON.stringify({ code: '0', data: [{ ...sides(bids, asks), ts: '1' }] });
      }
      if (!pathname.endsWith('/public/instruments')) return undefined;
      const contract = { instId, ctVal: String(worth), ctMult: '1' };
      return JSON.stringify({ code: '0', data: [contract] });
    },
    ...(worth !== undefined && {
      toBase: (price: number, size: number) => (size * worth) / (isInverse ? price : 1),
    }),
    ...(isOlder && {
      withWrongChecksum: (text: string) =>
        text.replace(
          /"checksum":(-?)(\d+)/,
          (_, sign, digits) => `"checksum":${sign}1${digits.slice(1)}7`,
        ),
    }),
    detects: isOlder ? 'checksum' : 'numbers',
    oldSnapshot: 'gap',
    restart: 'disconnect',
  };
}
