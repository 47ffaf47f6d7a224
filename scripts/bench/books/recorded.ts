import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CaptureLine,
  readCapture,
} from '../../../server/src/trading/venues/shared/captureFile.ts';

/** Lines of the recording whose path has this part, where `WINDLASS_CAPTURES` holds one. */
export async function recordedLines(
  part: string,
  isWanted: (line: CaptureLine) => boolean,
): Promise<CaptureLine[] | undefined> {
  const folder = process.env.WINDLASS_CAPTURES;
  if (!folder) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const name = names.find((each) => each.includes(part) && each.endsWith('.jsonl.gz'));
  if (name === undefined) return undefined;
  const lines: CaptureLine[] = [];
  for await (const line of readCapture(join(folder, name))) if (isWanted(line)) lines.push(line);
  return lines;
}
