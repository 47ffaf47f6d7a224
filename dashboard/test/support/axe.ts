import { readFile } from 'node:fs/promises';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Returns the findings that axe calls serious or worse on the current page, a line for each place.
 */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // The page's content policy restricts what it loads, but this comes through the debugger.
  await page.evaluate(source);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} at ${target}: ${html}`));
}
