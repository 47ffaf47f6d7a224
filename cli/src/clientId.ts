import type { CliIo } from './io.ts';

/** Characters drawn: two commands of one millisecond do not meet. */
const drawnLength = 8;

/** Returns a name for something to be sent, so that it can be found whatever happens. */
export function createClientId({ now, random }: CliIo['runtime']): string {
  const drawn = Array.from({ length: drawnLength }, () => Math.floor(random() * 36).toString(36));
  return `cli-${now().toString(36)}-${drawn.join('')}`;
}
