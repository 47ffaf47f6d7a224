import { afterAll, beforeAll, describe } from 'vitest';
import { type House, type HouseOptions, openHouse } from '../support/madeHouse.ts';
import { matrix } from './matrix.ts';
import { runRefusing, runWithoutSpot } from './refusing.ts';
import { runResting } from './resting.ts';
import { runTaking } from './taking.ts';

/** Holds the service, with an account at an exchange, to the document's matrix. */
export function runConformance(venue: string, live?: HouseOptions['live']): void {
  const row = matrix.find((each) => each.venue === venue);
  if (!row) throw new Error(`the matrix has no row of ${venue}`);
  let opened: House | undefined;
  beforeAll(async () => {
    opened = await openHouse({ venue, markets: row.cells, ...(live && { live }) });
  });
  afterAll(() => opened?.app.stop());
  const house = (): House => {
    if (!opened) throw new Error('the house is opened before any test');
    return opened;
  };
  describe.each(row.cells)(`${venue} $marketType`, (cell) => {
    runResting(house, cell);
    runTaking(house, cell);
    runRefusing(house, cell);
  });
  if (!row.cells.some(({ marketType }) => marketType === 'spot')) {
    describe(`${venue} without spot`, () => runWithoutSpot(house, row));
  }
}
