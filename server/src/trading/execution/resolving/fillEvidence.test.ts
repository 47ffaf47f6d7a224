import { expect, it } from 'vitest';
import { fillOf } from '../../../../test/support/execution/fixture.ts';
import { limitOrder } from '../../../../test/support/execution/orders.ts';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { newIntent } from '../../../../test/support/orders/fixture.ts';
import { type FillsQuery, type VenueFill, VenueUnavailableError } from '../../venues/venuePort.ts';
import type { StoredOrder } from '../orderStore.ts';
import { pendingOrder } from '../storedOrders.ts';
import { createFillEvidence, filledOrders, type ReadingProgress } from './fillEvidence.ts';

const startMs = 1_700_000_000_000;

function orderOf(name: string, createdAtMs = startMs): StoredOrder {
  return pendingOrder(newIntent(name, { createdAtMs, quantity: '1', symbol: limitOrder.symbol }));
}

/** Returns that many fills, of other orders, a second apart. */
function others(count: number): VenueFill[] {
  return Array.from({ length: count }, (_, index) =>
    fillOf(limitOrder, {
      venueTradeId: `other-${index}`,
      venueOrderId: 'v-other',
      clientId: undefined,
      atMs: startMs + index * 1_000,
    }),
  );
}

function ofOrder({ venueClientId }: StoredOrder, atMs: number): VenueFill {
  return fillOf(limitOrder, {
    venueTradeId: `of-${venueClientId}`,
    clientId: venueClientId,
    quantity: '1',
    atMs,
  });
}

/** A venue with these fills, which refuses the calls with these numbers. */
function start(fills: readonly VenueFill[], refused: readonly number[] = []) {
  const asked: FillsQuery[] = [];
  const stored: string[] = [];
  const sorted = fills.toSorted((one, other) => one.atMs - other.atMs);
  const session = {
    async fills(query: FillsQuery) {
      asked.push(query);
      if (refused.includes(asked.length)) throw new VenueUnavailableError('too many calls');
      return sorted.filter(({ atMs }) => atMs >= query.sinceMs).slice(0, query.limit);
    },
  };
  const progress: ReadingProgress = { unfinished: undefined };
  const deps = {
    clock: createManualClock(),
    settling: {
      async addFills(_: string, found: readonly VenueFill[]) {
        stored.push(...found.map(({ venueTradeId }) => venueTradeId));
        return found.length;
      },
    },
    session: session as never,
    progress,
    signal: new AbortController().signal,
  };
  return { asked, stored, deps };
}

it('reads the list once for all orders that wait, to its end', async () => {
  const orders = Array.from({ length: 50 }, (_, index) => orderOf(`n${index}`));
  const own = orders.map((order, index) => ofOrder(order, startMs + index * 50_000));
  const { asked, stored, deps } = start([...others(2_500), ...own]);
  const evidence = createFillEvidence(deps);
  const found = orders.map((order) => evidence.of({ order, venueOrderId: undefined }));
  evidence.read();
  for (const [index, fills] of (await Promise.all(found)).entries()) {
    expect(fills.map(({ venueTradeId }) => venueTradeId)).toEqual([own[index]?.venueTradeId]);
  }
  expect(asked).toHaveLength(3);
  expect(asked[0]?.sinceMs).toBe(startMs - 60_000);
  expect(new Set(stored)).toEqual(new Set(own.map(({ venueTradeId }) => venueTradeId)));
});

it('reads again for an order that came while it read', async () => {
  const [first, second] = [orderOf('first'), orderOf('second')];
  const { asked, deps } = start(others(10));
  const evidence = createFillEvidence(deps);
  const one = evidence.of({ order: first, venueOrderId: undefined });
  evidence.read();
  const other = evidence.of({ order: second, venueOrderId: undefined });
  evidence.read();
  expect(await Promise.all([one, other])).toEqual([[], []]);
  expect(asked).toHaveLength(2);
});

it('goes on where a reading for the same orders failed, and begins anew for others', async () => {
  const order = orderOf('first');
  const early = ofOrder(order, startMs + 500);
  const { asked, deps } = start([...others(1_500), early], [2]);
  const ask = async (wanted: StoredOrder) => {
    const evidence = createFillEvidence(deps);
    const fills = evidence.of({ order: wanted, venueOrderId: undefined });
    evidence.read();
    return fills;
  };
  await expect(ask(order)).rejects.toThrow('too many calls');
  expect(await ask(order)).toHaveLength(1);
  const lastMs = startMs + 998_000;
  expect(asked.map(({ sinceMs }) => sinceMs)).toEqual([startMs - 60_000, lastMs, lastMs]);
  expect(await ask(orderOf('other', startMs + 60_000))).toEqual([]);
  expect(asked[3]?.sinceMs).toBe(startMs);
});

it('keeps what it finds of all its orders while only some of them ask', async () => {
  const [first, second] = [orderOf('first'), orderOf('second')];
  const late = ofOrder(second, startMs + 1_500_500);
  const { asked, deps } = start([...others(3_500), late], [2, 4]);
  const ask = async (...wanted: readonly StoredOrder[]) => {
    const evidence = createFillEvidence(deps);
    const found = wanted.map((order) => evidence.of({ order, venueOrderId: undefined }));
    evidence.read();
    return Promise.all(found);
  };
  await expect(ask(first, second)).rejects.toThrow('too many calls');
  // The fill of the other order is in the page that is read before this attempt fails too.
  await expect(ask(first)).rejects.toThrow('too many calls');
  expect(await ask(first, second)).toEqual([[], [late]]);
  expect(asked[4]?.sinceMs).toBeGreaterThan(late.atMs);
});

it('proves nothing by a list that cannot be read to its end', async () => {
  const order = orderOf('first');
  const atOnce = others(1_200).map((fill) => ({ ...fill, atMs: startMs }));
  const { deps } = start(atOnce);
  const evidence = createFillEvidence(deps);
  const fills = evidence.of({ order, venueOrderId: undefined });
  evidence.read();
  await expect(fills).rejects.toThrow('more fills than can be read');
});

it('tells which orders their fills make complete', async () => {
  const [whole, part, none] = [orderOf('whole'), orderOf('part'), orderOf('none')];
  const half = { ...ofOrder(part, startMs + 2_000), quantity: '0.5' };
  const { deps } = start([ofOrder(whole, startMs + 1_000), half]);
  const filled = await filledOrders(deps, [whole, part, none]);
  expect(filled.map(({ order }) => order)).toEqual([whole]);
  expect(filled[0]?.outcome).toMatchObject({ status: 'closed', filled: '1', reason: undefined });
});
