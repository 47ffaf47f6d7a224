import {
  type AlgorithmParamsWire,
  type AlgorithmTypeWire,
  algorithmContract,
  algorithmTypes,
  type ParsedAlgorithmParams,
} from '@windlass/contract';
import { fundingArbRules } from './fundingArb/params.ts';
import {
  type AnyRules,
  namedParams,
  type Own,
  type OwnOf,
  ownValue,
  type ParamsOrder,
  type RepeatedTerms,
  wireValue,
} from './paramNames.ts';
import { spreadRules } from './spread/params.ts';

export type AlgorithmType = AlgorithmTypeWire;
export { algorithmTypes };

/** The algorithms whose parameters depend on the order or on each other. */
const rules = {
  spread: spreadRules,
  funding_arb: fundingArbRules,
} as const;

/** The parameters of each type, as the contract defines them, under the names of steps. */
export type ParamsOf = {
  readonly [Type in AlgorithmType]: Type extends keyof typeof rules
    ? OwnOf<(typeof rules)[Type]>
    : Own<AlgorithmParamsWire<Type>>;
};

/** Closeness to the market of the prices that an algorithm posts (design: aggression). */
export type Aggression = ParamsOf['sweep']['urgency'];

/** A type with its own parameters. */
export type AlgorithmStart = {
  [Type in AlgorithmType]: { readonly type: Type; readonly params: ParamsOf[Type] };
}[AlgorithmType];

type Fields = Readonly<Record<string, unknown>>;

const anyRules: Partial<Record<AlgorithmType, AnyRules>> = rules;

/** Returns the parameters of a request, complete, as steps and stored rows have them. */
export function toStart({ type, params }: ParsedAlgorithmParams, order: ParamsOrder) {
  const own = anyRules[type];
  // Rules take the parameters of their type.
  const given: Fields = { ...(own ? own.resolve(params as never, order) : params) };
  const entries = namedParams(type, own)
    .filter(({ repeats }) => repeats === undefined)
    .map((param) => [param.own, ownValue(param, given[param.wire])] as const);
  return { type, params: Object.fromEntries(entries) } as unknown as AlgorithmStart;
}

/** Returns parameters as callers write them. */
export function toParamsWire(
  { type, params }: { readonly type: AlgorithmType; readonly params: ParamsOf[AlgorithmType] },
  order: RepeatedTerms,
): Fields {
  const own = anyRules[type];
  const stored: Fields = { ...params };
  const entries = namedParams(type, own).map((param) => {
    const { wire, repeats } = param;
    return [wire, repeats ? order[repeats] : wireValue(param, stored[param.own])] as const;
  });
  return Object.fromEntries(entries);
}

/** Fields of a request that say what a leg trades, and with which accounts. */
export interface LegFields {
  readonly symbol: string;
  readonly accounts: string;
}

/** Returns the fields of the request that name the legs; none for an algorithm of one leg. */
export function legFieldsOf(type: AlgorithmType): readonly LegFields[] {
  const legs = algorithmContract(type).legs ?? [];
  return legs.map(({ symbol, accounts }, leg) => ({
    // The first leg trades the order itself.
    symbol: leg === 0 ? 'symbol' : `params.${symbol}`,
    accounts: `params.${accounts}`,
  }));
}

/** Returns the accounts that a pair's parameters name, by leg; nothing for other types. */
export function legAccountsOf(started: AlgorithmStart): readonly (readonly string[])[] {
  const legs = algorithmContract(started.type).legs ?? [];
  const named: Fields = toParamsWire(started, { symbol: '', quantity: 0 });
  return legs.map(({ accounts }) => [named[accounts]].flat().map(String));
}
