import { venueIds } from '../../contract/src/venues.ts';

/** The counted parts of Vitest's JSON report. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
    }[];
  }[];
}

/** Classes of exchanges for which a number of cases is promised. */
export const counted = [
  ...(['binance', 'bybit', 'gateio', 'kraken spot', 'kraken futures'] as const),
  ...(['okx', 'hyperliquid'] as const),
];
export type Counted = (typeof counted)[number];

/** Cases through the wire that passed, and those that did not. */
export interface Cases {
  /** By suite and then by exchange. */
  readonly bySuite: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Cases that certainly belong to one class of an exchange; others count for none. */
  readonly byClass: ReadonlyMap<Counted, number>;
  readonly failed: readonly string[];
}

const ofOneVenue = new RegExp(`^(${venueIds.join('|')})(?:Spot|Futures)?(\\w*)$`);

export function countCases(reports: readonly Report[]): Cases {
  const bySuite = new Map<string, Map<string, number>>();
  const byClass = new Map<Counted, number>();
  const failed: string[] = [];
  for (const file of reports.flatMap(({ testResults }) => testResults)) {
    const name = /([^/]+)\.test\.ts$/.exec(file.name)?.[1] ?? file.name;
    if (file.status !== 'passed') failed.push(name);
    for (const { status, fullName } of file.assertionResults) {
      // Paper accounts use no wire.
      if (fullName.includes('paper accounts')) continue;
      if (status !== 'passed') failed.push(`${name}: ${fullName}`);
      else add(bySuite, byClass, placeOf(name, fullName));
    }
  }
  return { bySuite, byClass, failed };
}

interface Place {
  readonly suite: string;
  readonly venue: string;
  readonly counted: Counted | undefined;
}

function add(
  bySuite: Map<string, Map<string, number>>,
  byClass: Map<Counted, number>,
  { suite, venue, counted: its }: Place,
): void {
  const own = bySuite.get(suite) ?? new Map<string, number>();
  bySuite.set(suite, own.set(venue, (own.get(venue) ?? 0) + 1));
  if (its) byClass.set(its, (byClass.get(its) ?? 0) + 1);
}

function placeOf(file: string, fullName: string): Place {
  const [, own, suite] = ofOneVenue.exec(file) ?? [];
  const venue = own ?? venueIds.find((each) => fullName.includes(each)) ?? 'none';
  // A file of one exchange is named after it; the one without a further word has its orders.
  const title = own === undefined ? file : suite || 'Orders';
  const text = `${file} ${fullName}`;
  return { suite: title, venue, counted: counted.find((each) => isOf(each, venue, text)) };
}

const ofSpot = /krakenSpot|kraken spot|\bon spot\b|of spot\b/;
const ofFutures = /krakenFutures|krakenPerp|krakenFunding|\bswap\b|\bfutures\b/;

function isOf(each: Counted, venue: string, text: string): boolean {
  if (venue !== 'kraken') return each === venue;
  if (each === 'kraken spot') return ofSpot.test(text) && !ofFutures.test(text);
  return each === 'kraken futures' && ofFutures.test(text) && !ofSpot.test(text);
}
