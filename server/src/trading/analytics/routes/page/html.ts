/** Text that is HTML already. Only `html` and `raw` make it: no other text passes for it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

/** Fills parts into a template. Whatever is not HTML already is data, and is escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = parts.map(toText);
  return new Html(strings.reduce((all, next, at) => `${all}${texts[at - 1] ?? ''}${next}`));
}

export const nothing = new Html('');

function toText(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(({ text }) => text).join('');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}
