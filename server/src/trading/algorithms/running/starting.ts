import { hash } from 'node:crypto';
import { exactly, formatExact } from '../../../kit/exact.ts';
import { legsOf, noSums } from '../legs.ts';
import { algorithms } from '../registry.ts';
import type { AlgorithmDraft, AlgorithmRecord } from '../types.ts';
import { toSumsView } from './legViews.ts';
import type { CheckedStart } from './startChecks.ts';

interface Made {
  readonly id: string;
  readonly actorId: string;
  readonly owner: string;
  readonly atMs: number;
}

/** Returns the algorithm before its first step. */
export function newRecord(
  draft: AlgorithmDraft,
  { symbol, accounts, arrivalPrice, arrivalSpreadBps }: CheckedStart,
  { id, actorId, owner, atMs }: Made,
): AlgorithmRecord {
  const { side, limitPrice, clientId, started } = draft;
  const { quantity } = draft;
  const terms = { symbol, side, quantity, limitPrice, arrivalPrice };
  const algorithm = algorithms[started.type];
  const state = algorithm.initialState(started.params, terms);
  const legs = noSums(started);
  const nothing = {
    ...terms,
    filled: 0,
    remaining: quantity,
    live: [],
    childrenOf: () => [],
    legs: legs.map(toSumsView),
  };
  return {
    id,
    clientId,
    requestHash: hashOf(draft),
    type: started.type,
    symbol,
    side,
    quantity: formatExact(exactly(quantity)),
    limitPrice,
    accountIds: accounts.map((account) => account.id),
    reduceOnly: draft.reduceOnly === true,
    params: started.params,
    actorId,
    owner,
    arrivalPrice,
    arrivalSpreadBps,
    status: 'RUNNING',
    reason: undefined,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    endedAtMs: undefined,
    state,
    run: {
      elapsedMs: 0,
      savedAtMs: atMs,
      nextChild: 1,
      // The first event is the start.
      nextEvent: 2,
      waitingFor: undefined,
      ending: undefined,
      barred: [],
      filled: '0',
      cost: '0',
      fees: [],
      feesQuote: '0',
      childrenFilled: 0,
      legs,
      isHalted: false,
      midTimeMs: 0,
      midSum: 0,
      lastMid: arrivalPrice,
      isDust: false,
      reported: algorithm.report(state, started.params, nothing),
    },
  };
}

export function startedText(record: AlgorithmRecord): string {
  const { type, quantity, arrivalPrice } = record;
  const [what, ...hedges] = legsOf(record).map(
    ({ side, symbol, accountIds }) => `${side} ${quantity} ${symbol} on ${accountIds.join(', ')}`,
  );
  const against = hedges.map((hedge) => `, against ${hedge}`).join('');
  return `${type} started: ${what}${against}, arrival price ${arrivalPrice}.`;
}

/** Returns a hash of everything that distinguishes starts: the same text for the same start. */
export function hashOf({ clientId: _, ...draft }: AlgorithmDraft): string {
  const { symbol, side, quantity, accountIds, limitPrice, started } = draft;
  const own = [symbol, side, quantity, accountIds, limitPrice, started.type, started.params];
  // Earlier versions did not know the flag. Without it, the hash stays as they stored it.
  const terms = draft.reduceOnly ? [...own, 'reduce_only'] : own;
  return hash('sha256', JSON.stringify(terms));
}
