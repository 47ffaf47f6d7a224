const dayMs = 86_400_000;
/** Minimum days to the expiry: a bot that starts today can use the future for a month. */
const daysAheadMin = 30;
const friday = 5;
const monthsPerQuarter = 3;

/** Returns the last Friday of a quarter at 08:00 UTC, when most exchanges settle their futures. */
export function quarterExpiry(nowMs: number): number {
  const earliest = new Date(nowMs + daysAheadMin * dayMs);
  const year = earliest.getUTCFullYear();
  const quarter = Math.floor(earliest.getUTCMonth() / monthsPerQuarter);
  const own = lastFriday(year, (quarter + 1) * monthsPerQuarter);
  if (own >= earliest.getTime()) return own;
  return lastFriday(year, (quarter + 2) * monthsPerQuarter);
}

/** Returns the last Friday before a month begins; months count from 0 and may exceed a year. */
function lastFriday(year: number, month: number): number {
  const end = new Date(Date.UTC(year, month, 0, 8));
  const back = (end.getUTCDay() - friday + 7) % 7;
  return end.getTime() - back * dayMs;
}
