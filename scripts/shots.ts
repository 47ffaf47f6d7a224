/**
 * `npm run shots -- [--out <folder>] [--wide | --narrow] [page…]`: takes pictures of the built
 * dashboard on the real service, of every page at both widths and in both themes, for review. With
 * `--readme` it takes the one picture that the documents show. Needs a Chromium in
 * WINDLASS_TEST_BROWSER.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dressService } from '../dashboard/test/support/dressed.ts';
import { openServedPage, type Screen } from '../dashboard/test/support/servedPage.ts';

const everyPage = ['market', 'trade', 'algorithms', 'positions', 'tca', 'vaults', 'system'];
/** Tabs of pages, which a page shows only when they are opened. */
const tabs = ['accounts', 'books', 'reconciliation', 'audit', 'keys', 'webhooks'];
const everyScreen: readonly Screen[] = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
];
const readmePicture = fileURLToPath(new URL('../docs/dashboard.png', import.meta.url));
/** Time for the first data to arrive; for the documents the charts need lines, too. */
const settlingMs = { whole: 3_000, readme: 90_000 } as const;
/** High enough for the whole ladder, bids as well as asks. */
const readmeHeight = 1_150;

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: 'shots' },
    wide: { type: 'boolean', default: false },
    narrow: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const desk = await openServedPage();
try {
  await dressService(desk);
  if (values.readme) {
    await shoot('market', { width: 1280, theme: 'dark' }, { file: readmePicture, isWhole: false });
  } else await shootAll();
} finally {
  await desk.close();
}

async function shootAll(): Promise<void> {
  await mkdir(values.out, { recursive: true });
  const isChosen = ({ width }: Screen) => (width === 1280 ? !values.narrow : !values.wide);
  const pages = positionals.length > 0 ? positionals : everyPage;
  const { orders } = await desk.client.listAlgorithms();
  const vaults = await desk.client.listVaults();
  const inside: Readonly<Record<string, readonly string[]>> = {
    algorithms: orders.map(({ order_id }) => `id=${order_id}`),
    tca: ['market=spot'],
    vaults: vaults.slice(0, 1).map(({ id }) => `vault=${id}`),
    system: tabs.map((tab) => `tab=${tab}`),
  };
  const parts = pages.flatMap((name) => [
    { part: name, place: name },
    ...(inside[name] ?? []).map((query, at) => ({
      part: `${name}-${at + 1}`,
      place: `${name}?${query}`,
    })),
  ]);
  for (const { part, place } of parts) {
    for (const screen of everyScreen.filter(isChosen)) {
      const file = join(values.out, `${part}-${screen.width}-${screen.theme}.png`);
      await shoot(place, screen, { file, isWhole: true });
    }
  }
}

interface Shot {
  readonly file: string;
  /** True for the whole page, including what is below the screen. */
  readonly isWhole: boolean;
}

async function shoot(place: string, screen: Screen, { file, isWhole }: Shot): Promise<void> {
  const { page, troubles } = await desk.open(`#/${place}`, screen);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (!isWhole) await page.setViewportSize({ width: screen.width, height: readmeHeight });
  await page.waitForTimeout(isWhole ? settlingMs.whole : settlingMs.readme);
  await page.screenshot({ path: file, fullPage: isWhole });
  await page.context().close();
  console.log(`${file}${troubles.length === 0 ? '' : `  ${troubles.join(' | ')}`}`);
}
