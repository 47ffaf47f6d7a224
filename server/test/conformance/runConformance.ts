import { afterAll, beforeAll, describe } from 'vitest';
import {
  openTestService,
  type TestService,
  type TestServiceOptions,
} from '../support/app/testService.ts';
import { type MatrixCell, matrix } from './matrix.ts';
import { runRefusing, runWithoutSpot } from './refusing.ts';
import { runResting } from './resting.ts';
import { runTaking } from './taking.ts';

/**
 * Checks the service, with an account at an exchange, against the document's matrix; against a part
 * of its row if the account trades no other markets.
 */
export function runConformance(
  venue: string,
  live?: TestServiceOptions['live'],
  isTraded: (cell: MatrixCell) => boolean = () => true,
): void {
  const whole = matrix.find((each) => each.venue === venue);
  if (!whole) throw new Error(`the matrix has no row of ${venue}`);
  const row = { venue, cells: whole.cells.filter(isTraded) };
  let opened: TestService | undefined;
  beforeAll(async () => {
    opened = await openTestService({ venue, markets: row.cells, ...(live && { live }) });
  });
  afterAll(() => opened?.app.stop());
  const service = (): TestService => {
    if (!opened) throw new Error('the service is opened before any test');
    return opened;
  };
  describe.each(row.cells)(`${venue} $marketType`, (cell) => {
    runResting(service, cell);
    runTaking(service, cell);
    runRefusing(service, cell);
  });
  if (!whole.cells.some(({ marketType }) => marketType === 'spot')) {
    describe(`${venue} without spot`, () => runWithoutSpot(service, row));
  }
}
