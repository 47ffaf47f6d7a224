import { type Exact, exactly, formatExact, multiplyExact } from '../../../../../kit/exact.ts';
import { isInverse, symbolParts } from '../../../../model/symbol.ts';
import { type Fields, isFields } from '../../../shared/json.ts';
import type { DialectCall, FillsOfSymbols } from '../../../shared/live/dialect.ts';
import { inverseBase } from '../../../shared/live/inverse.ts';
import { required, sideOf } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import type { VenueFill } from '../../../venuePort.ts';
import { krakenPaperRules } from '../../paperRules.ts';
import { fromVenue } from '../clientIds.ts';
import { fillsBefore } from './endpoints.ts';
import { inverseContractSize, productTypeOf, symbolOfProduct } from './products.ts';
import { timeOf } from './time.ts';

/** Number of fills on a page; all but the newest page cost 25 of the 500 points of ten seconds. */
const pageLength = 100;
const pagesMax = 20;

export interface FillsRead {
  /** Newest first. */
  readonly fills: readonly VenueFill[];
  /** True when nothing that was requested is older. */
  readonly isWhole: boolean;
}

export interface FillsAsked {
  readonly sinceMs: number;
  /** Fills from then on are left out; when undefined, all fills up to now are included. */
  readonly untilMs?: number | undefined;
  /** True when these are enough; older ones may be left, unless the last page was short. */
  readonly isEnough: (fills: readonly VenueFill[], isShort: boolean) => boolean;
}

/** Reads backwards in time from now, over all products. */
export async function readFills(
  call: DialectCall,
  { sinceMs, untilMs, isEnough }: FillsAsked,
): Promise<FillsRead> {
  const rows = new Map<unknown, Fields>();
  let beforeMs = untilMs;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await fillsBefore(call.client, {
      lastFillTime: beforeMs === undefined ? undefined : new Date(beforeMs).toISOString(),
    });
    const list = valueAt(answer, 'fills');
    if (!Array.isArray(list)) throw new NoAnswerError('The exchange returned no list of fills.');
    const known = rows.size;
    for (const row of list.filter(isFields)) rows.set(row.fill_id, row);
    const all = [...rows.values()];
    const fills = all.flatMap((row) => fillOf(call, row)).sort((a, b) => b.atMs - a.atMs);
    const oldestMs = Math.min(...all.map(atMsOf));
    const isOver = rows.size === known || oldestMs < sinceMs;
    if (isOver || isEnough(fills, list.length < pageLength)) {
      return { fills, isWhole: true };
    }
    // Fills before a time are listed: those of its own millisecond may be on either page.
    beforeMs = oldestMs + 1;
  }
  return { fills: [...rows.values()].flatMap((row) => fillOf(call, row)), isWhole: false };
}

/** Returns fills of some symbols, oldest first. */
export async function futuresFills(
  call: DialectCall,
  { symbol, also = [], sinceMs, limit }: Omit<FillsOfSymbols, 'marketType'>,
): Promise<VenueFill[]> {
  const symbols = new Set([symbol, ...also]);
  const { fills, isWhole } = await readFills(call, { sinceMs, isEnough: () => false });
  if (!isWhole) throw new NoAnswerError('The exchange lists too many fills to read.');
  // Within one millisecond the venue lists the newest first, and has no number for them.
  return fills
    .filter((fill) => symbols.has(fill.symbol) && fill.atMs >= sinceMs)
    .toReversed()
    .sort((a, b) => a.atMs - b.atMs)
    .slice(0, limit);
}

/** Returns none for products that have no name here. */
function fillOf({ links }: DialectCall, row: Fields): readonly VenueFill[] {
  const symbol = symbolOfProduct(row.symbol);
  if (!symbol) return [];
  const id = String(required(row.order_id, 'order of a trade'));
  const link = links.get(id);
  const size = exactly(String(required(row.size, 'quantity of a trade')));
  const price = Number(required(row.price, 'price of a trade'));
  const { base, settle = base } = symbolParts(symbol);
  const isCoins = isInverse(symbol);
  const quantity = formatExact(isCoins ? inverseBase(size, inverseContractSize, price) : size);
  const liquidity = row.fillType === 'maker' ? 'maker' : 'taker';
  return [
    {
      venueTradeId: String(required(row.fill_id, 'id of a trade')),
      venueOrderId: link?.venueOrderId ?? id,
      clientId: fromVenue(row.cliOrdId) ?? link?.clientId,
      symbol,
      marketType: productTypeOf(symbol),
      side: sideOf(String(row.side)),
      price,
      quantity,
      liquidity,
      fee: feeOf(isCoins ? exactly(quantity) : multiplyExact(size, exactly(price)), liquidity),
      feeAsset: settle,
      atMs: atMsOf(row),
    },
  ];
}

function atMsOf({ fillTime }: Fields): number {
  return required(timeOf(fillTime), 'time of a trade');
}

/** The venue does not give the fee: this is the one of the base tier, the highest. */
function feeOf(value: Exact, liquidity: VenueFill['liquidity']): string {
  const { perp } = krakenPaperRules;
  const ppm = (liquidity === 'maker' ? perp?.makerFeePpm : perp?.takerFeePpm) ?? 0;
  return formatExact(multiplyExact(value, { digits: BigInt(ppm), scale: 6 }));
}
