import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import type { Dialect, ManyOutcome } from './dialect.ts';
import { createGatheredLookups, manyMsMax } from './gathered.ts';
import type { Line } from './line.ts';

const symbol = parseSymbol('BTC/USD') ?? ('' as never);
const refOf = (name: string): OrderRef => ({
  clientId: name,
  venueOrderId: undefined,
  symbol,
  marketType: 'spot',
});
class OrderNotFound extends Error {}

type Told = ReadonlyMap<string, ManyOutcome>;

/**
 * Starts a venue that reports many orders at once as scripted, and knows none separately: it
 * answers about one of them at the given moment.
 */
function start(
  answer: (ids: readonly string[]) => Told | Promise<Told>,
  alone: Promise<undefined> = Promise.resolve(undefined),
) {
  const clock = createManualClock();
  const asked: string[] = [];
  const dialect = {
    errorMeanings: [],
    async lookup(_: unknown, { clientId }: OrderRef) {
      asked.push(clientId);
      return alone;
    },
    lookupMany: {
      ordersMax: 3,
      async look(_: unknown, refs: readonly OrderRef[]) {
        const ids = refs.map(({ clientId }) => clientId);
        asked.push(ids.join('+'));
        return answer(ids);
      },
    },
  } as unknown as Dialect;
  const dialectClient = { dialect };
  const read: unknown = (_: unknown, __: unknown, work: (...parts: unknown[]) => unknown) =>
    work({}, dialect);
  const line = { clientOf: () => dialectClient, read } as unknown as Line;
  const told: string[] = [];
  const lookups = createGatheredLookups({
    clock,
    clientOf: line.clientOf,
    lineFor: () => line,
    told: ({ clientId }) => void told.push(String(clientId)),
  });
  const [lookup, proof] = [lookups.as('comparison'), lookups.as('proof')];
  return { clock, asked, told, lookup, proof, stop: lookups.stop };
}

const { signal } = new AbortController();

