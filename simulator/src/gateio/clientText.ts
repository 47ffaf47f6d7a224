import { refusals } from './errors.ts';
import type { Parameters } from './parameters.ts';

/** What a client may call an order; the exchange says itself when nothing was said. */
const clientText = /^t-[0-9A-Za-z_.-]{1,28}$/;
const unnamed = 'apiv4';

export function isClientText(name: string): boolean {
  return clientText.test(name);
}

export function textOf(parameters: Parameters, sources: readonly string[] = [unnamed]): string {
  const text = parameters.text('text') ?? sources[0] ?? unnamed;
  if (!clientText.test(text) && !sources.includes(text)) throw refusals.invalid('text', text);
  return text;
}

/** Words for who made an order that waits for a price. */
export const triggerSources = ['api', 'web', 'app'] as const;
