import { type Browser, chromium } from 'playwright-core';

/** A browser of the machine; without one the tests that need it are skipped, with a notice. */
export const browserPath = process.env.WINDLASS_TEST_BROWSER;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(browserPath !== undefined && { executablePath: browserPath }),
    // As root it refuses to start inside its own sandbox.
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu', '--force-color-profile=srgb'],
  });
}
