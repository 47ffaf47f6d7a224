import { objectIn } from '../../ws/objectIn.ts';
import type { Wallet } from '../call.ts';

/** Names of streams. */
export type Subscriptions = Set<string>;

/** Maximum number of streams of one connection. */
const streamsMax = 1_024;

interface Asked {
  readonly method?: unknown;
  readonly params?: unknown;
  readonly id?: unknown;
}

type Said = { readonly result: unknown } | { readonly code: number; readonly msg: string };

/** Carries out and answers `SUBSCRIBE`, `UNSUBSCRIBE` and `LIST_SUBSCRIPTIONS`. */
export function answerAsked(text: string, names: Subscriptions, wallet: Wallet): string {
  const asked: Asked | undefined = objectIn(text);
  const said: Said = asked
    ? carryOut(asked, names)
    : { code: 3, msg: `Invalid JSON: ${JSON.stringify(text.slice(0, 50))}` };
  const id = asked?.id ?? null;
  if ('result' in said) return JSON.stringify({ result: said.result, id });
  // Spot wraps the error; the other APIs write it beside the id.
  return JSON.stringify(wallet === 'spot' ? { error: said, id } : { ...said, id });
}

function carryOut({ method, params, id }: Asked, names: Subscriptions): Said {
  if (id !== undefined && !isId(id)) return { code: 2, msg: 'Invalid request: invalid id' };
  if (method === 'LIST_SUBSCRIPTIONS') return { result: [...names] };
  if (method !== 'SUBSCRIBE' && method !== 'UNSUBSCRIBE') {
    return { code: 2, msg: `Invalid request: unknown variant \`${String(method)}\`` };
  }
  if (!Array.isArray(params) || !params.every((name) => typeof name === 'string')) {
    return { code: 2, msg: 'Invalid request: params must be an array of strings' };
  }
  if (method === 'UNSUBSCRIBE') {
    for (const name of params) names.delete(name);
    return { result: null };
  }
  if (new Set([...names, ...params]).size > streamsMax) {
    return { code: 2, msg: `Invalid request: more than ${streamsMax} streams` };
  }
  for (const name of params) names.add(name);
  return { result: null };
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id) || id === null;
}
