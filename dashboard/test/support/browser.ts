import { type Browser, chromium } from 'playwright-core';
import { browserPath } from './browserPath.ts';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(browserPath !== undefined && { executablePath: browserPath }),
    // As root it refuses to start inside its own sandbox.
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu', '--force-color-profile=srgb'],
  });
}
