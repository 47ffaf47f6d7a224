import type { z } from 'zod';
import { fundingArb } from './fundingArb.ts';
import { ladder } from './ladder.ts';
import { spread } from './spread.ts';
import { sweep } from './sweep.ts';
import type { AlgorithmContract } from './terms.ts';
import { timepace } from './timepace.ts';
import { twap } from './twap.ts';

/** All algorithms by their type (Orderbook §4.3), in the order in which they are named. */
export const algorithmContracts = {
  twap,
  ladder,
  sweep,
  timepace,
  spread,
  funding_arb: fundingArb,
} as const;

type Contracts = typeof algorithmContracts;

export type AlgorithmTypeWire = keyof Contracts;

// The keys of a literal object are those of its type.
export const algorithmTypes = Object.keys(algorithmContracts) as readonly AlgorithmTypeWire[];

/** The types that trade two legs against each other. */
export const pairTypes = algorithmTypes.filter((type) => algorithmContracts[type].legs);

type Schemas = { readonly [Type in AlgorithmTypeWire]: Contracts[Type]['params'] };

/** The parameters of each algorithm type. Forms and types are derived from them. */
export const algorithmParams = Object.fromEntries(
  Object.entries(algorithmContracts).map(([type, { params }]) => [type, params]),
) as Schemas;

/** Parameters as callers write them: those with a default may be left out. */
export type AlgorithmParamsInput = z.input<Schemas[AlgorithmTypeWire]>;

/** Parameters of a type, with their defaults. */
export type AlgorithmParamsWire<Type extends AlgorithmTypeWire> = z.output<Schemas[Type]>;

/** A type with its parameters. */
export type ParsedAlgorithmParams = {
  [Type in AlgorithmTypeWire]: {
    readonly type: Type;
    readonly params: AlgorithmParamsWire<Type>;
  };
}[AlgorithmTypeWire];

/** Reads the parameters of a type. They have passed the body's own check before. */
export function parseAlgorithmParams(
  type: AlgorithmTypeWire,
  params: Readonly<Record<string, unknown>>,
): ParsedAlgorithmParams {
  // The schema is that of the type.
  return { type, params: algorithmParams[type].parse(params) } as ParsedAlgorithmParams;
}

/** Returns the contract of a type for code that treats all types alike. */
export function algorithmContract(type: AlgorithmTypeWire): AnyContract {
  return algorithmContracts[type] as unknown as AnyContract;
}

/** A contract whose parameters only it knows. */
type AnyContract = AlgorithmContract<z.ZodObject>;
