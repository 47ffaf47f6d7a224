/**
 * `npm run bench [-- <section>…]`: measures how fast books, markets, orders, routes and vaults are
 * kept and served, as ratios against peers and floors measured in the same run, and how algorithms
 * execute an order and keep their schedule. It uses real traffic when `WINDLASS_CAPTURES` names it.
 */

import { benchAlgorithms } from './bench/algorithms/algorithms.ts';
import { benchAnalytics } from './bench/analytics/analytics.ts';
import { readBenchCall } from './bench/arguments.ts';
import { benchBooks } from './bench/books/books.ts';
import { benchMarkets } from './bench/markets/markets.ts';
import { benchMatching } from './bench/matching/matching.ts';
import { benchOrders } from './bench/orders/orders.ts';
import { machine, table } from './bench/result.ts';
import { benchRouting } from './bench/routing/routing.ts';
import { benchBroadcast } from './bench/serving/broadcast.ts';
import { benchGetBook } from './bench/serving/getBook.ts';
import { benchVaults } from './bench/vaults/vaults.ts';

/** Sections by name; each returns its tables in Markdown. */
const sections: Readonly<Record<string, () => Promise<string>>> = {
  algorithms: benchAlgorithms,
  analytics: benchAnalytics,
  books: async () => table(await benchBooks()),
  markets: async () => table(await benchMarkets()),
  matching: async () => table(await benchMatching()),
  orders: benchOrders,
  routing: benchRouting,
  serving: async () => table([...(await benchBroadcast()), ...(await benchGetBook())]),
  vaults: benchVaults,
};

const help = `npm run bench [-- <section>…]

Measures Windlass against peers and floors in the same run; minutes on a quiet machine.

  algorithms  what TWAPs cost against naive ones, simulated and recorded; 500 on their schedule
  analytics  how fast reports and pages read a million fills
  books    how fast books are kept, against tardis-dev, ccxt and JSON.parse alone
  markets  how fast lists of symbols are searched and served, against bare Fastify
  matching how fast the engine of paper accounts is with a thousand orders open, against none
  orders   how fast orders are stored on both databases, against bare audit lines, and how fast
           they are answered over HTTP, beside a bare POST and a durable write
  routing  how fast orders are split over venues, and estimates are answered over HTTP
  serving  how fast books are served, against bare ws and bare Fastify
  vaults   how fast balances are read, against the Stellar SDK; answers of 100,000 vaults

Without a section it runs all. WINDLASS_CAPTURES names a folder of recorded traffic to use.`;

const known = Object.keys(sections);
const call = readBenchCall(process.argv.slice(2), known);
if (call.kind === 'help') {
  console.log(help);
  process.exit(0);
}
if (call.kind === 'unknown') {
  console.error(`bench: there is no section "${call.name}"; there are ${known.join(', ')}`);
  process.exit(2);
}
console.log(machine());
for (const name of call.names) {
  console.log(`\n${name}\n\n${await sections[name]?.()}`);
}
