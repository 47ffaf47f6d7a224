/**
 * Sends every kind of order to the demo account of every exchange: `npm run prove:matrix`.
 *
 * All order types, both sides, all times in force, with and without post_only and reduce_only, at
 * rest, beyond the market and beyond what the account could pay, on spot and on perpetuals: each
 * has to be answered as the capability table of the documents says, and what could be foreseen with
 * a 400 of its own code. Ends with 1 when anything was wrong; an interrupt ends it soon.
 */
import { matrixCases } from '../server/test/support/orderMatrix/cases.ts';
import { runMatrix } from '../server/test/support/orderMatrix/run.ts';
import { createOrdersApp } from '../server/test/support/ordersApp.ts';

/** Orders between two lines of progress. */
const progressEvery = 200;
/** What shells say of a process that an interrupt ended. */
const interruptedCode = 130;

let isStopped = false;
process.once('SIGINT', () => {
  isStopped = true;
});
const cases = matrixCases();
const app = await createOrdersApp();
const { orders, answers, wrong } = await runMatrix(app, cases, (done) => {
  if (done % progressEvery === 0) console.error(`${done} of ${cases.length}`);
  return !isStopped;
});
await app.stop();
for (const each of wrong) console.log(each);
for (const [answer, times] of Object.entries(answers)) {
  console.log(`${String(times).padStart(8)}  ${answer}`);
}
console.log(`${orders} orders, ${wrong.length} answered otherwise than the table says`);
console.log(isStopped ? 'interrupted' : wrong.length === 0 ? 'PASS' : 'FAIL');
process.exit(wrong.length > 0 ? 1 : isStopped ? interruptedCode : 0);
