import { marketTypeWords, orderTypes, sides, timesInForce } from '@windlass/contract';
import { Argument, type Command, Option } from 'commander';
import { toAmount, toInteger } from '../arguments.ts';
import type { CliIo } from '../io.ts';
import { settle } from '../vaults/report.ts';
import { cancelOrders } from './cancel.ts';
import type { GivenOrder } from './draft.ts';
import { placeOrder, previewOrder } from './place.ts';
import { listFills, listOrders, showOrder } from './show.ts';
import { watchOrders } from './watch.ts';

type Finish = (exitCode: number) => void;

const idHelp = "the exchange's id, ours, or the client_order_id";

const placeHelp = `
limit, stop_loss_limit, take_profit_limit and oco need --price; stop_loss, take_profit, their limit
forms and oco need --stop-price; trailing_stop needs --trailing-delta.

The client_order_id is printed before the order leaves. When the answer gets lost, look the order up
by it ("npx windlass orders show") instead of sending another; the same --client-id is sent once.
A live account is asked about, unless --yes.`;

/** Adds `orders` and its verbs. */
export function addOrders(program: Command, io: CliIo, finish: Finish): void {
  const orders = program.command('orders').description('place, look up, follow and cancel orders');
  addList(orders, io, finish);
  addPlace(orders, io, finish);
  addPreview(orders, io, finish);
  const show = orders
    .command('show')
    .description('show an order, as the exchange has it now')
    .argument('<id>', idHelp);
  addMarket(addAccount(show)).action(async (id: string, _options: unknown, command: Command) =>
    finish(await settle(io, () => showOrder(id, command.optsWithGlobals(), io))),
  );
  addCancel(orders, io, finish);
  addFills(orders, io, finish);
  addWatch(orders, io, finish);
}

function addList(orders: Command, io: CliIo, finish: Finish): void {
  const list = orders
    .command('list', { isDefault: true })
    .alias('open')
    .description('list the open orders of an account, newest first');
  addMarket(addAccount(list)).action(async (_options: unknown, command: Command) =>
    finish(await settle(io, () => listOrders(command.optsWithGlobals(), io))),
  );
}

type DraftArguments = [
  symbol: string,
  side: GivenOrder['side'],
  quantity: number,
  options: unknown,
  command: Command,
];

function addPlace(orders: Command, io: CliIo, finish: Finish): void {
  addDraft(orders.command('place').description('send an order'))
    .option('--client-id <name>', 'your own name for it; generated when omitted')
    .option('--yes', 'do not ask before a live order')
    .addHelpText('after', placeHelp)
    .action(async (...[symbol, side, quantity, _options, command]: DraftArguments) => {
      const given = { symbol, side, quantity };
      finish(await settle(io, () => placeOrder(given, command.optsWithGlobals(), io)));
    });
}

function addPreview(orders: Command, io: CliIo, finish: Finish): void {
  addDraft(
    orders
      .command('preview')
      .description('show an order as the exchange would be asked for it; sends nothing'),
  ).action(async (...[symbol, side, quantity, _options, command]: DraftArguments) => {
    const given = { symbol, side, quantity };
    finish(await settle(io, () => previewOrder(given, command.optsWithGlobals(), io)));
  });
}

function addCancel(orders: Command, io: CliIo, finish: Finish): void {
  const cancel = orders
    .command('cancel')
    .description('cancel an order, or all open orders of an account')
    .argument('[id]', idHelp)
    .option('--all', 'every open order of the account, or of --symbol')
    .option('--yes', 'do not ask before cancelling all');
  addMarket(addAccount(cancel)).action(
    async (id: string | undefined, _options: unknown, command: Command) =>
      finish(await settle(io, () => cancelOrders(id, command.optsWithGlobals(), io))),
  );
}

function addFills(orders: Command, io: CliIo, finish: Finish): void {
  addAccount(
    orders
      .command('fills')
      .description('list the fills of perpetuals, newest first')
      .option('--symbol <symbol>', 'only of this one, e.g. BTC/USDT:USDT')
      .option('--page <page>', 'page to show, from 0 (0 when omitted)', toPage)
      .option('--size <fills>', 'fills a page, 1 to 500 (100 when omitted)', toSize)
      .addHelpText(
        'after',
        '\nWhat a spot order filled, "npx windlass orders show" says; ' +
          'what fills cost, "npx windlass tca".',
      ),
  ).action(async (_options: unknown, command: Command) =>
    finish(await settle(io, () => listFills(command.optsWithGlobals(), io))),
  );
}

const watchHelp = `
A line an update, with when it was heard, and a line a fill, with its own time. The open orders are
read and shown at the start, and again when something was missed. Ctrl-C ends with 0. With --until,
0 says that the order is closed, and 1 that it ended otherwise or that Ctrl-C came first.`;

function addWatch(orders: Command, io: CliIo, finish: Finish): void {
  orders
    .command('watch')
    .description('follow orders and fills as they happen')
    .option('--account <id>', 'exchange account; once for each, all when omitted', toAccounts)
    .option('--until <name>', 'end when the order of that client_order_id has ended')
    .addHelpText('after', watchHelp)
    .action(async (_options: unknown, command: Command) =>
      finish(await settle(io, () => watchOrders(command.optsWithGlobals(), io))),
    );
}

const toAccounts = (id: string, former: readonly string[] = []) => [...former, id];

function addAccount(command: Command): Command {
  return command.requiredOption('--account <id>', 'exchange account');
}

function addMarket(command: Command): Command {
  return command
    .option('--symbol <symbol>', 'only of this one; BASE/QUOTE, or BASE/QUOTE:SETTLE')
    .addOption(
      new Option('--market-type <type>', 'only of these markets').choices(marketTypeWords),
    );
}

function addDraft(command: Command): Command {
  const withArguments = command
    .argument('<symbol>', 'BASE/QUOTE, or BASE/QUOTE:SETTLE for a perpetual')
    .addArgument(new Argument('<side>', 'of the order').choices(sides))
    .argument('<quantity>', 'in units of the base currency', toAmount);
  return addAccount(withArguments)
    .addOption(
      new Option('--type <type>', 'of the order').choices(orderTypes).makeOptionMandatory(),
    )
    .option('--price <price>', 'limit price', toAmount)
    .option('--stop-price <price>', 'price that sets it off', toAmount)
    .option('--trailing-delta <percent>', 'how far a trailing stop trails', toAmount)
    .addOption(new Option('--time-in-force <tif>', 'GTC when omitted').choices(timesInForce))
    .option('--reduce-only', 'only make a position smaller (perpetuals)')
    .option('--post-only', 'only as a maker')
    .addOption(
      new Option(
        '--market-type <type>',
        'swap when omitted and the symbol has a colon, else spot',
      ).choices(marketTypeWords),
    );
}

/** The bounds are the contract's, so that a wrong value is refused before anything is sent. */
const toPage = (text: string) => toInteger(text, { min: 0, max: 1_000_000 });
const toSize = (text: string) => toInteger(text, { min: 1, max: 500 });
