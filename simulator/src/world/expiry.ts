const dayMs = 86_400_000;
/** Who starts a bot today finds the future there for a month at least. */
const daysAheadMin = 30;
const friday = 5;
const monthsPerQuarter = 3;

/** The last Friday of a quarter at 08:00 UTC, when most exchanges settle theirs. */
export function quarterExpiry(nowMs: number): number {
  const earliest = new Date(nowMs + daysAheadMin * dayMs);
  const year = earliest.getUTCFullYear();
  const quarter = Math.floor(earliest.getUTCMonth() / monthsPerQuarter);
  const own = lastFriday(year, (quarter + 1) * monthsPerQuarter);
  if (own >= earliest.getTime()) return own;
  return lastFriday(year, (quarter + 2) * monthsPerQuarter);
}

/** The last one before the month begins; months are counted from 0, on into the years after. */
function lastFriday(year: number, month: number): number {
  const end = new Date(Date.UTC(year, month, 0, 8));
  const back = (end.getUTCDay() - friday + 7) % 7;
  return end.getTime() - back * dayMs;
}
