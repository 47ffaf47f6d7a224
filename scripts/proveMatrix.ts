/**
 * Sends every kind of order to the demo account of every exchange: `npm run prove:matrix`.
 *
 * It tries all order types, both sides, all times in force, with and without post_only and
 * reduce_only, resting, beyond the market and beyond the account's money, on spot and on
 * perpetuals. Each has to be answered as the documented capability table says; a foreseeable
 * refusal has to be a 400 with its own code. Ends with 1 when anything was wrong; an interrupt ends
 * it soon.
 */

import { createOrdersApp } from '../server/test/support/orders/app.ts';
import { matrixCases } from '../server/test/support/orders/matrix/cases.ts';
import { runMatrix } from '../server/test/support/orders/matrix/run.ts';

/** Number of orders between two lines of progress. */
const progressEvery = 200;
/** Exit code of a process that an interrupt ended, as in shells. */
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
