/**
 * Sends drawn requests to every endpoint of the contract: `npm run prove:fuzz -- [--seed 1]
 * [--count 100000]`.
 *
 * Bodies, queries and paths are drawn from the contract's own schemas and distorted: wrong types,
 * huge numbers, deep nesting, odd texts, missing and unknown fields, wrong ids. Every 2,000
 * requests go to a new service, in this process and on a clock of its own. No answer may be a fault
 * except the NETWORK_ERROR and EXCHANGE_ERROR of an exchange, and none may be missing. Ends with 1
 * when anything was wrong; an interrupt ends it soon, with the counts so far.
 */
import { parseArgs } from 'node:util';
import { runFuzz } from '../server/test/support/requestFuzz/run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100000' },
  },
});
const count = Number(values.count);
if (!Number.isSafeInteger(count) || count < 1) {
  console.error(`--count must be a whole number above 0, not ${values.count}`);
  process.exit(1);
}

/** Number of requests between two lines of progress. */
const progressEvery = 1_000;
/** Number of findings that are printed in full; the rest are counted. */
const shownMax = 20;
/** Exit code of a process that an interrupt ended, as in shells. */
const interruptedCode = 130;

let isStopped = false;
process.once('SIGINT', () => {
  isStopped = true;
});
const startedAt = Date.now();
const { requests, answers, wrong } = await runFuzz({
  seed: values.seed,
  count,
  told(done, found) {
    if (done % progressEvery === 0) console.error(`${done} of ${count}, ${found} wrong`);
    return !isStopped;
  },
});
for (const { index, request, answer } of wrong.slice(0, shownMax)) {
  const body = request.body?.slice(0, 2_000) ?? '';
  console.log(`request ${index}: ${request.method} ${request.url.slice(0, 500)}\n  ${body}`);
  console.log(`  ${answer}`);
}
const byCount = Object.entries(answers).sort(([, one], [, other]) => other - one);
for (const [answer, times] of byCount) console.log(`${String(times).padStart(8)}  ${answer}`);
const seconds = Math.round((Date.now() - startedAt) / 1_000);
console.log(`${requests} requests of seed ${values.seed} in ${seconds} s, ${wrong.length} wrong`);
console.log(isStopped ? 'interrupted' : wrong.length === 0 ? 'PASS' : 'FAIL');
process.exit(wrong.length > 0 ? 1 : isStopped ? interruptedCode : 0);
