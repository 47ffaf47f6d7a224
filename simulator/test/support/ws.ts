import fc from 'fast-check';
import type { ShownBook } from '../../src/exchange/marketMaker.ts';
import type { Depth, DepthLevel } from '../../src/exchange/prices.ts';
import type { FrameInfo } from '../../src/faults/frameInfo.ts';
import type { Line } from '../../src/ws/sockets.ts';

const side = (from: number, to: number) =>
  fc.uniqueArray(fc.tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 1, max: 9 })), {
    selector: ([price]: readonly [number, number]) => price,
    maxLength: 80,
  });

/** A market that moves on, deep enough to push levels out of the window. */
export const shownBooks: fc.Arbitrary<readonly ShownBook[]> = fc.array(
  fc.record({ bids: side(100, 199), asks: side(200, 299) }),
  { minLength: 1, maxLength: 20 },
);

export interface Heard {
  readonly text: string;
  readonly about: FrameInfo | undefined;
}

/** Makes a connection that only records what is sent over it. */
export function createEar(): Line & { readonly heard: Heard[]; readonly ends: string[] } {
  const heard: Heard[] = [];
  const ends: string[] = [];
  return {
    heard,
    ends,
    send: (text, about) => heard.push({ text, about }),
    close: (code, reason) => ends.push(`${code} ${reason}`),
  };
}

export type WireLevel = readonly [price: string, size: string, ...more: string[]];

/** A client's book as received, best levels first. */
export interface ClientBook {
  replace(bids: readonly WireLevel[], asks: readonly WireLevel[]): void;
  change(bids: readonly WireLevel[], asks: readonly WireLevel[]): void;
  levels(): readonly WireLevel[][];
}

export function createClientBook(): ClientBook {
  const [bids, asks] = [new Map<string, WireLevel>(), new Map<string, WireLevel>()];
  const put = (told: Map<string, WireLevel>, levels: readonly WireLevel[]) => {
    for (const level of levels) {
      if (Number(level[1]) === 0) told.delete(level[0]);
      else told.set(level[0], level);
    }
  };
  const sorted = (told: Map<string, WireLevel>) =>
    [...told.values()].sort(([one], [other]) => Number(one) - Number(other));
  const change: ClientBook['change'] = (newBids, newAsks) => {
    put(bids, newBids);
    put(asks, newAsks);
  };
  return {
    change,
    replace(newBids, newAsks) {
      bids.clear();
      asks.clear();
      change(newBids, newAsks);
    },
    levels: () => [sorted(bids).reverse(), sorted(asks)],
  };
}

const plainLevel = ({ price, quantity }: DepthLevel) => [
  Number(price) / 1e18,
  Number(quantity) / 1e18,
];

export const plainDepth = ({ bids, asks }: Depth) => [bids.map(plainLevel), asks.map(plainLevel)];

export const plainLevels = (sides: readonly WireLevel[][]) =>
  sides.map((levels) => levels.map(([price, size]) => [Number(price), Number(size)]));
