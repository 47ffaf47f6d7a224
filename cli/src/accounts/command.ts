import { accountEnvironments, cancelAfterS, venueIds } from '@windlass/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { toInteger } from '../arguments.ts';
import type { CliIo } from '../io.ts';
import { settle } from '../vaults/report.ts';
import { addMoney } from './moneyCommand.ts';
import {
  changeAccount,
  createAccount,
  createPortfolio,
  listAccounts,
  listPortfolios,
  removeAccount,
  setHalted,
  showAccount,
  verifyAccount,
} from './verbs.ts';

type Finish = (exitCode: number) => void;

const environmentHelp = `
Credentials are never arguments, which everybody on the machine can list. A file holds JSON such as
{"api_key": "…", "api_secret": "…"}. With --credentials-env they are WINDLASS_ACCOUNT_API_KEY,
…_API_SECRET, …_PASSPHRASE, …_WALLET_ADDRESS and …_PRIVATE_KEY, as the exchange needs them, for a
vault or sub-account of hyperliquid also …_VAULT_ADDRESS, and with --futures also
WINDLASS_ACCOUNT_FUTURES_API_KEY and …_API_SECRET.`;

/** Adds `accounts` and its verbs. */
export function addAccounts(program: Command, io: CliIo, finish: Finish): void {
  const accounts = program
    .command('accounts')
    .description('list, change, halt and resume exchange accounts, and what they hold');
  accounts
    .command('list', { isDefault: true })
    .description('list accounts by id')
    .action(async (_options: unknown, command: Command) =>
      finish(await settle(io, () => listAccounts(command.optsWithGlobals(), io))),
    );
  accounts
    .command('show')
    .description('show an account; credentials are never shown')
    .argument('<id>', 'id of the account, as listed')
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => showAccount(id, command.optsWithGlobals(), io))),
    );
  addCreate(accounts, io, finish);
  addChange(accounts, io, finish);
  accounts
    .command('remove')
    .description('remove an account and its credentials for good')
    .argument('<id>', 'id of the account, as listed')
    .option('--yes', 'do not ask')
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => removeAccount(id, command.optsWithGlobals(), io))),
    );
  accounts
    .command('verify')
    .description('ask the exchange about a live account: key, permissions, clock, positions')
    .argument('<id>', 'id of the account, as listed')
    .addHelpText('after', '\nNothing is traded or changed. Ends with 1 if a check failed.')
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => verifyAccount(id, command.optsWithGlobals(), io))),
    );
  addHalt(accounts, io, finish);
  addMoney(accounts, io, finish);
}

/** Adds `portfolios` and its verbs. */
export function addPortfolios(program: Command, io: CliIo, finish: Finish): void {
  const portfolios = program.command('portfolios').description('list and create portfolios');
  portfolios
    .command('list', { isDefault: true })
    .description('list portfolios with their accounts')
    .action(async (_options: unknown, command: Command) =>
      finish(await settle(io, () => listPortfolios(command.optsWithGlobals(), io))),
    );
  portfolios
    .command('create')
    .description('create a portfolio; accounts join it by accounts change --portfolio')
    .argument('<id>', '2 to 64 characters of a-z, 0-9, _ and -')
    .option('--name <name>', 'what to call it; the id when omitted')
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => createPortfolio(id, command.optsWithGlobals(), io))),
    );
}

