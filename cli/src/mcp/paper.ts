import type { Client } from '@windlass/client';

/** A trading tool was refused here, and nothing was sent. */
export class TradeRefused extends Error {
  override readonly name = 'TradeRefused';
}

/**
 * Throws unless every account is a paper account according to the service now. The service never
 * gives the id of a paper account to a live one, not even after its removal, so the result is still
 * true when the call arrives.
 */
export async function requirePaper(
  client: Pick<Client, 'listTradedAccounts'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) throw new TradeRefused('No exchange account is named.');
  const { accounts } = await client.listTradedAccounts();
  const modes = new Map(accounts.map(({ exchange_account_id: id, mode }) => [id, mode]));
  for (const id of ids) {
    const mode = modes.get(id);
    if (mode === 'paper') continue;
    throw new TradeRefused(
      mode === undefined
        ? `There is no exchange account ${id} that the key reaches.`
        : `The exchange account ${id} is of mode ${mode}. These tools trade only on paper.`,
    );
  }
}

/** Returns every account that an input names, however deep: algorithms' params name some too. */
export function accountsNamedIn(input: unknown): string[] {
  const ids = new Set<string>();
  collect(input, ids);
  return [...ids];
}

const accountField = /(^|_)exchange_account_ids?$/;

function collect(value: unknown, ids: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    if (!accountField.test(name)) {
      collect(each, ids);
      continue;
    }
    for (const id of Array.isArray(each) ? each : [each]) {
      if (typeof id === 'string') ids.add(id);
    }
  }
}
