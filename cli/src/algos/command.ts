import {
  type AlgorithmStatusWire,
  algorithmBody,
  algorithmStatuses,
  algorithmTypes,
} from '@windlass/contract';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { toAmount, toInteger, toList } from '../arguments.ts';
import type { CliIo } from '../io.ts';
import {
  describeParameters,
  type GivenParameter,
  parseParameter,
  summarizeParameters,
} from './parameters.ts';
import {
  listAlgorithms,
  moveAlgorithm,
  type StartedOrder,
  showAlgorithm,
  startAlgorithm,
} from './verbs.ts';
import { watchAlgorithm } from './watch.ts';

type Finish = (exitCode: number) => void;

const sides = algorithmBody.shape.side.options;
const idHelp = 'order_id, or your own client_algorithm_id';

/** Adds `algos` and its verbs. */
export function addAlgos(program: Command, io: CliIo, finish: Finish): void {
  const algos = program.command('algos').description('start, follow and stop execution algorithms');
  addStart(algos, io, finish);
  addList(algos, io, finish);
  algos
    .command('show')
    .description('show an algorithm, its children, its history and its costs')
    .argument('<id>', idHelp)
    .option('--all', 'every child and line of the history; the newest 20 when omitted')
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await showAlgorithm(id, command.optsWithGlobals(), io)),
    );
  addMoves(algos, io, finish);
  algos
    .command('watch')
    .description('follow an algorithm until it ends')
    .argument('<id>', idHelp)
    .addHelpText('after', '\nEnds with 0 when it COMPLETED, else with 1. Ctrl-C leaves it running.')
    .action(async (id: string, _options: unknown, command: Command) =>
      finish(await watchAlgorithm(id, command.optsWithGlobals(), io)),
    );
}

/** Adds a command for each type, so that its help names the parameters of that type. */
function addStart(algos: Command, io: CliIo, finish: Finish): void {
  const start = algos
    .command('start')
    .description('start an algorithm; "start <type> --help" names its parameters');
  for (const type of algorithmTypes) {
    start
      .command(type)
      .description(summarizeParameters(type))
      .argument('<symbol>', 'BASE/QUOTE, or BASE/QUOTE:SETTLE for a perpetual')
      .addArgument(new Argument('<side>', 'of the whole order').choices(sides))
      .argument('<quantity>', 'in units of the base currency', toAmount)
      .requiredOption('--accounts <ids>', 'accounts that may trade, comma-separated', toList)
      .option('--limit-price <price>', 'never executed beyond it', toAmount)
      .option('--reduce-only', 'only makes positions smaller; for derivatives')
      .option('--client-id <name>', 'your own name for it; makes starting again safe')
      .option('--param <name=value>', 'a parameter; once for each', toParameters)
      .addHelpText('after', `\n${describeParameters(type)}`)
      .action(async (...[symbol, side, quantity, _options, command]: StartArguments) => {
        const order = { type, symbol, side, quantity };
        finish(await startAlgorithm(order, command.optsWithGlobals(), io));
      });
  }
}

type StartArguments = [
  symbol: string,
  side: StartedOrder['side'],
  quantity: number,
  options: unknown,
  command: Command,
];

function addList(algos: Command, io: CliIo, finish: Finish): void {
  algos
    .command('list', { isDefault: true })
    .description('list algorithms, newest first')
    .option('--status <status>', `only ${algorithmStatuses.join(', ')}`, toStatus)
    .addOption(new Option('--type <type>', 'only of this type').choices(algorithmTypes))
    .option('--symbol <symbol>', 'only of this symbol')
    .option('--page <page>', 'page to show, from 0 (0 when omitted)', toPage)
    .option('--size <algorithms>', 'algorithms a page, 1 to 200 (50 when omitted)', toSize)
    .action(async (_options: unknown, command: Command) =>
      finish(await listAlgorithms(command.optsWithGlobals(), io)),
    );
}

function addMoves(algos: Command, io: CliIo, finish: Finish): void {
  for (const [move, description] of [
    ['pause', 'cancel what rests of an algorithm, and stop its clock'],
    ['resume', 'let an algorithm go on with what remains'],
    ['cancel', 'end an algorithm for good; what has filled stays filled'],
  ] as const) {
    algos
      .command(move)
      .description(description)
      .argument('<id>', idHelp)
      .action(async (id: string, _options: unknown, command: Command) =>
        finish(await moveAlgorithm({ id, move }, command.optsWithGlobals(), io)),
      );
  }
}

function toParameters(text: string, former: readonly GivenParameter[] = []): GivenParameter[] {
  return [...former, parseParameter(text)];
}

/** The bounds are the contract's, so that a wrong value is refused before anything is sent. */
const toPage = (text: string) => toInteger(text, { min: 0, max: 1_000_000 });
const toSize = (text: string) => toInteger(text, { min: 1, max: 200 });

function toStatus(text: string): AlgorithmStatusWire {
  const status = algorithmStatuses.find((known) => known === text.toUpperCase());
  if (status) return status;
  throw new InvalidArgumentError(`Expected one of ${algorithmStatuses.join(', ')}.`);
}
