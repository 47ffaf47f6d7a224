import { orderTypes, sides } from '@windlass/contract';
import { exchangeNames } from './table.ts';

const markets = ['spot', 'swap'] as const;
const forces = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const;

/**
 * The order's position in its market: it rests, its trigger has been passed or it crosses, or
 * nobody could pay for it. `held` rests too, from an account that has a long position.
 */
export type Variant = 'resting' | 'through' | 'huge' | 'held';

export interface MatrixCase {
  readonly exchange: string;
  readonly marketType: (typeof markets)[number];
  readonly type: (typeof orderTypes)[number];
  readonly side: (typeof sides)[number];
  readonly force: (typeof forces)[number];
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly variant: Variant;
}

/** Returns the whole matrix, in the order in which it is sent: without a position first. */
export function matrixCases(): readonly MatrixCase[] {
  const all = exchangeNames.flatMap((exchange) =>
    markets.flatMap((marketType) => orderTypes.flatMap((type) => of(exchange, marketType, type))),
  );
  const resting = all.filter(({ variant }) => variant === 'resting');
  const foreseen = all.filter(({ variant }) => variant === 'through' || variant === 'huge');
  const held = all.filter(({ variant }) => variant === 'held');
  // Reduce-only orders come before anything that could open a position.
  const reducing = resting.filter(({ reduceOnly }) => reduceOnly);
  const opening = resting.filter(({ reduceOnly }) => !reduceOnly);
  return [...reducing, ...foreseen, ...opening, ...held];
}

function of(
  exchange: string,
  marketType: MatrixCase['marketType'],
  type: MatrixCase['type'],
): MatrixCase[] {
  const base = { exchange, marketType, type };
  return sides.flatMap((side) =>
    forces.flatMap((force) =>
      [false, true].flatMap((postOnly) => {
        const own = { ...base, side, force, postOnly };
        const resting = [false, true].map((reduceOnly): MatrixCase => {
          return { ...own, reduceOnly, variant: 'resting' };
        });
        return [...resting, ...foreseenOf(own)];
      }),
    ),
  );
}

function foreseenOf(own: Omit<MatrixCase, 'reduceOnly' | 'variant'>): MatrixCase[] {
  const cases: MatrixCase[] = [];
  const isPlain = own.force === 'GTC' && !own.postOnly;
  const isPostOnly = own.postOnly !== (own.force === 'POST_ONLY');
  const waits = own.type !== 'market' && own.type !== 'limit' && own.type !== 'trailing_stop';
  if (waits && isPlain) cases.push({ ...own, reduceOnly: false, variant: 'through' });
  if (own.type === 'limit' && isPostOnly) {
    cases.push({ ...own, reduceOnly: false, variant: 'through' });
  }
  if ((own.type === 'market' || own.type === 'limit') && isPlain) {
    cases.push({ ...own, reduceOnly: false, variant: 'huge' });
  }
  if (own.marketType === 'swap') cases.push({ ...own, reduceOnly: true, variant: 'held' });
  return cases;
}

/** Returns the case in a few words, by which it can be found again. */
export function nameOf(one: MatrixCase): string {
  const flags = [one.postOnly && 'post_only', one.reduceOnly && 'reduce_only'].filter(Boolean);
  const { exchange, marketType, type, side, force, variant } = one;
  return [exchange, marketType, side, type, force, ...flags, variant].join(' ');
}
