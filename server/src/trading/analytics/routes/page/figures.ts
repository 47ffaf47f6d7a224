/** The text for a figure that is not known. */
const unknown = '–';

type Known = number | null;

function decimals(value: number, digits: number): string {
  // Adding 0 turns -0 into 0. The comparison with 0 uses the rounded figure.
  const text = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return /^-[0.,]*$/.test(text) ? text.slice(1) : text.replace('-', '−');
}

export function bpsText(value: Known): string {
  return value === null ? unknown : `${decimals(value, 2)} bps`;
}

/** Small shares get more digits: a small share of a large account is not nothing. */
export function percentText(value: Known): string {
  if (value === null) return unknown;
  return `${decimals(value, value !== 0 && Math.abs(value) < 0.1 ? 4 : 2)} %`;
}

/** Dollars, with cents where they matter. */
export function usdText(value: Known): string {
  if (value === null) return unknown;
  const digits = Math.abs(value) >= 100_000 ? 0 : 2;
  return `${decimals(value, digits)} USD`;
}

/** The same for a column whose head names the unit. */
export function plainText(value: Known): string {
  return value === null ? unknown : decimals(value, 2);
}

export function countText(value: number): string {
  return decimals(value, 0);
}

/** Returns a count with its noun. */
export function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a number for an axis, as short as possible. */
export function tickText(value: number): string {
  return value
    .toLocaleString('en-US', { maximumSignificantDigits: 3, notation: 'compact' })
    .replace('-', '−');
}

/** Returns the UTC day of epoch ms as YYYY-MM-DD. */
export function dayText(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Returns the time to the minute, UTC. */
export function timeText(epochMs: number): string {
  const [day = '', time = ''] = new Date(epochMs).toISOString().split('T');
  return `${day} ${time.slice(0, 'HH:MM'.length)} UTC`;
}
