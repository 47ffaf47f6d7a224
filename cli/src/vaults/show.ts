import type { Client } from '@windlass/client';
import type { HoldingWire } from '@windlass/contract';
import { exitCodes } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { createPaint, hasColours } from '../text.ts';
import { renderHoldings, renderVault } from './format.ts';
import { writeJson } from './report.ts';

export interface ShowOptions extends GlobalOptions {
  /** Both networks when it is not given. */
  readonly network?: 'testnet' | 'mainnet';
  /** Shows balances of zero too. */
  readonly zero?: boolean;
}

/** Largest page that is allowed (Vaults §4.12). */
const pageLimit = 100;
/** Ten pages hold more tokens than the lists of both networks together. */
const pagesMax = 10;

/** Prints a vault and its holdings. */
export async function showVault(name: string, options: ShowOptions, io: CliIo): Promise<number> {
  const client = openClient(options, io);
  const vault = /^C[A-Z2-7]{55}$/.test(name)
    ? await client.getVaultByAddress({ address: name })
    : await client.getVault({ id: name });
  const { holdings, isWhole } = await readHoldings(client, vault.id, options);
  if (options.json) writeJson({ vault, holdings }, io);
  else {
    const paint = createPaint(hasColours(io));
    const table = renderHoldings(holdings, { nowMs: io.runtime.now(), paint });
    io.stdout.write(`${renderVault(vault)}\n${holdings.length === 0 ? 'no holdings\n' : table}`);
  }
  if (!isWhole) io.stderr.write(`Only the first ${holdings.length} holdings were read.\n`);
  return exitCodes.ok;
}

async function readHoldings(client: Client, id: string, options: ShowOptions) {
  const holdings: HoldingWire[] = [];
  let isWhole = false;
  for (let page = 1; page <= pagesMax && !isWhole; page += 1) {
    const input = {
      id,
      network: options.network,
      includeZeroBalances: options.zero === true,
      page,
      limit: pageLimit,
    };
    const read = await client.listHoldings(input, {
      onAnswer({ pagination }) {
        isWhole = pagination?.hasNext !== true;
      },
    });
    holdings.push(...read);
  }
  return { holdings, isWhole };
}
