import { expect, test } from 'vitest';
import { drawTerminal } from './terminalSvg.ts';

test('draws each piece in its column, with its colour', () => {
  const drawn = drawTerminal('A book', 'a \u001b[32mbid\u001b[0m <ask>\n');
  const pieces = [...drawn.matchAll(/<tspan x="([\d.]+)"[^>]*?( fill="[^"]+")?>([^<]*)</g)];
  expect(pieces.map(([, x, fill, text]) => [Number(x), fill, text])).toEqual([
    [18, undefined, 'a\u00a0'],
    [34.9, ' fill="#7ee787"', 'bid'],
    [60.1, undefined, '\u00a0&lt;ask&gt;'],
  ]);
});
