import { limitTable } from '../vaults/spread.ts';
import { benchServed } from './served.ts';
import { benchStored } from './stored.ts';

/** Returns both parts as tables in Markdown: orders in the store only, and through the service. */
export async function benchOrders(): Promise<string> {
  const stored = await benchStored();
  const { limits, rates } = await benchServed();
  return `${stored}\n\n${limitTable(limits)}\n\n${rates}`;
}
