import {
  formatBps,
  formatDateTime,
  formatDuration,
  formatQuantity,
  unknownText,
} from '../../../shared/format.ts';
import { plainName, unitOf } from '../names.ts';

type Things = Readonly<Record<string, unknown>>;

/** Returns fields that only the algorithm names, as text. Lists of objects are shown elsewhere. */
export function namedEntries(things: Things): readonly (readonly [string, string])[] {
  return Object.entries(things)
    .filter(([, value]) => !isThings(value))
    .map(([name, value]) => [plainName(name), written(name, value)]);
}

function written(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return unknownText;
  if (typeof value === 'number') return writtenNumber(name, value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^\d{4}-\d\d-\d\dT/.test(value) ? formatDateTime(value) : value.replaceAll('_', ' ');
}

function writtenNumber(name: string, value: number): string {
  switch (unitOf(name)) {
    case 'seconds':
      return formatDuration(value * 1_000);
    case 'hours':
      return `${formatQuantity(Number(value.toFixed(2)))} h`;
    case 'pct':
      return `${formatQuantity(Number(value.toFixed(4)))} %`;
    case 'bps':
      return formatBps(value);
    case undefined:
      return formatQuantity(value);
  }
}

function isThings(value: unknown): boolean {
  return Array.isArray(value) && value.some((each) => typeof each === 'object');
}
