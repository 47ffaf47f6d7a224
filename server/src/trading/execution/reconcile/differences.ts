import type { AccountId } from '../../model/account.ts';
import type { Difference, DifferenceKind, Finding } from './types.ts';

/** What findings make of the differences that are open. */
export interface Merged {
  /** New and changed ones, to be written. */
  readonly changed: readonly Difference[];
  /** Those of them that nobody knew before. */
  readonly fresh: readonly Difference[];
  /** What is open after it. */
  readonly open: readonly Difference[];
}

interface Merging {
  readonly accountId: AccountId;
  readonly open: readonly Difference[];
  readonly nowMs: number;
  readonly newId: () => string;
  /** Open at once and no more: the rest is left for when some are resolved. */
  readonly openMax: number;
}

/** Findings that are known are seen again; the others are new. */
export function mergeFindings(merging: Merging, findings: readonly Finding[]): Merged {
  const { accountId, nowMs, newId, openMax } = merging;
  const open = new Map(merging.open.map((difference) => [keyOf(difference), difference]));
  const changed = new Map<string, Difference>();
  const fresh: Difference[] = [];
  for (const { isMended, ...finding } of findings) {
    const known = open.get(keyOf(finding));
    if (!known && !isMended && open.size >= openMax) continue;
    const seen: Difference = {
      ...finding,
      ...{ accountId, id: known?.id ?? newId(), firstSeenMs: known?.firstSeenMs ?? nowMs },
      lastSeenMs: nowMs,
      resolvedMs: isMended ? nowMs : undefined,
    };
    if (isMended) open.delete(keyOf(finding));
    else open.set(keyOf(finding), seen);
    changed.set(seen.id, seen);
    if (!known) fresh.push(seen);
  }
  return { changed: [...changed.values()], fresh, open: [...open.values()] };
}

/** What a comparison looked at in full, so that what it did not find again is over. */
export interface Looked {
  /** Differences it came upon, by their ids. */
  readonly seen: ReadonlySet<string>;
  readonly kinds: ReadonlySet<DifferenceKind>;
  /** What it could not be sure of. */
  readonly unsure: ReadonlySet<string>;
}

/** Those that are over, resolved. */
export function resolveUnseen(
  open: readonly Difference[],
  { seen, kinds, unsure }: Looked,
  nowMs: number,
): readonly Difference[] {
  return open
    .filter(({ kind, id }) => kinds.has(kind) && !seen.has(id))
    .filter(({ identity }) => !unsure.has(identity))
    .map((difference) => ({ ...difference, resolvedMs: nowMs }));
}

function keyOf({ kind, identity }: Pick<Finding, 'kind' | 'identity'>): string {
  return `${kind} ${identity}`;
}
