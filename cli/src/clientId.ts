import type { CliIo } from './io.ts';

/** Random characters: enough to tell apart two commands of one millisecond. */
const drawnLength = 8;

/** Returns a name for a request, so that its result can be found whatever happens. */
export function createClientId({ now, random }: CliIo['runtime']): string {
  const drawn = Array.from({ length: drawnLength }, () => Math.floor(random() * 36).toString(36));
  return `cli-${now().toString(36)}-${drawn.join('')}`;
}
