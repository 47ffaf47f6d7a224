/** Widest bar: more cells would tell no more. */
const barCellsMax = 30;
/** Narrowest bar that is worth its space. */
const barCellsMin = 5;

/** Returns a bar of the share done, from 0 to 1, with its figures, in less than `columns`. */
export function renderShare(share: number, figures: string, columns: number): string {
  // A line that fills the last column wraps on some terminals.
  const width = columns - 1;
  const text = `${String(Math.floor(share * 100)).padStart(3)} %  ${figures}`;
  const cells = Math.min(barCellsMax, width - text.length - 1);
  if (cells < barCellsMin) return text.slice(0, width);
  const full = Math.floor(share * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${text}`;
}
