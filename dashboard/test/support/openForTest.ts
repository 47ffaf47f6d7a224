import { onTestFinished } from 'vitest';
import type { Desk, Screen, WatchedPage } from './desk.ts';

/** Less than a test may take, so that the failure names what was waited for. */
const waitMs = 20_000;

/** Opens a page that goes with its test: one that is left open goes on drawing books. */
export async function openForTest(
  desk: Desk,
  hash?: string,
  screen?: Screen,
): Promise<WatchedPage> {
  const opened = await desk.open(hash, screen);
  opened.page.setDefaultTimeout(waitMs);
  onTestFinished(() => opened.page.context().close());
  return opened;
}