describe('looks at orders in the same moment', () => {
  it('are one look, as many as the venue tells together', async () => {
    const { clock, asked, lookup } = start((ids) => new Map(ids.map((id) => [id, 'absent'])));
    const all = Promise.all(['a', 'b', 'c', 'd', 'e', 'a'].map((id) => lookup(refOf(id), signal)));
    await clock.advance(20);
    expect(new Set((await all).map(({ kind }) => kind))).toEqual(new Set(['absent']));
    expect(asked).toEqual(['a+b+c', 'd+e']);
  });

  it('are looks of their own for one alone, and for what the answer leaves out', async () => {
    const { clock, asked, lookup } = start(() => new Map([['a', 'untold']]));
    const one = lookup(refOf('z'), signal);
    await clock.advance(20);
    expect(await one).toEqual({ kind: 'absent' });
    const two = Promise.all([lookup(refOf('a'), signal), lookup(refOf('b'), signal)]);
    await clock.advance(20);
    expect((await two).map(({ kind }) => kind)).toEqual(['unknown', 'absent']);
    expect(asked).toEqual(['z', 'a+b', 'b']);
  });

  it('are gathered behind two that run separately', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { clock, asked, lookup } = start(
      (ids) => new Map(ids.map((id) => [id, 'absent'])),
      promise,
    );
    const all: Promise<unknown>[] = [];
    for (const id of ['a', 'b', 'c']) {
      all.push(lookup(refOf(id), signal));
      await clock.advance(20);
    }
    expect(asked).toEqual(['a', 'b']);
    all.push(lookup(refOf('d'), signal));
    await clock.advance(20);
    expect(asked).toEqual(['a', 'b', 'c+d']);
    all.push(lookup(refOf('e'), signal));
    await clock.advance(20);
    expect(asked).toEqual(['a', 'b', 'c+d']);
    resolve(undefined);
    await Promise.all(all);
    expect(asked).toEqual(['a', 'b', 'c+d', 'e']);
  });

  it.each([
    [new OrderNotFound('one of them'), ['absent', 'absent'], ['a+b', 'a', 'b']],
    [new Error('lost'), ['unknown', 'unknown'], ['a+b']],
  ])('are looks of their own where one is refused, and none after a loss: %s', async (...given) => {
    const [error, kinds, calls] = given;
    const { clock, asked, lookup } = start(() => {
      throw error;
    });
    const both = Promise.all([lookup(refOf('a'), signal), lookup(refOf('b'), signal)]);
    await clock.advance(20);
    expect((await both).map(({ kind }) => kind)).toEqual(kinds);
    expect(asked).toEqual(calls);
  });

  it('end with whoever asked, and the others are answered', async () => {
    const { clock, asked, lookup } = start((ids) => new Map(ids.map((id) => [id, 'absent'])));
    const leaving = new AbortController();
    const one = lookup(refOf('a'), leaving.signal);
    const others = Promise.all([lookup(refOf('b'), signal), lookup(refOf('c'), signal)]);
    leaving.abort(new Error('given up'));
    expect(await one).toEqual({ kind: 'unknown', message: 'given up' });
    await clock.advance(20);
    expect((await others).map(({ kind }) => kind)).toEqual(['absent', 'absent']);
    expect(asked).toEqual(['b+c']);
  });

  it('share one that is under way, whatever they are for', async () => {
    const { promise, resolve } = Promise.withResolvers<Told>();
    const { clock, asked, lookup, proof } = start(() => promise);
    const first = Promise.all(['a', 'b', 'c'].map((id) => lookup(refOf(id), signal)));
    await clock.advance(20);
    const beganMs = clock.now();
    await clock.advance(5_000);
    const joined = Promise.all(['a', 'b', 'c'].map((id) => proof(refOf(id), signal)));
    resolve(
      new Map<string, ManyOutcome>([
        ['a', stateOf('a', 'closed')],
        ['b', 'absent'],
        ['c', stateOf('c', 'open')],
      ]),
    );
    expect((await first).map(({ kind }) => kind)).toEqual(['found', 'absent', 'found']);
    await clock.advance(20);
    const [ended, absent, open] = await joined;
    expect(ended).toMatchObject({ order: { status: 'closed' } });
    // Code that proves that an order never arrived has to know since when nobody looked.
    expect(absent).toEqual({ kind: 'absent', askedAtMs: beganMs });
    // The order may have ended since, so it is looked up again.
    expect(open).toEqual({ kind: 'absent' });
    expect(asked).toEqual(['a+b+c', 'c']);
  });

  it('wait for the one under way to be over, and are then one', async () => {
    const gates = [Promise.withResolvers<Told>(), Promise.withResolvers<Told>()];
    let begun = 0;
    const { clock, asked, lookup } = start(() => gates[begun++]?.promise ?? new Map());
    const first = Promise.all(['a', 'b'].map((id) => lookup(refOf(id), signal)));
    await clock.advance(20);
    const later = ['c', 'd'].map((id) => lookup(refOf(id), signal));
    await clock.advance(5_000);
    expect(asked).toEqual(['a+b']);
    gates[0]?.resolve(
      new Map([
        ['a', 'absent'],
        ['b', 'absent'],
      ] as const),
    );
    await first;
    gates[1]?.resolve(
      new Map([
        ['c', 'absent'],
        ['d', 'absent'],
      ] as const),
    );
    await Promise.all(later);
    expect(asked).toEqual(['a+b', 'c+d']);
  });

  it('are told of though nobody waits any more, and end by themselves in time', async () => {
    const { promise, resolve } = Promise.withResolvers<Told>();
    const { clock, asked, told, lookup } = start(() => promise);
    const leaving = new AbortController();
    const left = ['a', 'b'].map((id) => lookup(refOf(id), leaving.signal));
    await clock.advance(20);
    leaving.abort(new Error('too late'));
    expect((await Promise.all(left)).map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    resolve(
      new Map<string, ManyOutcome>([
        ['a', stateOf('a', 'closed')],
        ['b', 'absent'],
      ]),
    );
    await clock.advance(20);
    expect([told, asked]).toEqual([['a'], ['a+b']]);
  });

  it('are unknown once the venue has not answered for as long as its counter may take', async () => {
    const { clock, lookup, stop } = start(() => new Promise<Told>(() => undefined));
    const both = Promise.all([lookup(refOf('a'), signal), lookup(refOf('b'), signal)]);
    await clock.advance(20 + manyMsMax);
    expect((await both).map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    const more = Promise.all([lookup(refOf('a'), signal), lookup(refOf('b'), signal)]);
    await clock.advance(20);
    stop();
    expect((await more).map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
  });
});

function stateOf(clientId: string, status: VenueOrderState['status']): VenueOrderState {
  return {
    ...refOf(clientId),
    venueOrderId: `at ${clientId}`,
    side: 'buy',
    type: 'market',
    status,
    reason: undefined,
    price: undefined,
    stopPrice: undefined,
    quantity: '1',
    filled: status === 'closed' ? '1' : '0',
    average: undefined,
    cost: '0',
    fees: {},
    createdAtMs: 0,
    updatedAtMs: 0,
    lastTradeAtMs: undefined,
  };
}
