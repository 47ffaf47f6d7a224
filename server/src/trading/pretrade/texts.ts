/** "under 1 second", "about 3 minutes", "about 2 hours": as exact as such an estimate deserves. */
export function durationText(seconds: number): string {
  if (seconds <= 1) return 'under 1 second';
  const units = [
    { name: 'second', sec: 1, below: 60 },
    { name: 'minute', sec: 60, below: 60 },
    { name: 'hour', sec: 3_600, below: 48 },
    { name: 'day', sec: 86_400, below: Infinity },
  ];
  // Rounded first, so that 59.6 minutes are an hour and not 60 minutes.
  for (const { name, sec, below } of units) {
    const count = Math.round(seconds / sec);
    if (count < below) return `about ${count} ${name}${count === 1 ? '' : 's'}`;
  }
  return 'never';
}

/** "12 %", "0.4 %", "under 0.1 %". */
export function percentText(pct: number): string {
  if (pct < 0.05) return 'under 0.1 %';
  return `${pct < 9.95 ? Number(pct.toFixed(1)) : Math.round(pct)} %`;
}

/** Describes an order's size: "0.4 % of the daily volume, 12 % of the depth within 20 levels". */
export function sizeText(pctOfAdv: number | undefined, pctOfTop20Depth: number): string {
  const volume =
    pctOfAdv === undefined
      ? 'daily volume not known'
      : `${percentText(pctOfAdv)} of the daily volume`;
  return `${volume}, ${percentText(pctOfTop20Depth)} of the depth within 20 levels`;
}

/** Starts the text with a capital letter, as a sentence. */
export function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
