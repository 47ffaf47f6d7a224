/** Every number on the page is formatted here, so that all look alike. */

/** Shown for unknown values; never 0. */
export const unknownText = '–';

type Number0 = number | null | undefined;

/** Formats are expensive to make and few, so each is made once. */
const decimalFormats = Array.from({ length: 11 }, (_, digits) => fixed(digits));
const significant = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 });
const upToOne = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const dollars = fixed(0, { style: 'currency', currency: 'USD' });
const dollarsAndCents = fixed(2, { style: 'currency', currency: 'USD' });
const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

function fixed(digits: number, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // A value that rounds to zero has no sign: a minus would suggest a loss.
    signDisplay: 'negative',
    ...options,
  });
}

/** Returns the number with that many decimals, 10 at most. */
function withDigits(value: number, digits: number): string {
  const format = decimalFormats[Math.min(10, Math.max(0, Math.round(digits)))];
  return format ? format.format(value) : String(value);
}

function written(value: Number0, write: (value: number) => string): string {
  return value === null || value === undefined || !Number.isFinite(value)
    ? unknownText
    : write(value);
}

/** Returns the decimals that a price of this size needs when its tick is unknown. */
export function priceDigits(price: number): number {
  if (price === 0) return 2;
  const size = Math.floor(Math.log10(Math.abs(price)));
  return Math.min(10, Math.max(2, 4 - size));
}

/** Returns a price in quote units, with `digits` decimals, by its size unless given. */
export function formatPrice(value: Number0, digits?: number): string {
  return written(value, (price) => {
    return withDigits(price, digits ?? priceDigits(price));
  });
}

/** Returns a quantity in base units, with at most six significant digits. */
export function formatQuantity(value: Number0): string {
  return written(value, (quantity) => significant.format(quantity));
}

/** Returns a number as it was written or will be sent: nothing is rounded away. */
export function formatExact(value: Number0): string {
  return written(value, (number) => exact.format(number));
}

/** Returns US dollars, with cents below 10,000 and without above. */
export function formatUsd(value: Number0): string {
  return written(value, (usd) => {
    const format = Math.abs(usd) < 10_000 ? dollarsAndCents : dollars;
    return format.format(usd);
  });
}

/** Returns US dollars when only the magnitude counts: $1.2M. */
export function formatShortUsd(value: Number0): string {
  return written(value, (usd) => shortDollars.format(usd));
}

/** Returns basis points with their unit. */
export function formatBps(value: Number0, digits = 2): string {
  return written(value, (bps) => `${withDigits(bps, digits)} bps`);
}

/** Returns a percentage that is given in percent. */
export function formatPct(value: Number0, digits = 1): string {
  return written(value, (pct) => `${withDigits(pct, digits)} %`);
}

/** Returns a change in percent, with its sign. */
export function formatChangePct(value: Number0, digits = 2): string {
  return written(value, (pct) => `${pct > 0 ? '+' : ''}${withDigits(pct, digits)} %`);
}

/** Returns a fraction of one as percent. */
export function formatShare(value: Number0, digits = 0): string {
  return written(value, (share) => formatPct(share * 100, digits));
}

export function formatCount(value: Number0): string {
  return written(value, (count) => withDigits(count, 0));
}

/**
 * Returns a decimal text unchanged to its last digit, with thousands separators. No float is made.
 */
export function formatDecimalText(text: string | null | undefined): string {
  const parts = /^([+-]?)(\d+)(\.\d+)?$/.exec(text ?? '');
  if (!parts) return text ?? unknownText;
  const [, sign = '', whole = '', fraction = ''] = parts;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`;
}

/** Returns a count with its noun: "1 vault", "8 vaults". */
export function formatMany(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Returns a figure without a unit. */
export function formatFigure(value: Number0, digits = 2): string {
  return written(value, (figure) => withDigits(figure, digits));
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a duration in its two largest units. */
export function formatDuration(ms: Number0): string {
  return written(ms, (duration) => {
    if (duration < second) return `${Math.round(duration)} ms`;
    if (duration < minute) return `${upToOne.format(duration / second)} s`;
    if (duration < hour) return pair(duration, [minute, 'min'], [second, 's']);
    if (duration < day) return pair(duration, [hour, 'h'], [minute, 'min']);
    return pair(duration, [day, 'd'], [hour, 'h']);
  });
}

type Unit = readonly [ms: number, name: string];

function pair(duration: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const whole = Math.floor(duration / large);
  const rest = Math.floor((duration - whole * large) / small);
  return rest === 0 ? `${whole} ${largeName}` : `${whole} ${largeName} ${rest} ${smallName}`;
}

/**
 * Returns the epoch ms of an API time: ISO 8601, in UTC when it names no zone. Undefined for an
 * invalid text.
 */
export function parseTime(text: string | number | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  if (typeof text === 'number') return text;
  const zoned = /([zZ]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? undefined : ms;
}

const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const fullTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Returns the local time of day, with the date unless it is today. */
export function formatTime(time: string | number | null | undefined, nowMs: number): string {
  const ms = parseTime(time);
  if (ms === undefined) return unknownText;
  const isToday = new Date(ms).toDateString() === new Date(nowMs).toDateString();
  return (isToday ? clockTime : fullTime).format(ms);
}

/** Returns the local date and time. */
export function formatDateTime(time: string | number | null | undefined): string {
  const ms = parseTime(time);
  return ms === undefined ? unknownText : fullTime.format(ms);
}

/** Returns how long ago a time was. */
export function formatAgo(time: string | number | null | undefined, nowMs: number): string {
  const ms = parseTime(time);
  return ms === undefined ? unknownText : `${formatDuration(Math.max(0, nowMs - ms))} ago`;
}

/** Returns an API name in words: `stop_loss_limit` is "Stop loss limit". */
export function formatWord(word: string): string {
  const text = word.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the start and end of an id or address. The whole belongs into the title. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}
