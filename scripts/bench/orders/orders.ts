import { limitTable } from '../vaults/spread.ts';
import { benchServed } from './served.ts';
import { benchStored } from './stored.ts';

/** Both parts as tables in Markdown: orders in the store alone, and through the whole service. */
export async function benchOrders(): Promise<string> {
  const stored = await benchStored();
  const { limits, rates } = await benchServed();
  return `${stored}\n\n${limitTable(limits)}\n\n${rates}`;
}
