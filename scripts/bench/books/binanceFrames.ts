import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSeededRandom } from '../../../server/src/kit/random.ts';
import { readCapture } from '../../../server/src/trading/venues/shared/captureFile.ts';

/** A snapshot and the frames that continue it. */
export interface Traffic {
  readonly source: string;
  readonly snapshot: { readonly lastUpdateId: number; bids: string[][]; asks: string[][] };
  readonly frames: readonly string[];
}

/** Frames of a made-up stream. */
const madeUpCount = 6_000;
/** Levels of a made-up snapshot. */
const madeUpDepth = 1_000;

/** Recorded traffic where `WINDLASS_CAPTURES` names it, else made-up traffic of like statistics. */
export async function binanceTraffic(part: string, isFutures: boolean): Promise<Traffic> {
  const folder = process.env.WINDLASS_CAPTURES;
  if (!folder) return madeUp(isFutures);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const name = names.find((each) => each.includes(part) && each.endsWith('.jsonl.gz'));
  return name === undefined ? madeUp(isFutures) : recorded(join(folder, name));
}

async function recorded(path: string): Promise<Traffic> {
  let snapshot: Traffic['snapshot'] | undefined;
  const frames: string[] = [];
  for await (const line of readCapture(path)) {
    if (line.t === 'http') snapshot ??= JSON.parse(line.data);
    if (line.t === 'recv' && line.data.includes('depthUpdate')) frames.push(line.data);
  }
  if (!snapshot) throw new Error(`${path} holds no snapshot`);
  const { lastUpdateId } = snapshot;
  const fresh = frames.filter((text) => JSON.parse(text).data.u > lastUpdateId);
  return { source: 'recorded', snapshot, frames: fresh };
}

/** Mostly small changes near the top, now and then a burst, as BTC books are. */
function madeUp(isFutures: boolean): Traffic {
  const random = createSeededRandom('bench');
  const whole = (low: number, high: number) => Math.floor(random.between(low, high));
  const tick = 0.1;
  let mid = 600_000;
  const text = (ticks: number) => (ticks * tick).toFixed(2);
  const quantity = () => random.between(0.001, 9).toFixed(5);
  const side = (sign: number) =>
    Array.from({ length: madeUpDepth }, (_, i) => [text(mid + sign * (i + 1)), quantity()]);
  const snapshot = { lastUpdateId: 1_000, bids: side(-1), asks: side(1) };
  const frames: string[] = [];
  let last = 1_000;
  for (let i = 0; i < madeUpCount; i += 1) {
    const move = whole(-2, 3);
    const change = (sign: number): string[][] => {
      const passed = Array.from({ length: 6 }, (_, k) => [text(mid + sign * (k - 4)), '0.00000']);
      mid += sign === -1 ? move : 0;
      const count = random.next() < 0.05 ? 60 : whole(4, 20);
      const near = Array.from({ length: count }, () => {
        const away = Math.floor(random.next() ** 3 * 300) + 1;
        return [text(mid + sign * away), random.next() < 0.4 ? '0.00000' : quantity()];
      });
      return [...passed, ...near, [text(mid + sign), quantity()]];
    };
    const b = change(-1);
    const a = change(1);
    const [U, u] = [last + 1, last + whole(2, 60)];
    const data = { e: 'depthUpdate', E: 1_700_000_000_000 + i * 100, s: 'BTCUSDT', U, u, b, a };
    const event = isFutures ? { ...data, T: data.E, pu: last } : data;
    frames.push(JSON.stringify({ stream: 'btcusdt@depth@100ms', data: event }));
    last = u;
  }
  return { source: 'made up', snapshot, frames };
}
