import { analysisOrderTypes, sides, urgencies } from '@windlass/contract';
import { Argument, type Command, Option } from 'commander';
import { toAmount, toInteger, toList } from '../arguments.ts';
import type { CliIo } from '../io.ts';
import { settle } from '../vaults/report.ts';
import { analyzeOrder } from './analyze.ts';
import { executeRoute } from './execute.ts';
import type { GivenRoute } from './request.ts';
import { estimateRoute, listVenues, showPlan } from './verbs.ts';

type Finish = (exitCode: number) => void;

type RouteArguments = [
  symbol: string,
  side: GivenRoute['side'],
  quantity: number,
  options: unknown,
  command: Command,
];

const executeHelp = `
The slices are immediate or cancel: nothing rests. Ends with 0 when all of it filled, else with 1.
The client_plan_id is printed before anything leaves. When the answer gets lost, look the plan up by
it ("npx windlass route show"); the same --client-id is sent once only.
Live accounts are asked about, unless --yes.`;

/** Adds `route` and its verbs. */
export function addRoute(program: Command, io: CliIo, finish: Finish): void {
  const route = program
    .command('route')
    .description('split an order over accounts: what it would cost, and sending it');
  addAnalyze(route, io, finish);
  addBounds(addOrder(route.command('estimate').description('show how an order would be split')))
    .addHelpText('after', '\nSends nothing. Ends with 1 when not all of it can be placed.')
    .action(async (...[symbol, side, quantity, _options, command]: RouteArguments) => {
      const given = { symbol, side, quantity };
      finish(await settle(io, () => estimateRoute(given, command.optsWithGlobals(), io)));
    });
  addBounds(addOrder(route.command('execute').description('split an order and send it at once')))
    .option('--client-id <name>', 'your own name for the plan; generated when omitted')
    .option('--yes', 'do not ask before live orders')
    .addHelpText('after', executeHelp)
    .action(async (...[symbol, side, quantity, _options, command]: RouteArguments) => {
      const given = { symbol, side, quantity };
      finish(await settle(io, () => executeRoute(given, command.optsWithGlobals(), io)));
    });
  route
    .command('show')
    .description('show a plan with its slices, as it is now')
    .argument('<id>', 'plan_id, or your own client_plan_id')
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => showPlan(id, command.optsWithGlobals(), io))),
    );
  route
    .command('venues')
    .description('show which venues could be routed to now')
    .argument('<symbol>', 'BASE/QUOTE, or BASE/QUOTE:SETTLE for a perpetual')
    .option('--venues <venues>', 'comma-separated; all when omitted', toList)
    .action(async (symbol: string, _options: unknown, command: Command) =>
      finish(await settle(io, () => listVenues(symbol, command.optsWithGlobals(), io))),
    );
}

function addAnalyze(route: Command, io: CliIo, finish: Finish): void {
  addOrder(
    route
      .command('analyze')
      .description('show what an order would cost, where the liquidity is, and what is against it'),
  )
    .addOption(new Option('--type <type>', 'market when omitted').choices(analysisOrderTypes))
    .option('--limit-price <price>', 'with --type limit', toAmount)
    .addOption(new Option('--urgency <urgency>', 'normal when omitted').choices(urgencies))
    .option('--scenarios', 'also of other sizes, and of making instead of taking')
    .addHelpText('after', '\nSends nothing. Ends with 1 when the order could not be sent.')
    .action(async (...[symbol, side, quantity, _options, command]: RouteArguments) => {
      const given = { symbol, side, quantity };
      finish(await settle(io, () => analyzeOrder(given, command.optsWithGlobals(), io)));
    });
}

function addOrder(command: Command): Command {
  return command
    .argument('<symbol>', 'BASE/QUOTE, or BASE/QUOTE:SETTLE for a perpetual')
    .addArgument(new Argument('<side>', 'of the order').choices(sides))
    .argument('<quantity>', 'in units of the base currency', toAmount)
    .requiredOption('--accounts <ids>', 'accounts that may trade, comma-separated', toList);
}

function addBounds(command: Command): Command {
  return command
    .option('--reduce-only', 'only makes positions smaller; for derivatives')
    .option('--max-venues <venues>', 'most venues, 1 to 32 (3 when omitted)', toVenues)
    .option(
      '--max-slippage-bps <bps>',
      'trade no further from the mid (50 when omitted)',
      toAmount,
    );
}

/** The bounds are the contract's, so that a wrong value is refused before anything is sent. */
const toVenues = (text: string) => toInteger(text, { min: 1, max: 32 });
