import type { TcaReportWire } from './shapes.ts';

type MissingBy = TcaReportWire['prices']['missing_by'];

/** Texts of the reasons why fills have no mark price, as they are read before a count. */
const words: Readonly<Record<keyof MissingBy, string>> = {
  no_book: 'book not in order',
  no_mark: 'no mark price reported before the fill',
  stale: 'last one older than 2 s',
  not_followed: 'market not followed before the fill',
  late: 'reported too late',
  not_recorded: 'not recorded',
};

const reasons = [
  'no_book',
  'no_mark',
  'stale',
  'not_followed',
  'late',
  'not_recorded',
] as const satisfies readonly (keyof MissingBy)[];

/** Returns why fills have no mark price, as "reported too late (2), not recorded (1)". */
export function missingMarksText(missingBy: MissingBy): string {
  return reasons
    .filter((reason) => missingBy[reason] > 0)
    .map((reason) => `${words[reason]} (${missingBy[reason]})`)
    .join(', ');
}
