import { table } from '../result.ts';
import { benchRefresh } from './refresh.ts';
import { benchRegistry } from './registry.ts';
import { limitTable } from './spread.ts';

/** Returns both parts as tables in Markdown. */
export async function benchVaults(): Promise<string> {
  const refresh = table(await benchRefresh());
  return `${refresh}\n\n${limitTable(await benchRegistry())}`;
}
