import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { listOrders } from './spotLists.ts';

/** Ended orders in one answer of ClosedOrders. */
const pageLength = 50;
/** A page costs two of the fifteen calls that a key of the lowest tier has at once. */
const pagesMax = 3;
/** An order that ended is listed this long after its end at the most, with room to spare. */
const listedWithinS = 20;
/** Orders kept of one account, of about a kilobyte each: where there are more, none is. */
const keptMax = 500;

/** Every order that had ended by some time, as far back as was asked for. */
interface Kept {
  readonly sinceS: number;
  /** The last end among them, in the venue's own time. */
  readonly newestS: number;
  readonly orders: readonly CcxtOrder[];
}

/** By client: those of two accounts never meet. */
type KeptBy = WeakMap<object, Kept>;

/** Lists ended orders, and keeps what it has read: what is over stays as it is. */
export interface EndedOrders {
  /**
   * Lists orders that ended since then, in the seconds of the venue, until these will do; returns
   * false where there are more than can be read. Where the same was read before, only what ended
   * since is asked for.
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
        const asked = { start: String(fromS), ofs: String(page * pageLength) };
        const listed = await listOrders(call, 'closed', asked);
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

/** Keeps what was read to its end; what is listed twice is kept once. */
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
