import { CommandError, exitCodes, UsageError } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { createPaint, hasColours, printable } from '../text.ts';
import { countOf, renderHoldings, renderVault } from './format.ts';
import { writeJson } from './report.ts';

interface TradeOptions {
  readonly maxTradeSize?: number;
  readonly dailyTradeLimit?: number;
  readonly slippage?: number;
}

export interface CreateOptions extends GlobalOptions, TradeOptions {
  readonly name: string;
  readonly owner: string;
  readonly address: string;
  readonly ledger?: number;
  readonly trade?: boolean;
}

export interface ToggleOptions extends GlobalOptions, TradeOptions {}

export interface RefreshOptions extends GlobalOptions {
  readonly network: 'testnet' | 'mainnet';
  readonly force?: boolean;
  readonly tokens?: readonly string[];
}

export interface DeleteOptions extends GlobalOptions {
  readonly yes?: boolean;
}

/** Registers a vault. */
export async function createVault(options: CreateOptions, io: CliIo): Promise<number> {
  const vault = await openClient(options, io).createVault({
    vaultName: options.name,
    vaultOwner: options.owner,
    vaultAddress: options.address,
    creationLedger: options.ledger,
    tradePermission: options.trade === true,
    ...toSettings(options),
  });
  if (options.json) writeJson(vault, io);
  else io.stdout.write(renderVault(vault));
  return exitCodes.ok;
}

/** Switches trading of a vault on or off. */
export async function toggleVault(
  { id, state }: { readonly id: string; readonly state: string },
  options: ToggleOptions,
  io: CliIo,
): Promise<number> {
  const tradePermission = state === 'on';
  const input = { id, tradePermission, ...toSettings(options) };
  const vault = await openClient(options, io).toggleVaultTrade(input);
  if (options.json) writeJson(vault, io);
  else io.stdout.write(renderVault(vault));
  return exitCodes.ok;
}

/** Reads one vault's balances from the ledger. */
export async function refreshVault(
  id: string,
  options: RefreshOptions,
  io: CliIo,
): Promise<number> {
  const { network, tokens } = options;
  const refreshed = await openClient(options, io).refreshHoldings({
    id,
    network,
    forceUpdate: options.force === true,
    ...(tokens === undefined ? {} : { tokens: [...tokens] }),
  });
  if (options.json) {
    writeJson(refreshed, io);
    return exitCodes.ok;
  }
  const { updatedTokens, totalTokens, holdings } = refreshed;
  const paint = createPaint(hasColours(io));
  const table = renderHoldings(holdings, { nowMs: io.runtime.now(), paint });
  const sum = `Updated ${updatedTokens} of ${countOf(totalTokens, 'token')} on ${network}.`;
  io.stdout.write(`${holdings.length === 0 ? '' : `${table}\n`}${sum}\n`);
  return exitCodes.ok;
}

/** Deletes a vault for good, after its name has been typed or with `--yes`. */
export async function deleteVault(id: string, options: DeleteOptions, io: CliIo): Promise<number> {
  const client = openClient(options, io);
  if (!options.yes) {
    if (!io.terminal.canAsk) {
      throw new UsageError('Confirm in a terminal or pass --yes.');
    }
    const { vaultName } = await client.getVault({ id });
    await confirm(printable(vaultName), io);
  }
  const deleted = await client.deleteVault({ id });
  if (options.json) writeJson(deleted, io);
  else io.stdout.write(`Deleted ${printable(deleted.id)} and its holdings.\n`);
  return exitCodes.ok;
}

/** Asks for the name as it is shown: control characters in it cannot be typed. */
async function confirm(name: string, io: CliIo): Promise<void> {
  io.stderr.write(`This deletes the vault "${name}", its holdings and their history for good.\n`);
  const typed = await io.terminal.ask('Type its name to confirm: ');
  if (typed?.trim() === name) return;
  throw new CommandError('The name was not typed. Nothing was deleted.');
}

function toSettings({ maxTradeSize, dailyTradeLimit, slippage }: TradeOptions) {
  return { maxTradeSize, dailyTradeLimit, slippageTolerance: slippage };
}
