import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CaptureLine,
  readCapture,
} from '../../../server/src/trading/venues/shared/captureFile.ts';

/** Returns the recording whose path contains this part, if `WINDLASS_CAPTURES` has one. */
export function recordingPath(part: string): string | undefined {
  const folder = process.env.WINDLASS_CAPTURES;
  if (!folder) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const name = names.find((each) => each.includes(part) && each.endsWith('.jsonl.gz'));
  return name === undefined ? undefined : join(folder, name);
}

/** Returns lines of such a recording. */
export async function recordedLines(
  part: string,
  isWanted: (line: CaptureLine) => boolean,
): Promise<CaptureLine[] | undefined> {
  const path = recordingPath(part);
  if (path === undefined) return undefined;
  const lines: CaptureLine[] = [];
  for await (const line of readCapture(path)) if (isWanted(line)) lines.push(line);
  return lines;
}
