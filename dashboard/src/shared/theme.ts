import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const storedName = 'windlass.theme';
const changed = 'windlass:theme';

/** Wears the theme chosen before, or that of the system; before anything is drawn. */
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

/** The theme in use; what draws on a canvas draws anew when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, readTheme);
}

/** A colour of the style sheet as a canvas takes it: `readColor('--buy')`. */
export function readColor(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
