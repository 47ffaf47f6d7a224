import type { AccountEnvironment, AccountRecord, VenueId } from '@windlass/contract';
import { CommandError, exitCodes, UsageError } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { createPaint, hasColours, printable } from '../text.ts';
import { writeJson } from '../vaults/report.ts';
import { type CredentialOptions, readCredentials } from './credentials.ts';
import { renderAccount, renderAccounts, renderPortfolios, renderVerification } from './format.ts';
import { readBalances, type SettingOptions, toSettings } from './settings.ts';

export interface CreateOptions extends GlobalOptions, CredentialOptions, SettingOptions {
  readonly exchange: VenueId;
  readonly mode: 'paper' | 'live';
  readonly environment?: AccountEnvironment;
  readonly region?: string;
  readonly balances?: string;
  readonly hedgeMode?: boolean;
}

export interface ChangeOptions extends GlobalOptions, CredentialOptions, SettingOptions {
  readonly askCredentials?: boolean;
  readonly dropFuturesCredentials?: boolean;
}

export interface RemoveOptions extends GlobalOptions {
  readonly yes?: boolean;
}

export interface HaltOptions extends GlobalOptions {
  readonly all?: boolean;
}

export interface PortfolioOptions extends GlobalOptions {
  readonly name?: string;
}

export async function listAccounts(options: GlobalOptions, io: CliIo): Promise<number> {
  const { accounts } = await openClient(options, io).listAccounts();
  if (options.json) writeJson(accounts, io);
  else if (accounts.length === 0) io.stdout.write('no accounts\n');
  else io.stdout.write(renderAccounts(accounts, createPaint(hasColours(io))));
  return exitCodes.ok;
}

export async function showAccount(id: string, options: GlobalOptions, io: CliIo): Promise<number> {
  return printAccount(await openClient(options, io).getAccount({ id }), options, io);
}

/** Creates an account. Asks for credentials unless an option gives them. */
export async function createAccount(
  id: string,
  options: CreateOptions,
  io: CliIo,
): Promise<number> {
  const { exchange, mode, environment, region, balances } = options;
  const sets = await readCredentials({ exchange, ask: mode === 'live' }, options, io);
  const { portfolio_id, fee_overrides, ...settings } = toSettings(options, io);
  const account = await openClient(options, io).createAccount({
    exchange_account_id: id,
    exchange,
    mode,
    environment,
    region,
    hedge_mode: options.hedgeMode,
    ...sets,
    ...settings,
    portfolio_id: portfolio_id ?? undefined,
    fee_overrides: fee_overrides ?? undefined,
    paper_balances: balances === undefined ? undefined : readBalances(balances, io),
  });
  for (const warning of account.warnings) io.stderr.write(`Warning: ${printable(warning)}\n`);
  return printAccount(account, options, io);
}

export async function changeAccount(
  id: string,
  options: ChangeOptions,
  io: CliIo,
): Promise<number> {
  const client = openClient(options, io);
  const ask = options.askCredentials === true;
  const { exchange } = await client.getAccount({ id });
  const sets = await readCredentials({ exchange, ask }, options, io);
  const dropped = options.dropFuturesCredentials === true ? { futures_credentials: null } : {};
  const change = { ...toSettings(options, io), ...sets, ...dropped };
  if (Object.values(change).every((value) => value === undefined)) {
    throw new UsageError('Nothing to change was named. See "npx windlass accounts change --help".');
  }
  return printAccount(await client.changeAccount({ id, ...change }), options, io);
}

/** Removes an account for good, after its id has been typed or with `--yes`. */
export async function removeAccount(
  id: string,
  options: RemoveOptions,
  io: CliIo,
): Promise<number> {
  if (!options.yes) {
    if (!io.terminal.canAsk) {
      throw new UsageError('Confirm in a terminal or pass --yes.');
    }
    io.stderr.write(`This removes the account "${printable(id)}" and its credentials for good.\n`);
    const typed = await io.terminal.ask('Type its id to confirm: ');
    if (typed?.trim() !== id) {
      throw new CommandError('The id was not typed. Nothing was removed.');
    }
  }
  const removed = await openClient(options, io).removeAccount({ id });
  if (options.json) writeJson(removed, io);
  else io.stdout.write(`Removed ${printable(removed.exchange_account_id)}.\n`);
  return exitCodes.ok;
}

/** Checks an account at its exchange. Exits with 1 when a check failed, so that a script stops. */
export async function verifyAccount(
  id: string,
  options: GlobalOptions,
  io: CliIo,
): Promise<number> {
  const verification = await openClient(options, io).verifyAccount({ id });
  if (options.json) writeJson(verification, io);
  else io.stdout.write(renderVerification(verification, createPaint(hasColours(io))));
  return verification.ok ? exitCodes.ok : exitCodes.failure;
}

export async function setHalted(
  { id, halted }: { readonly id: string | undefined; readonly halted: boolean },
  options: HaltOptions,
  io: CliIo,
): Promise<number> {
  if ((id === undefined) === (options.all !== true)) {
    throw new UsageError('Name one account, or pass --all.');
  }
  const client = openClient(options, io);
  const input = id === undefined ? {} : { exchange_account_id: id };
  const outcome = halted ? await client.haltTrading(input) : await client.resumeTrading(input);
  if (options.json) {
    writeJson(outcome, io);
    return exitCodes.ok;
  }
  const { changed, exchange_account_ids: meant } = outcome;
  const verb = halted ? 'Halted' : 'Resumed';
  const rest = meant.length - changed.length;
  const names = changed.length === 0 ? 'nothing' : changed.map(printable).join(', ');
  const already = rest === 0 ? '' : ` ${rest} already ${halted ? 'halted' : 'active'}.`;
  io.stdout.write(`${verb} ${names}.${already}\n`);
  return exitCodes.ok;
}

export async function listPortfolios(options: GlobalOptions, io: CliIo): Promise<number> {
  const { portfolios } = await openClient(options, io).listPortfolios();
  if (options.json) writeJson(portfolios, io);
  else if (portfolios.length === 0) io.stdout.write('no portfolios\n');
  else io.stdout.write(renderPortfolios(portfolios, createPaint(hasColours(io))));
  return exitCodes.ok;
}

export async function createPortfolio(
  id: string,
  options: PortfolioOptions,
  io: CliIo,
): Promise<number> {
  const input = { portfolio_id: id, name: options.name };
  const portfolio = await openClient(options, io).createPortfolio(input);
  if (options.json) writeJson(portfolio, io);
  else io.stdout.write(`Created ${printable(portfolio.portfolio_id)}.\n`);
  return exitCodes.ok;
}

function printAccount(account: AccountRecord, options: GlobalOptions, io: CliIo): number {
  if (options.json) writeJson(account, io);
  else io.stdout.write(renderAccount(account));
  return exitCodes.ok;
}
