import { type MarkoutHorizon, markoutHorizons } from '@windlass/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { toInteger } from '../arguments.ts';
import type { CliIo } from '../io.ts';
import { showCosts } from './verb.ts';

/** Ten years: longer than anybody has traded here. */
const daysMax = 3_650;

/** Adds `tca`. */
export function addTca(program: Command, io: CliIo): void {
  program
    .command('tca')
    .description('show what trading cost an account, and why')
    .argument('<account>', 'exchange account')
    .addOption(
      new Option('--market-type <type>', 'perpetuals and futures, or spot')
        .choices(['swap', 'spot'])
        .default('swap'),
    )
    .option('--symbol <symbol>', 'only of this symbol')
    .option('--days <days>', 'so many days until the end; 30 when omitted', toDays)
    .option('--start <time>', 'ISO 8601 date or time with zone; instead of --days', toTime)
    .option('--end <time>', 'ISO 8601 date or time with zone; now when omitted', toTime)
    .option('--horizon <seconds>', `of the markout: ${markoutHorizons.join(', ')}`, toHorizon, 300)
    .option('--html <file>', 'write the report as a page with plots to a file')
    .addHelpText('after', `\n${help}`)
    .action((account: string, _options: unknown, command: Command) =>
      showCosts(account, command.optsWithGlobals(), io),
    );
}

const help = `Positive costs are paid, negative ones were earned. Slippage is against the mark price
when it was filled, and exists for perpetuals and futures only; a positive markout means
that the market went the fill's way afterwards. --json has all figures.`;

function toDays(text: string): number {
  return toInteger(text, { min: 1, max: daysMax });
}

function toHorizon(text: string): MarkoutHorizon {
  const horizon = markoutHorizons.find((one) => String(one) === text);
  if (horizon !== undefined) return horizon;
  throw new InvalidArgumentError(`Expected one of ${markoutHorizons.join(', ')}.`);
}

/** A day begins at midnight UTC. A time without a zone would differ between machines. */
const timePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

function toTime(text: string): number {
  const epochMs = timePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (epochMs >= 0) return epochMs;
  throw new InvalidArgumentError('Expected a date like 2026-01-31, or a time with its zone.');
}
