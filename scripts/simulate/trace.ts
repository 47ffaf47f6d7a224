import { createHash } from 'node:crypto';

/** What happened in a run, a line per event with the time of the simulation. */
export interface Trace {
  add(text: string): void;
  text(): string;
  /** SHA-256 of the text, hex. */
  digest(): string;
}

export function createTrace(elapsedMs: () => number): Trace {
  const lines: string[] = [];
  const text = () => lines.map((line) => `${line}\n`).join('');
  return {
    add: (line) => lines.push(`${elapsedMs().toFixed(3)} ${line}`),
    text,
    digest: () => createHash('sha256').update(text()).digest('hex'),
  };
}
