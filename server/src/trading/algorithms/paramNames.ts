import {
  type AlgorithmParamsWire,
  type AlgorithmTypeWire,
  algorithmContract,
} from '@windlass/contract';

/**
 * The parameters of an algorithm are defined once, in the contract. Steps and stored rows have them
 * under names that are derived from those: in camel case, with seconds in milliseconds
 * (`interval_seconds` is `intervalMs`). Stored rows and the hashes of requests depend on these
 * names and on the order of the contract's fields.
 */

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;

type Derived<Name extends string> = Name extends `${infer Stem}_seconds`
  ? `${Camel<Stem>}Ms`
  : Camel<Name>;

type OwnName<Name, Renamed> = Name extends keyof Renamed
  ? Renamed[Name] & string
  : Derived<Name & string>;

/** A limit price among the parameters becomes part of the order's. */
type OfOrder = 'limit_price';

type Unchanging<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** Parameters under the names that steps and stored rows use. */
export type Own<Params, Renamed = unknown, Repeats = unknown> = {
  readonly [Name in keyof Params as Name extends keyof Repeats | OfOrder
    ? never
    : OwnName<Name, Renamed>]: Unchanging<Params[Name]>;
};

/** The order that parameters belong to. */
export interface ParamsOrder {
  readonly symbol: string;
  /** Base units. */
  readonly quantity: number;
  readonly accountIds: readonly string[];
}

/** Fields of the order that a parameter may repeat. */
export type RepeatedTerms = Pick<ParamsOrder, 'symbol' | 'quantity'>;

/** Rules for an algorithm whose parameters are more than the request's own under other names. */
export interface ParamsRules<Type extends AlgorithmTypeWire, Resolved, Renamed, Repeats> {
  readonly type: Type;
  /** Names that are stored and that the rule would not give. */
  readonly renamed: Renamed;
  /** Parameters that only repeat a field of the order. They are not stored. */
  readonly repeats: Repeats;
  /** Completes the parameters with what depends on the order or on each other. */
  resolve(params: AlgorithmParamsWire<Type>, order: ParamsOrder): Resolved;
}

type NamesOf<Type extends AlgorithmTypeWire, Value> = {
  readonly [Name in keyof AlgorithmParamsWire<Type>]?: Value;
};

/** Rules whose types only their algorithm knows. */
export interface AnyRules {
  readonly renamed: Readonly<Record<string, string>>;
  readonly repeats: Readonly<Record<string, keyof RepeatedTerms>>;
  resolve(params: never, order: ParamsOrder): object;
}

export function defineParams<
  Type extends AlgorithmTypeWire,
  Resolved extends AlgorithmParamsWire<Type>,
  const Renamed extends NamesOf<Type, string>,
  const Repeats extends NamesOf<Type, keyof RepeatedTerms>,
>(rules: ParamsRules<Type, Resolved, Renamed, Repeats>) {
  return rules;
}

/** The parameters that rules make. */
export type OwnOf<Rules> =
  Rules extends ParamsRules<infer _Type, infer Resolved, infer Renamed, infer Repeats>
    ? Own<Resolved, Renamed, Repeats>
    : never;

const msPerSecond = 1_000;
const seconds = '_seconds';
const ofOrder: OfOrder = 'limit_price';

/** A parameter under its two names. */
export interface NamedParam {
  readonly wire: string;
  readonly own: string;
  /** The field of the order that it repeats; undefined for a parameter that is stored. */
  readonly repeats: keyof RepeatedTerms | undefined;
}

/** Returns the parameters of a type in the order of the contract. */
export function namedParams(type: AlgorithmTypeWire, rules?: AnyRules): readonly NamedParam[] {
  return Object.keys(algorithmContract(type).params.shape)
    .filter((wire) => wire !== ofOrder)
    .map((wire) => ({
      wire,
      own: rules?.renamed[wire] ?? ownName(wire),
      repeats: rules?.repeats[wire],
    }));
}

function ownName(wire: string): string {
  const stem = wire.endsWith(seconds) ? `${wire.slice(0, -seconds.length)}_ms` : wire;
  return stem.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the stored value of a parameter. */
export function ownValue({ wire }: NamedParam, value: unknown): unknown {
  return isSeconds(wire, value) ? value * msPerSecond : value;
}

/** Returns a stored value as callers write it. */
export function wireValue({ wire }: NamedParam, value: unknown): unknown {
  return isSeconds(wire, value) ? value / msPerSecond : value;
}

function isSeconds(wire: string, value: unknown): value is number {
  return wire.endsWith(seconds) && typeof value === 'number';
}
