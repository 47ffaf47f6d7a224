/**
 * `npm run bench [books] [serving]`: how fast books are kept and served, as ratios against peers
 * and floors measured in the same run. Real traffic is used where `WINDLASS_CAPTURES` names it.
 */
import { benchBooks } from './bench/books/books.ts';
import { type BenchResult, machine, table } from './bench/result.ts';
import { benchBroadcast } from './bench/serving/broadcast.ts';
import { benchGetBook } from './bench/serving/getBook.ts';

const sections: Readonly<Record<string, () => Promise<BenchResult[]>>> = {
  books: benchBooks,
  serving: async () => [...(await benchBroadcast()), ...(await benchGetBook())],
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in sections));
if (unknown !== undefined) {
  console.error(`bench: there is no section ${unknown}; it is ${Object.keys(sections).join(', ')}`);
  process.exit(2);
}
console.log(machine());
const names = wanted.length > 0 ? wanted : Object.keys(sections);
for (const name of names) {
  const results = await sections[name]?.();
  console.log(`\n${name}\n\n${table(results ?? [])}`);
}