function addCreate(accounts: Command, io: CliIo, finish: Finish): void {
  const create = accounts
    .command('create')
    .description('add an account; a live one asks for its credentials')
    .argument('<id>', '2 to 64 characters of a-z, 0-9, _ and -')
    .addOption(
      new Option('--exchange <exchange>', 'where it is').choices(venueIds).makeOptionMandatory(),
    )
    .addOption(
      new Option('--mode <mode>', 'paper needs no credentials')
        .choices(['paper', 'live'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--environment <environment>',
        'testnet and demo are simulated money, where the exchange has it; production when omitted',
      ).choices(accountEnvironments),
    )
    .option(
      '--region <region>',
      'region of the exchange that has it: eea, eu, us …; global when omitted',
    )
    .option('--balances <file>', 'JSON of wallets to balances a paper account starts with')
    .option('--hedge-mode', 'a paper account holds a long and a short position at once')
    .addHelpText('after', environmentHelp);
  addSettings(addSources(create)).action(async (id: string, _options: unknown, command: Command) =>
    finish(await settle(io, () => createAccount(id, command.optsWithGlobals(), io))),
  );
}

function addChange(accounts: Command, io: CliIo, finish: Finish): void {
  const change = accounts
    .command('change')
    .description('change what is named; the rest stays')
    .argument('<id>', 'id of the account, as listed')
    .option('--ask-credentials', 'ask for new credentials on the terminal')
    .option('--drop-futures-credentials', 'forget the futures credentials')
    .addHelpText('after', environmentHelp);
  addSettings(addSources(change))
    .option('--no-portfolio', 'take it out of its portfolio')
    .option('--no-portfolio-margin', 'it has no portfolio margin')
    .option('--no-max-order', 'no largest order')
    .option('--no-max-open-orders', 'as many open orders as the exchange takes')
    .option('--no-cancel-after', "no dead man's switch")
    .option('--no-fees', 'fees as the exchange says')
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => changeAccount(id, command.optsWithGlobals(), io))),
    );
}

function addHalt(accounts: Command, io: CliIo, finish: Finish): void {
  for (const [verb, description] of [
    ['halt', 'send no new orders on an account, or on all'],
    ['resume', 'let an account trade again, or all'],
  ] as const) {
    accounts
      .command(verb)
      .description(description)
      .argument('[id]', 'id of the account, as listed')
      .option('--all', 'every account the key reaches')
      .action(async (id: string | undefined, _options: unknown, command: Command) => {
        const meant = { id, halted: verb === 'halt' };
        finish(await settle(io, () => setHalted(meant, command.optsWithGlobals(), io)));
      });
  }
}

function addSources(command: Command): Command {
  return command
    .option('--credentials-file <file>', 'JSON with the credentials')
    .option('--credentials-env', 'credentials from the environment')
    .option('--futures', 'futures credentials too (kraken)')
    .option('--futures-credentials-file <file>', 'JSON with the futures credentials');
}

function addSettings(command: Command): Command {
  return command
    .option('--daily-limit <usd>', 'what its orders may be worth in a day', toUsd)
    .option('--portfolio <id>', 'portfolio it belongs to')
    .option('--portfolio-margin', 'it has portfolio margin (binance)')
    .option('--max-order <usd>', 'largest order', toUsd)
    .option('--price-collar <percent>', 'how far beyond the mid a price may trade', toCollar)
    .option('--max-open-orders <orders>', 'most open orders', toOrders)
    .option(
      '--cancel-after <seconds>',
      'let the exchange cancel open orders when it hears nothing for so long',
      toCancelAfter,
    )
    .option('--fees <file>', 'JSON with fee_overrides');
}

/** The bounds are the contract's, so that a wrong value is refused before anything is sent. */
const toCancelAfter = (text: string) => toInteger(text, cancelAfterS);
const toOrders = (text: string) => toInteger(text, { min: 1, max: 100_000 });

function toUsd(text: string): number {
  const value = Number(text);
  if (/^\d{1,10}(\.\d{1,6})?$/.test(text) && value <= 1_000_000_000) return value;
  throw new InvalidArgumentError('Expected dollars from 0 to 1000000000, at most 6 decimals.');
}

function toCollar(text: string): number {
  const value = Number(text);
  if (/^\d{1,3}(\.\d{1,6})?$/.test(text) && value > 0 && value <= 100) return value;
  throw new InvalidArgumentError('Expected a percentage above 0, at most 100.');
}
