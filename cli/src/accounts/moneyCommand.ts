import { marketTypeWords } from '@windlass/contract';
import { type Command, Option } from 'commander';
import { toAmount } from '../arguments.ts';
import type { CliIo } from '../io.ts';
import { settle } from '../vaults/report.ts';
import { showBalance, showDailyLimit, showLeverage, showPositions } from './money.ts';

type Finish = (exitCode: number) => void;

const idHelp = 'id of the account, as listed';

/** Adds the commands that show what an account holds and may still trade. */
export function addMoney(accounts: Command, io: CliIo, finish: Finish): void {
  accounts
    .command('balance')
    .description('show what an account holds')
    .argument('<id>', idHelp)
    .addOption(marketOption('wallet; spot when omitted', marketTypeWords))
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => showBalance(id, command.optsWithGlobals(), io))),
    );
  accounts
    .command('positions')
    .description('show the open positions of an account')
    .argument('<id>', idHelp)
    .option('--symbol <symbol>', 'only of this one, e.g. BTC/USDT:USDT')
    .addOption(marketOption('swap when omitted', ['swap', 'future']))
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => showPositions(id, command.optsWithGlobals(), io))),
    );
  accounts
    .command('limit')
    .description('show what an account has used of its daily limit')
    .argument('<id>', idHelp)
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => showDailyLimit(id, command.optsWithGlobals(), io))),
    );
  addLeverage(accounts, io, finish);
}

type LeverageArguments = [
  id: string,
  symbol: string,
  leverage: number | undefined,
  options: unknown,
  command: Command,
];

function addLeverage(accounts: Command, io: CliIo, finish: Finish): void {
  accounts
    .command('leverage')
    .description('show the leverage of a market, or set it first')
    .argument('<id>', idHelp)
    .argument('<symbol>', 'of a perpetual, e.g. BTC/USDT:USDT')
    .argument('[leverage]', 'what to set it to', toAmount)
    .addOption(marketOption('swap when omitted', ['swap', 'future']))
    .action(async (...[id, symbol, leverage, _options, command]: LeverageArguments) => {
      const meant = { id, symbol, leverage };
      finish(await settle(io, () => showLeverage(meant, command.optsWithGlobals(), io)));
    });
}

function marketOption(text: string, choices: readonly string[]): Option {
  return new Option('--market-type <type>', text).choices(choices);
}
