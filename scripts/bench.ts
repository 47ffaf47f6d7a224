/**
 * `npm run bench [-- books] [serving]`: how fast books are kept and served, as ratios against peers
 * and floors measured in the same run. Real traffic is used where `WINDLASS_CAPTURES` names it.
 */
import { readBenchCall } from './bench/arguments.ts';
import { benchBooks } from './bench/books/books.ts';
import { type BenchResult, machine, table } from './bench/result.ts';
import { benchBroadcast } from './bench/serving/broadcast.ts';
import { benchGetBook } from './bench/serving/getBook.ts';

const sections: Readonly<Record<string, () => Promise<BenchResult[]>>> = {
  books: benchBooks,
  serving: async () => [...(await benchBroadcast()), ...(await benchGetBook())],
};

const help = `npm run bench [-- <section>…]

Measures Windlass against peers and floors in the same run; minutes on a quiet machine.

  books    how fast books are kept, against tardis-dev, ccxt and JSON.parse alone
  serving  how fast they are served, against bare ws and bare Fastify

Without a section it runs both. WINDLASS_CAPTURES names a folder of recorded traffic to use.`;

const known = Object.keys(sections);
const call = readBenchCall(process.argv.slice(2), known);
if (call.kind === 'help') {
  console.log(help);
  process.exit(0);
}
if (call.kind === 'unknown') {
  console.error(`bench: there is no section "${call.name}"; there are ${known.join(' and ')}`);
  process.exit(2);
}
console.log(machine());
for (const name of call.names) {
  const results = await sections[name]?.();
  console.log(`\n${name}\n\n${table(results ?? [])}`);
}
