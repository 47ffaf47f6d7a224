import { createHash } from 'node:crypto';

/** The events of a run, a line each with the time of the simulation. */
export interface Trace {
  add(text: string): void;
  text(): string;
  /** Returns the SHA-256 of the text, in hex. */
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
