import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capturesFolder, capturesNotice } from '../support/marketData/captures.ts';

/*
 * ccxt's recorded cases of fees: for these classes it has none, neither of a request nor of an
 * answer. Cases that it adds one day are to be mapped like those of the other classes.
 */

const kinds = ['request', 'response'] as const;

interface RecordedFile {
  readonly methods: Readonly<Record<string, readonly unknown[]>>;
}

function feeCases(folder: string, kind: (typeof kinds)[number]): number {
  const path = join(capturesFolder ?? '', 'ccxt-ccxt', folder, `${kind}.shared.json`);
  const { methods } = JSON.parse(readFileSync(path, 'utf8')) as RecordedFile;
  const own = Object.entries(methods).filter(([name]) => /^fetchTradingFees?$/.test(name));
  return own.reduce((count, [, cases]) => count + cases.length, 0);
}

describe.skipIf(capturesFolder === undefined)(`recorded fees${capturesNotice}`, () => {
  it.each(['kraken', 'krakenfutures', 'okx', 'hyperliquid'])('of %s are none', (folder) => {
    const counts = kinds.map((kind) => feeCases(folder, kind));
    process.stdout.write(`recorded fees of ${folder}: 0 of ${counts.join(' and ')}\n`);
    expect(counts).toEqual([0, 0]);
  });
});
