import type { z } from 'zod';
import type { Side } from '../orders/words.ts';

/** Everything that the contract says of one algorithm: all others read it from here. */
export interface AlgorithmContract<Schema extends z.ZodObject> {
  /** Its name, for people. */
  readonly title: string;
  /** A description for people who choose between algorithms. */
  readonly description: string;
  readonly params: Schema;
  /** Returns the parameters that are valid by themselves and contradict the order. */
  contradictions(order: AlgorithmOrder, params: z.output<Schema>): readonly Contradiction[];
  /** The parameters that name the legs of a pair; undefined for an algorithm of one leg. */
  readonly legs: readonly [LegNames<Schema>, LegNames<Schema>] | undefined;
  /** True when it always opens both legs, so that reduce_only has no place in it. */
  readonly opensBothLegs: boolean;
}

/** Names of the parameters that say what a leg trades, and with which account or accounts. */
export interface LegNames<Schema extends z.ZodObject> {
  readonly symbol: keyof z.output<Schema> & string;
  readonly accounts: keyof z.output<Schema> & string;
}

/** Fields of a request that its parameters must agree with. */
export interface AlgorithmOrder {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly exchange_account_ids: readonly string[];
}

/** A field that is valid by itself and contradicts another. */
export interface Contradiction {
  readonly path: readonly string[];
  readonly message: string;
}

type Needed = 'title' | 'description' | 'params';

/** Declares an algorithm. What is left out says that there is none. */
export function defineAlgorithmContract<Schema extends z.ZodObject>(
  said: Pick<AlgorithmContract<Schema>, Needed> & Partial<AlgorithmContract<Schema>>,
): AlgorithmContract<Schema> {
  return {
    contradictions: () => [],
    legs: undefined,
    opensBothLegs: false,
    ...said,
  };
}
