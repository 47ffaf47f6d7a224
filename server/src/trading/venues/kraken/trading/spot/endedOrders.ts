import type { CcxtOrder } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { listEnded } from './orderLists.ts';

/** Number of ended orders in one answer of ClosedOrders. */
const pageLength = 50;
/** A page costs two of the fifteen calls that a key of the lowest tier has at once. */
const pagesMax = 3;
/** An ended order is listed at most this long after its end, with room to spare. */
const listedWithinS = 20;
/**
 * Maximum number of orders kept for one account, at about a kilobyte each: when there are more,
 * none is kept.
 */
const keptMax = 500;

/** Every order that had ended by some time, as far back as was requested. */
interface Kept {
  readonly sinceS: number;
  /** The last end among them, in the venue's own time. */
  readonly newestS: number;
  readonly orders: readonly CcxtOrder[];
}

/** By client: the orders of two accounts never mix. */
type KeptBy = WeakMap<object, Kept>;

/** Lists ended orders, and keeps what it has read: an ended order does not change. */
export interface EndedOrders {
  /**
   * Lists orders that ended since then, in seconds of the venue, until these are enough; returns
   * false when there are more than can be read. When the same was read before, only orders that
   * ended since are requested.
   */
  list(
    call: DialectCall,
    sinceS: number,
    isEnough: (orders: readonly CcxtOrder[]) => boolean,
  ): Promise<boolean>;
}

export function createEndedOrders(): EndedOrders {
  const keptBy: KeptBy = new WeakMap();
  return {
    async list(call, sinceS, isEnough) {
      const kept = keptFor(keptBy.get(call.client), sinceS);
      if (kept && isEnough(kept.orders)) return true;
      const fromS = kept ? kept.newestS - listedWithinS : sinceS;
      const orders = [...(kept?.orders ?? [])];
      for (let page = 0; page < pagesMax; page += 1) {
        const listed = await listEnded(call, {
          trades: 'true',
          start: String(fromS),
          ofs: String(page * pageLength),
        });
        orders.push(...listed);
        const isLast = listed.length < pageLength;
        if (isLast) keep(keptBy, call, { sinceS: kept?.sinceS ?? sinceS, orders });
        if (isEnough(listed) || isLast) return true;
      }
      return false;
    },
  };
}

function keptFor(kept: Kept | undefined, sinceS: number): Kept | undefined {
  const isCovered = kept && kept.sinceS <= sinceS && sinceS <= kept.newestS - listedWithinS;
  return isCovered ? kept : undefined;
}

/** Keeps a list that was read to its end; an order that is listed twice is kept once. */
function keep(
  keptBy: KeptBy,
  { client }: DialectCall,
  { sinceS, orders }: Omit<Kept, 'newestS'>,
): void {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const ends = orders.map(({ info }) => Number(info.closetm)).filter(Number.isFinite);
  if (byId.size > keptMax || ends.length === 0) keptBy.delete(client);
  else
    keptBy.set(client, {
      sinceS,
      newestS: Math.floor(Math.max(...ends)),
      orders: [...byId.values()],
    });
}
