import { madeUpMarket } from './madeUpMarket.ts';
import { recordedLines } from './recorded.ts';

/** A snapshot and the frames that continue it. */
export interface Traffic {
  readonly source: 'recorded' | 'made up';
  readonly snapshot: DepthDocument;
  readonly frames: readonly string[];
}

export interface DepthDocument {
  readonly lastUpdateId: number;
  readonly bids: readonly (readonly [price: string, quantity: string])[];
  readonly asks: readonly (readonly [price: string, quantity: string])[];
}

/**
 * Returns recorded traffic when `WINDLASS_CAPTURES` names it, otherwise made-up traffic with
 * similar statistics.
 */
export async function binanceTraffic(part: string, isFutures: boolean): Promise<Traffic> {
  const isWanted = (text: string) => text.includes('depthUpdate');
  const lines = await recordedLines(
    part,
    (line) => line.t === 'http' || (line.t === 'recv' && isWanted(line.data)),
  );
  if (!lines) return madeUp(isFutures);
  let snapshot: DepthDocument | undefined;
  const frames: string[] = [];
  for (const line of lines) {
    if (line.t === 'http') snapshot ??= JSON.parse(line.data);
    if (line.t === 'recv') frames.push(line.data);
  }
  if (!snapshot) throw new Error(`${part} holds no snapshot`);
  const { lastUpdateId } = snapshot;
  const fresh = frames.filter((text) => JSON.parse(text).data.u > lastUpdateId);
  return { source: 'recorded', snapshot, frames: fresh };
}

const firstId = 1_000;
/** Number of update ids that a message covers. */
const idsPerMessage = 30;

function madeUp(isFutures: boolean): Traffic {
  const market = madeUpMarket({ depth: 1_000, messages: 6_000, levels: [4, 50] });
  const frames = market.changes.map(({ bids: b, asks: a }, i) => {
    const last = firstId + i * idsPerMessage;
    const [U, u] = [last + 1, last + idsPerMessage];
    const data = { e: 'depthUpdate', E: 1_700_000_000_000 + i * 100, s: 'BTCUSDT', U, u, b, a };
    const event = isFutures ? { ...data, T: data.E, pu: last } : data;
    return JSON.stringify({ stream: 'btcusdt@depth@100ms', data: event });
  });
  return { source: 'made up', snapshot: { lastUpdateId: firstId, ...market.snapshot }, frames };
}
