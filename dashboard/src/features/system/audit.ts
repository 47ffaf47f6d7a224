import { formatDateTime, formatUsd } from '../../shared/format.ts';

/** A field that an entry of the audit log changed; absent before or after is undefined. */
export interface FieldChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Fields that tell no more than the entry's own time. */
const idle = new Set(['updatedAtMs', 'updated_at']);

/** Returns the differences between two states of a subject, field by field, in their order. */
export function fieldChanges(before: unknown, after: unknown): readonly FieldChange[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)];
  const paths = new Set([...from.keys(), ...to.keys()]);
  return [...paths]
    .filter((path) => !idle.has(path) && from.get(path) !== to.get(path))
    .map((path) => ({ path: wordsOf(path), before: from.get(path), after: to.get(path) }));
}

/** Returns a subject's name, if it has one. */
export function nameOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('name' in state)) return undefined;
  return typeof state.name === 'string' ? state.name : undefined;
}

/** Returns every nested field of a value as text, by its path. */
function fieldsOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object') return new Map([[path, textOf(path, value)]]);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return new Map([[path, value.join(', ')]]);
  }
  const inner = Object.entries(value).map(([name, item]) =>
    fieldsOf(item, path === '' ? name : `${path}.${name}`),
  );
  return new Map(inner.flatMap((fields) => [...fields]));
}

function textOf(path: string, value: unknown): string {
  if (typeof value === 'number') {
    if (path.endsWith('MicroUsd')) return formatUsd(value / 1e6);
    if (path.endsWith('AtMs')) return formatDateTime(value);
  }
  return String(value);
}

/** Returns a path in words: `limits.maxOrderMicroUsd` is "limits max order". */
function wordsOf(path: string): string {
  return path
    .replace(/(MicroUsd|AtMs)$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase()
    .trim();
}
