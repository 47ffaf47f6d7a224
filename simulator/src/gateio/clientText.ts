import { refusals } from './errors.ts';
import type { Parameters } from './parameters.ts';

/** The texts that a client may give an order. An order without one gets the exchange's own. */
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

/** The possible sources of an order that waits for a price. */
export const triggerSources = ['api', 'web', 'app'] as const;
