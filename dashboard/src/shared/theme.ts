import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const storedName = 'windlass.theme';
const changed = 'windlass:theme';

/** Applies the theme chosen before, or that of the system, before anything is drawn. */
export function startTheme(): void {
  const stored = localStorage.getItem(storedName);
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  wear(stored === 'light' || stored === 'dark' ? stored : system);
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storedName, theme);
  wear(theme);
}

function wear(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  window.dispatchEvent(new Event(changed));
}

function listen(heard: () => void): () => void {
  window.addEventListener(changed, heard);
  return () => window.removeEventListener(changed, heard);
}

function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

/** Returns the theme in use. Canvases are redrawn when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, readTheme);
}

/** Returns a colour of the style sheet for a canvas: `readColor('--buy')`. */
export function readColor(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
