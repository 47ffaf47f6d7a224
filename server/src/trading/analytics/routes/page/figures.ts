/** What stands where a figure is not known. */
const unknown = '–';

type Known = number | null;

function decimals(value: number, digits: number): string {
  // Adding nothing turns -0 into 0; so does the check that the rounded figure is one.
  const text = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return /^-[0.,]*$/.test(text) ? text.slice(1) : text.replace('-', '−');
}

export function bpsText(value: Known): string {
  return value === null ? unknown : `${decimals(value, 2)} bps`;
}

/** A small share of a large account is not nothing. */
export function percentText(value: Known): string {
  if (value === null) return unknown;
  return `${decimals(value, value !== 0 && Math.abs(value) < 0.1 ? 4 : 2)} %`;
}

/** Dollars; cents where they matter. */
export function usdText(value: Known): string {
  if (value === null) return unknown;
  const digits = Math.abs(value) >= 100_000 ? 0 : 2;
  return `${decimals(value, digits)} USD`;
}

/** The same for a column whose head says what it is in. */
export function plainText(value: Known): string {
  return value === null ? unknown : decimals(value, 2);
}

export function countText(value: number): string {
  return decimals(value, 0);
}

/** A count with its noun. */
export function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number for an axis: as short as it can be told. */
export function tickText(value: number): string {
  return value
    .toLocaleString('en-US', { maximumSignificantDigits: 3, notation: 'compact' })
    .replace('-', '−');
}

/** YYYY-MM-DD of epoch ms, UTC. */
export function dayText(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** To the minute, UTC. */
export function timeText(epochMs: number): string {
  const [day = '', time = ''] = new Date(epochMs).toISOString().split('T');
  return `${day} ${time.slice(0, 'HH:MM'.length)} UTC`;
}
