import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { createBtcAnchor } from './btcAnchor.ts';
import type { UsdRate } from './types.ts';

it('anchors volumes on a BTC price of the last fifteen minutes, and on no older one', async () => {
  const clock = createManualClock();
  let rate: UsdRate | undefined;
  const btcUsd = createBtcAnchor({ valuation: { latest: () => rate }, clock });
  expect(btcUsd()).toBeUndefined();
  rate = { usd: 97_000, source: 'provider', atMs: clock.now() };
  await clock.advance(900_000);
  expect(btcUsd()).toBe(97_000);
  await clock.advance(1);
  expect(btcUsd()).toBeUndefined();
});
