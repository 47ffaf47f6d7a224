import { onTestFinished } from 'vitest';
import type { Screen, ServedPage, WatchedPage } from './servedPage.ts';

/** Less than a test's time limit, so that the failure names what was awaited. */
const waitMs = 20_000;

/** Opens a page that closes with its test: an open page would go on drawing books. */
export async function openForTest(
  served: ServedPage,
  hash?: string,
  screen?: Screen,
): Promise<WatchedPage> {
  const opened = await served.open(hash, screen);
  opened.page.setDefaultTimeout(waitMs);
  onTestFinished(() => opened.page.context().close());
  return opened;
}
