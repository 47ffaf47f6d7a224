import {
  type AlgorithmTypeWire,
  algorithmBody,
  algorithmContract,
  algorithmParams,
  parseAlgorithmParams,
  type Side,
} from '@windlass/contract';
import { marketTypeOf } from '../../../shared/symbol.ts';
import { readNumber } from '../../../shared/ui/Field.tsx';
import { type Field, fieldsOf, type Value } from './fields.ts';

/** Values that have been filled into the start form. */
export interface Draft {
  readonly side: Side;
  readonly quantity: string;
  readonly limitPrice: string;
  readonly accounts: readonly string[];
  readonly reduceOnly: boolean;
  /** Changed parameters by type, so that switching between types loses nothing. */
  readonly params: Readonly<Partial<Record<AlgorithmTypeWire, Readonly<Record<string, Value>>>>>;
}

export const emptyDraft: Draft = {
  side: 'buy',
  quantity: '',
  limitPrice: '',
  accounts: [],
  params: {},
  reduceOnly: false,
};

/** A draft with the type, symbol and id it belongs to. */
export interface Filled {
  readonly type: AlgorithmTypeWire;
  readonly symbol: string;
  readonly draft: Draft;
  /** `client_algorithm_id`. */
  readonly id: string;
}

export function fieldValue({ type, symbol, draft }: Omit<Filled, 'id'>, field: Field): Value {
  if (field.kind === 'mirror') return field.of === 'symbol' ? symbol : draft.quantity;
  return draft.params[type]?.[field.name] ?? field.initial;
}

/** Returns the draft with one parameter changed. */
export function withParam(
  draft: Draft,
  type: AlgorithmTypeWire,
  [name, value]: readonly [string, Value],
): Draft {
  return {
    ...draft,
    params: { ...draft.params, [type]: { ...draft.params[type], [name]: value } },
  };
}

/**
 * True when the parameters name the accounts of the legs. The order then has the accounts of both.
 */
export function namesAccounts(type: AlgorithmTypeWire): boolean {
  return fieldsOf(type).some(({ kind }) => kind === 'account' || kind === 'accounts');
}

/** Returns the side. A funding_arb is always long spot (Orderbook §4.3). */
export function sideOf({ type, draft }: Pick<Filled, 'type' | 'draft'>): Side {
  return type === 'funding_arb' ? 'buy' : draft.side;
}

/** Returns the accounts of the order: the chosen ones, or those of its legs. */
export function accountsOf(filled: Omit<Filled, 'id'>): readonly string[] {
  if (!namesAccounts(filled.type)) return filled.draft.accounts;
  const named = fieldsOf(filled.type).flatMap((field) => {
    if (field.kind !== 'account' && field.kind !== 'accounts') return [];
    const value = fieldValue(filled, field);
    return typeof value === 'string' || typeof value === 'boolean' ? [String(value)] : value;
  });
  return [...new Set(named.filter((id) => id !== ''))];
}

/** True when every leg has positions that could be reduced. */
export function canReduce({ type, symbol, draft }: Omit<Filled, 'id'>): boolean {
  const { opensBothLegs, legs: [, second] = [] } = algorithmContract(type);
  if (opensBothLegs) return false;
  const other = second ? draft.params[type]?.[second.symbol] : symbol;
  return [symbol, String(other ?? '')].every((each) => marketTypeOf(each) !== 'spot');
}

/** Returns the request as it would be sent, valid or not. */
function toBody(filled: Filled): Readonly<Record<string, unknown>> {
  const { type, symbol, draft, id } = filled;
  const params = fieldsOf(type).map((field) => [
    field.name,
    toSent(field, fieldValue(filled, field)),
  ]);
  return withoutAbsent({
    algorithm_type: type,
    symbol,
    side: sideOf(filled),
    quantity: readNumber(draft.quantity),
    exchange_account_ids: accountsOf(filled),
    limit_price: readNumber(draft.limitPrice),
    reduce_only: draft.reduceOnly && canReduce(filled) ? true : undefined,
    client_algorithm_id: id,
    params: withoutAbsent(Object.fromEntries(params)),
  });
}

function withoutAbsent(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Returns a value as it is sent. Empty fields are left out: the service has a default, or says that
 * the field is required.
 */
function toSent(field: Field, value: Value): unknown {
  if (value === '') return undefined;
  if (typeof value !== 'string') return value;
  switch (field.kind) {
    case 'number':
      return readNumber(value);
    case 'mirror':
      return field.of === 'quantity' ? readNumber(value) : value;
    case 'json':
      return readJson(value);
    case 'flag':
    case 'choice':
    case 'text':
    case 'symbol':
    case 'account':
    case 'accounts':
      return value;
  }
}

/** Returns the text itself when it is no JSON, so that the schema reports the problem. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Problems by field name: `quantity`, `params.interval_seconds`. */
export type Faults = ReadonlyMap<string, string>;

export type Checked =
  | { readonly isGood: true; readonly body: StartBody; readonly faults: Faults }
  | { readonly isGood: false; readonly faults: Faults };

export type StartBody = ReturnType<typeof toStartBody>;

/** Checks a draft against the contract, as the service will. */
export function check(filled: Filled): Checked {
  const body = toBody(filled);
  const checked = algorithmBody.safeParse(body);
  if (checked.success) {
    return { isGood: true, body: toStartBody(checked.data), faults: new Map() };
  }
  const own = checked.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
  // The body checks its parameters only when all else is valid. A form shows everything at once.
  const isSilent = own.every(([field]) => !field.startsWith('params'));
  const inner = isSilent ? algorithmParams[filled.type].safeParse(body.params) : undefined;
  const more = inner?.error?.issues.map(
    ({ path, message }) => [['params', ...path].join('.'), message] as const,
  );
  return { isGood: false, faults: firstOfEach([...own, ...(more ?? [])]) };
}

export function firstOfEach(
  faults: readonly (readonly [field: string, message: string])[],
): Faults {
  const first = new Map<string, string>();
  for (const [field, message] of faults) {
    if (!first.has(field)) first.set(field, message);
  }
  return first;
}

function toStartBody(checked: ReturnType<typeof algorithmBody.parse>) {
  const { params } = parseAlgorithmParams(checked.algorithm_type, checked.params);
  return { ...checked, params };
}
