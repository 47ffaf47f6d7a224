import { registerHooks } from 'node:module';
import { plantedSources, type TextPlant } from './plant.ts';

/** Plants a mistake in this process before it loads the files; those on the disk stay. */
export function plantAsLoaded(plant: TextPlant): void {
  const sources = plantedSources(plant);
  registerHooks({
    load(url, context, next) {
      const source = sources.get(url);
      const loaded = next(url, context);
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
}

const product = new URL('../../../src/', import.meta.url).href;

/**
 * Loads a module of the server, and what it imports of it, once more with a mistake in them. The
 * modules that are loaded already stay as they are, so that one process can try many mistakes.
 */
export async function loadPlanted(plant: TextPlant, file: string): Promise<unknown> {
  const mark = `?planted=${encodeURIComponent(plant.name)}`;
  const sources = plantedSources(plant);
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isPlanted = context.parentURL?.endsWith(mark) && found.url.startsWith(product);
      return isPlanted ? { ...found, url: `${found.url}${mark}` } : found;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const source = url.endsWith(mark) ? sources.get(url.slice(0, -mark.length)) : undefined;
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
  try {
    const url = new URL(`../../../../${file}`, import.meta.url).href;
    return await import(`${url}${mark}`);
  } finally {
    hooks.deregister();
  }
}
