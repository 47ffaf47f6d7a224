import { useEffect, useState } from 'react';

/** Returns the time in epoch ms. */
export function now(): number {
  return Date.now(); // tidy-ok: the page's one seam to real time
}

/** Calls `beat` every `periodMs` until ended. */
export function every(periodMs: number, beat: () => void): () => void {
  const timer = setInterval(beat, periodMs); // tidy-ok: the page's one seam to real time
  return () => clearInterval(timer);
}

/** Calls `act` once after `delayMs` unless cancelled. */
export function after(delayMs: number, act: () => void): () => void {
  const timer = setTimeout(act, delayMs); // tidy-ok: the page's one seam to real time
  return () => clearTimeout(timer);
}

/** Returns the time, updated every `periodMs`, so that data visibly grows old on the screen. */
export function useNow(periodMs = 1_000): number {
  const [time, setTime] = useState(now);
  useEffect(() => every(periodMs, () => setTime(now())), [periodMs]);
  return time;
}

/** Returns `value` once it has not changed for `quietMs`: for requests while somebody types. */
export function useSettled<Value>(value: Value, quietMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => after(quietMs, () => setSettled(() => value)), [value, quietMs]);
  return settled;
}
