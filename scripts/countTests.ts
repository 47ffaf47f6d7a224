/** `node scripts/countTests.ts <report.json>…`: the closing line of the CI run. */
import { readFile } from 'node:fs/promises';
import { countLine } from './ci/testCount.ts';

const texts = await Promise.all(process.argv.slice(2).map((path) => readFile(path, 'utf8')));
console.log(countLine(texts.map((text) => JSON.parse(text))));
