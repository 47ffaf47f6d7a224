import { UsageError } from '../failures.ts';
import type { CliIo } from '../io.ts';

/** Returns the value of a JSON file. The parser's own message would repeat a part of it. */
export function readJson(path: string, io: CliIo): unknown {
  const text = io.machine.readText(path);
  if (text === undefined) throw new UsageError(`The file ${path} cannot be read.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`The file ${path} is not JSON.`);
  }
}
