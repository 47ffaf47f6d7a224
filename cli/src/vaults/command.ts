import { vaultSortFields } from '@windlass/contract';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { toInteger, toList } from '../arguments.ts';
import type { CliIo } from '../io.ts';
import { createVault, deleteVault, refreshVault, toggleVault } from './change.ts';
import { listVaults } from './list.ts';
import { partVaultsMax } from './parts.ts';
import { refreshAllVaults } from './refreshAll.ts';
import { settle } from './report.ts';
import { showVault } from './show.ts';

type Finish = (exitCode: number) => void;
const networks = ['testnet', 'mainnet'];

/** Adds `vaults` and its verbs. */
export function addVaults(program: Command, io: CliIo, finish: Finish): void {
  const vaults = program.command('vaults').description('list, change and refresh vaults');
  addList(vaults, io, finish);
  addShow(vaults, io, finish);
  addCreate(vaults, io, finish);
  addToggle(vaults, io, finish);
  addRefresh(vaults, io, finish);
  addRefreshAll(vaults, io, finish);
  addDelete(vaults, io, finish);
}

function addList(vaults: Command, io: CliIo, finish: Finish): void {
  vaults
    .command('list', { isDefault: true })
    .description('list vaults, by default newest first')
    .option('--owner <address>', 'only vaults of this owner account (G…)')
    .option('--trade', 'only vaults that may trade')
    .option('--no-trade', 'only vaults that may not trade')
    .option('--search <text>', 'part of the name, in any case')
    .addOption(new Option('--sort <field>', 'sort by').choices(vaultSortFields))
    .addOption(new Option('--order <order>', 'sort order').choices(['asc', 'desc']))
    .option('--page <page>', 'page to show (1 when omitted)', toPage)
    .option('--limit <vaults>', 'vaults a page, 1 to 100 (10 when omitted)', toLimit)
    .option('--wide', 'whole names and addresses')
    .action(async (_options: unknown, command: Command) =>
      finish(await settle(io, () => listVaults(command.optsWithGlobals(), io))),
    );
}

function addShow(vaults: Command, io: CliIo, finish: Finish): void {
  vaults
    .command('show')
    .description('show a vault and what it holds')
    .argument('<vault>', 'id or contract address (C…)')
    .addOption(new Option('--network <network>', 'only this network').choices(networks))
    .option('--zero', 'balances of zero too')
    .action(async (vault: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => showVault(vault, command.optsWithGlobals(), io))),
    );
}

function addCreate(vaults: Command, io: CliIo, finish: Finish): void {
  const create = vaults
    .command('create')
    .description('register a vault')
    .requiredOption('--name <name>', '2 to 100 characters')
    .requiredOption('--owner <address>', 'owner account (G…)')
    .requiredOption('--address <address>', 'contract address (C…)')
    .option('--ledger <number>', 'ledger it was created at', toLedger)
    .option('--trade', 'it may trade');
  addSettings(create).action(async (_options: unknown, command: Command) =>
    finish(await settle(io, () => createVault(command.optsWithGlobals(), io))),
  );
}

function addToggle(vaults: Command, io: CliIo, finish: Finish): void {
  const toggle = vaults
    .command('toggle')
    .description('switch trading of a vault on (with its limits) or off')
    .argument('<id>', 'id of the vault, as listed')
    .addArgument(new Argument('<state>', 'whether it may trade').choices(['on', 'off']));
  addSettings(toggle).action(async (id: string, state: string) =>
    finish(await settle(io, () => toggleVault({ id, state }, toggle.optsWithGlobals(), io))),
  );
}

function addSettings(command: Command): Command {
  return command
    .option('--max-trade-size <percent>', 'largest trade, of the total value', toPercent)
    .option('--daily-trade-limit <trades>', 'trades a day', toDailyLimit)
    .option('--slippage <percent>', 'slippage tolerance', toPercent);
}

function addRefresh(vaults: Command, io: CliIo, finish: Finish): void {
  vaults
    .command('refresh')
    .description("read a vault's balances from the ledger")
    .argument('<id>', 'id of the vault, as listed')
    .addOption(networkOption())
    .option('--force', 'balances that were read a moment ago too')
    .option('--tokens <contracts>', 'comma-separated; all supported when omitted', toList)
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => refreshVault(id, command.optsWithGlobals(), io))),
    );
}

function addRefreshAll(vaults: Command, io: CliIo, finish: Finish): void {
  vaults
    .command('refresh-all')
    .description('read balances of all vaults from the ledger, part by part')
    .addOption(networkOption())
    .option('--force', 'balances that were read a moment ago too')
    .option('--batch-size <vaults>', 'vaults stored together, 1 to 50', toBatchSize, 10)
    .option('--owner <address>', 'only vaults of this owner account (G…)')
    .option('--trade-only', 'only vaults that may trade')
    .option('--part <vaults>', 'vaults per call; a fiftieth of all, at least 100', toPart)
    .option('--after <id>', 'continue after this vault, as a stopped run prints it', toVaultId)
    .addHelpText('after', '\nExits with 0 when all were updated, with 1 when some were not.')
    .action(async (_options: unknown, command: Command) =>
      finish(await settle(io, () => refreshAllVaults(command.optsWithGlobals(), io))),
    );
}

function addDelete(vaults: Command, io: CliIo, finish: Finish): void {
  vaults
    .command('delete')
    .description('delete a vault, its holdings and their history for good')
    .argument('<id>', 'id of the vault, as listed')
    .option('--yes', 'do not ask')
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => deleteVault(id, command.optsWithGlobals(), io))),
    );
}

function networkOption(): Option {
  return new Option('--network <network>', 'ledger network').choices(networks).default('mainnet');
}

/** The bounds are the contract's, so that a wrong value is refused before anything is sent. */
const toPage = (text: string) => toInteger(text, { min: 1, max: 1_000_000 });
const toLimit = (text: string) => toInteger(text, { min: 1, max: 100 });
const toLedger = (text: string) => toInteger(text, { min: 1, max: 4_294_967_295 });
const toDailyLimit = (text: string) => toInteger(text, { min: 0, max: 1_000_000 });
const toBatchSize = (text: string) => toInteger(text, { min: 1, max: 50 });
const toPart = (text: string) => toInteger(text, { min: 1, max: partVaultsMax });

function toPercent(text: string): number {
  const value = Number(text);
  if (/^(\d+\.?\d*|\.\d+)$/.test(text) && value <= 100) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 100.');
}

function toVaultId(text: string): string {
  if (/^[0-9a-f]{24}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('Expected 24 hexadecimal characters.');
}
