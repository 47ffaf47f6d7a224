/**
 * `npm run shots -- [--out <folder>] [--wide|--narrow] [page…]`: pictures of the built dashboard, of
 * every page at both widths and in both themes, for looking at. Needs WINDLASS_TEST_BROWSER.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDesk, type Screen } from '../dashboard/test/support/desk.ts';
import { dressDesk } from '../dashboard/test/support/dressed.ts';

const everyPage = ['market', 'trade', 'algorithms', 'positions', 'tca', 'vaults', 'system'];
const screens: readonly Screen[] = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
];

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: 'shots' },
    wide: { type: 'boolean' },
    narrow: { type: 'boolean' },
  },
  allowPositionals: true,
});
const chosen = screens.filter(
  ({ width }) => (!values.wide || width === 1280) && (!values.narrow || width === 390),
);
await mkdir(values.out, { recursive: true });
const desk = await openDesk();
try {
  await dressDesk(desk);
  for (const name of positionals.length > 0 ? positionals : everyPage) {
    for (const screen of chosen) await shoot(name, screen);
  }
} finally {
  await desk.close();
}

async function shoot(name: string, screen: Screen): Promise<void> {
  const { page, troubles } = await desk.open(`#/${name}`, screen);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // What is asked for first has come, and the books have moved a few times.
  await page.waitForTimeout(2_500);
  const file = join(values.out, `${name}-${screen.width}-${screen.theme}.png`);
  await page.screenshot({ path: file, fullPage: true });
  await page.context().close();
  console.log(`${file}${troubles.length === 0 ? '' : `  ${troubles.join(' | ')}`}`);
}
