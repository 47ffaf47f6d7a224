import type { Random } from '../../../src/kit/random.ts';
import type { BookLevel } from '../../../src/trading/venues/bookPort.ts';
import type { SubmitOutcome } from '../../../src/trading/venues/venuePort.ts';
import type { RouteCase } from './cases.ts';
import type { OnSubmit, Passing, RouteVenueName, RoutingService } from './service.ts';

/** The possible fates of a plan's order on its way. */
export const fates = [
  'arrives',
  'meets less',
  'meets nothing',
  'is rejected',
  'is not sent',
  'is short',
  'never arrives',
  'is not answered',
  'comes late',
  'hangs',
  'halts',
] as const;
export type Fate = (typeof fates)[number];

/** Within the time in which venues take a signed request. */
const lateMs = 3_000;

/** Draws a fate for each order, and counts them. */
export function drawFates(
  service: RoutingService,
  made: RouteCase,
  { random, count }: { readonly random: Random; readonly count: (fate: Fate) => void },
): OnSubmit {
  return (passing) => {
    const isSpared = random.next() < 0.35;
    const fate = isSpared ? 'arrives' : fates[Math.floor(random.between(0, fates.length))];
    if (!fate) throw new Error('There is a fate of every number drawn.');
    count(fate);
    return meet(service, made, { passing, fate });
  };
}

interface Meeting {
  readonly passing: Passing;
  readonly fate: Fate;
}

async function meet(
  service: RoutingService,
  made: RouteCase,
  meeting: Meeting,
): Promise<SubmitOutcome> {
  const { passing, fate } = meeting;
  const { arrive, accountId, order, door } = passing;
  const unknown: SubmitOutcome = { kind: 'unknown', message: 'The answer was lost.' };
  switch (fate) {
    case 'arrives':
      return arrive();
    case 'meets less':
    case 'meets nothing':
      shrink(service, made, { venue: passing.venue as RouteVenueName, by: fate });
      return arrive();
    case 'is rejected':
      return { kind: 'rejected', code: 'OTHER', message: 'Not now.' };
    case 'is not sent':
      return { kind: 'rejected', code: 'NOT_SENT', message: 'No connection came about.' };
    case 'is short': {
      // Somebody else spends its balance, without the service.
      const clientId = `hand-${order.clientId}`.slice(0, 32);
      await door.submit({ ...order, clientId }, new AbortController().signal);
      return arrive();
    }
    case 'never arrives':
      return unknown;
    case 'is not answered':
      await arrive();
      return unknown;
    case 'comes late':
      service.app.clock.schedule(lateMs, () => void arrive());
      return unknown;
    case 'hangs':
      return new Promise(() => undefined);
    case 'halts': {
      const body = { exchange_account_id: accountId };
      await service.app.call({ method: 'POST', url: '/admin/halt', body });
      return arrive();
    }
  }
}

/** Removes depth on both sides; with `meets nothing` prices move away by a percent. */
function shrink(
  { books }: RoutingService,
  made: RouteCase,
  { venue, by }: { readonly venue: RouteVenueName; readonly by: Fate },
): void {
  const shown = made.books.get(venue);
  if (!shown) return;
  const { symbol } = made;
  if (by === 'meets less') {
    const less = (levels: readonly BookLevel[]) =>
      levels.map(([price, quantity], at) => [price, at === 0 ? quantity / 2 : quantity] as const);
    books.show(venue, symbol, { bids: less(shown.bids), asks: less(shown.asks) });
    return;
  }
  const away = (levels: readonly BookLevel[], factor: number) =>
    levels.map(([price, quantity]) => [Math.round(price * factor), quantity] as const);
  books.show(venue, symbol, { bids: away(shown.bids, 0.97), asks: away(shown.asks, 1.03) });
}
