import { afterAll, describe, expect, it } from 'vitest';
import { binancePortfolioSimulated } from '../../support/exchanges/binance/exchange.ts';
import { drawRun } from '../../support/wire/draw.ts';
import { playRun } from '../../support/wire/play.ts';
import { createServices } from '../../support/wire/series.ts';

// Orders of an account on portfolio margin, with faults on the wire at random moments.

const runs = Array.from({ length: 8 }, (_, index) => ({
  index,
  ...drawRun(`portfolio ${index}`, [binancePortfolioSimulated]),
}));

describe('an account on portfolio margin', () => {
  const services = createServices(undefined);
  afterAll(() => services.close());

  it.each(runs)('has every order once and as we have it: run $index', async (run) => {
    const { faults } = await services.use(run.venue, (live) => playRun(live, run));
    expect(faults).toEqual([]);
  });
});
