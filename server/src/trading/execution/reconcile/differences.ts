import type { AccountId } from '../../model/account.ts';
import type { Difference, DifferenceKind, Finding } from './types.ts';

/** The result of merging findings into the open differences. */
export interface Merged {
  /** New and changed differences, which must be written. */
  readonly changed: readonly Difference[];
  /** The new ones among them. */
  readonly fresh: readonly Difference[];
  /** The differences that are open afterwards. */
  readonly open: readonly Difference[];
}

interface Merging {
  readonly accountId: AccountId;
  readonly open: readonly Difference[];
  readonly nowMs: number;
  readonly newId: () => string;
  /** Maximum number of open differences; further findings wait until some are resolved. */
  readonly openMax: number;
}

/**
 * Merges findings into the open differences: known ones are marked as seen again, others are added.
 */
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
      accountId,
      id: known?.id ?? newId(),
      firstSeenMs: known?.firstSeenMs ?? nowMs,
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

/**
 * The part that a comparison checked completely: differences that it did not find again are over.
 */
export interface Looked {
  /** Ids of the differences that it found. */
  readonly seen: ReadonlySet<string>;
  readonly kinds: ReadonlySet<DifferenceKind>;
  /** Identities that it could not decide. */
  readonly unsure: ReadonlySet<string>;
}

/** Returns the differences that are over, marked as resolved. */
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
