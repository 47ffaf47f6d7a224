import type { ChildProcess } from 'node:child_process';
import { type Client, createClient } from '@windlass/client';
import type { Browser, Page } from 'playwright-core';
import { startService } from '../../../server/test/support/processes/service.ts';
import { openBrowser } from './browser.ts';

/** Size of the screen on which a page is opened. */
export interface Screen {
  readonly width: 1280 | 390;
  readonly theme: 'light' | 'dark';
}

/** The real service on its simulated market, and a browser in front of it. */
export interface ServedPage {
  readonly address: string;
  readonly key: string;
  readonly client: Client;
  /** Opens the dashboard at `hash` (as `#/trade`), or by the link with the key. */
  open(hash?: string, screen?: Screen): Promise<WatchedPage>;
  /** Kills the service like a power failure. */
  kill(): Promise<void>;
  /** Starts it again at the same address, after `kill`. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

export interface WatchedPage {
  readonly page: Page;
  /** Console errors, page errors and failed requests so far. A good page has none. */
  readonly troubles: readonly string[];
}

const key = 'ak_dashboard_end_to_end_test';

/** Starts the service in memory with a fixed market, and the browser. */
export async function openServedPage(
  env: Readonly<Record<string, string>> = {},
): Promise<ServedPage> {
  const children: ChildProcess[] = [];
  const settings = {
    WINDLASS_DATA_DIR: ':memory:',
    WINDLASS_SEED: 'dashboard',
    WINDLASS_ADMIN_KEY: key,
    ...env,
  };
  const [first, browser] = await Promise.all([startService(settings, children), openBrowser()]);
  const { address } = first;
  let service = first;
  return {
    address,
    key,
    client: createClient({ baseUrl: address, key }),
    open: (hash = '', screen) => openPage(browser, { address, hash, screen }),
    async kill() {
      await service.kill('SIGKILL');
    },
    async startAgain() {
      service = await startService({ ...settings, PORT: new URL(address).port }, children);
    },
    async close() {
      await browser.close();
      await service.kill('SIGTERM');
    },
  };
}

/**
 * A link with the key opens the market first, which may request books before the next page opens. A
 * key in the tab's storage opens nothing. It is stored only once, because a test may change it.
 */
const keepKeyOnce = `
  if (sessionStorage.getItem('test.opened') === null) {
    sessionStorage.setItem('test.opened', 'yes');
    sessionStorage.setItem('windlass.key', ${JSON.stringify(key)});
  }
`;

interface Opening {
  readonly address: string;
  readonly hash: string;
  readonly screen: Screen | undefined;
}

async function openPage(browser: Browser, opening: Opening): Promise<WatchedPage> {
  const { address, hash, screen = { width: 1280, theme: 'light' } } = opening;
  const context = await browser.newContext({
    viewport: { width: screen.width, height: 900 },
    colorScheme: screen.theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`fault: ${error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // Leaving a page aborts its pending requests.
    if (why !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  if (hash === '') await page.goto(`${address}/#key=${key}`);
  else {
    await page.addInitScript(keepKeyOnce);
    await page.goto(`${address}/${hash}`);
  }
  return { page, troubles };
}
