/** Colours of a terminal that are easy to tell apart on the dark background. */
const colours: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
};
const ground = '#0d1117';
const ink = '#e6edf3';
const faint = '#7d8590';

const fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const fontSize = 14;
const columnWidth = 8.43;
const lineHeight = 19;
const margin = 18;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences are the point
const styleCodes = /\u001b\[(\d*)m/g;

/** Draws a terminal's output, with its colours, as an SVG as wide as the longest line. */
export function drawTerminal(title: string, text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  const columns = Math.max(...lines.map((line) => line.replaceAll(styleCodes, '').length));
  const width = Math.ceil(columns * columnWidth + 2 * margin);
  const height = lines.length * lineHeight + 2 * margin;
  const drawn = lines.map((line, index) => {
    const y = margin + (index + 1) * lineHeight - 5;
    return `<text x="${margin}" y="${y}">${drawLine(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    `  viewBox="0 0 ${width} ${height}">`,
    `<title>${toXml(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${ground}"/>`,
    `<g font-family="${fonts}" font-size="${fontSize}" fill="${ink}">`,
    ...drawn,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Draws a line whose pieces have fixed positions, so that no font can move the columns. */
function drawLine(line: string): string {
  const [first = '', ...styled] = line.split(styleCodes);
  let column = 0;
  const piece = (text: string, style: string) => {
    const x = (margin + column * columnWidth).toFixed(1);
    column += text.length;
    const length = (text.length * columnWidth).toFixed(1);
    const look = styleOf(style);
    return text === ''
      ? ''
      : `<tspan x="${x}" textLength="${length}"${look}>${toXml(text)}</tspan>`;
  };
  let drawn = piece(first, '');
  for (let index = 0; index < styled.length; index += 2) {
    drawn += piece(styled[index + 1] ?? '', styled[index] ?? '');
  }
  return drawn;
}

function styleOf(code: string): string {
  if (code === '1') return ' font-weight="bold"';
  if (code === '2') return ` fill="${faint}"`;
  const colour = colours[code];
  return colour === undefined ? '' : ` fill="${colour}"`;
}

/** Escapes text; its spaces become ones that no viewer merges. */
function toXml(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return safe.replaceAll(' ', '\u00a0');
}
