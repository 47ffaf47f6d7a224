export interface NamedValue {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

/** Widest bar: more cells would tell no more. */
const barCellsMax = 40;
/** Narrowest bar that is worth its space. */
const barCellsMin = 5;

/**
 * Returns a line for each value: its name, its figure, and a bar from zero to it, to the left for
 * negative values. When there is no space for bars, the figures stand alone.
 */
export function renderBars(values: readonly NamedValue[], columns: number): string {
  const nameWidth = Math.max(0, ...values.map(({ name }) => name.length));
  const textWidth = Math.max(0, ...values.map(({ text }) => text.length));
  // A line that fills the last column wraps on some terminals.
  const cells = Math.min(barCellsMax, columns - 1 - nameWidth - textWidth - 4);
  const lines = values.map(({ name, value, text }) => {
    const figures = `${name.padEnd(nameWidth)}  ${text.padStart(textWidth)}`;
    return cells < barCellsMin ? figures : `${figures}  ${barOf(value, values, cells)}`.trimEnd();
  });
  return lines.map((line) => `${line}\n`).join('');
}

function barOf(value: number, all: readonly NamedValue[], cells: number): string {
  const low = Math.min(0, ...all.map((each) => each.value));
  const high = Math.max(0, ...all.map((each) => each.value));
  if (high === low) return '';
  const placeOf = (at: number) => Math.round(((at - low) / (high - low)) * cells);
  const [from, to] = [placeOf(Math.min(0, value)), placeOf(Math.max(0, value))];
  // Every value other than zero is visible, however small.
  const length = value === 0 ? 0 : Math.max(1, to - from);
  return ' '.repeat(Math.min(from, cells - length)) + '█'.repeat(length);
}
