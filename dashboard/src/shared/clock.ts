import { useEffect, useState } from 'react';

/** Epoch ms. */
export function now(): number {
  return Date.now(); // tidy-ok: the page's one seam to real time
}

/** Calls `beat` every `periodMs` until ended. */
export function every(periodMs: number, beat: () => void): () => void {
  const timer = setInterval(beat, periodMs); // tidy-ok: the page's one seam to real time
  return () => clearInterval(timer);
}

/** Acts once after `delayMs` unless taken back. */
export function after(delayMs: number, act: () => void): () => void {
  const timer = setTimeout(act, delayMs); // tidy-ok: the page's one seam to real time
  return () => clearTimeout(timer);
}

/** The time, told anew every `periodMs`: what grows old on the screen must be seen to. */
export function useNow(periodMs = 1_000): number {
  const [time, setTime] = useState(now);
  useEffect(() => every(periodMs, () => setTime(now())), [periodMs]);
  return time;
}

/** `value` once it has been the same for `quietMs`: what is asked while somebody types. */
export function useSettled<Value>(value: Value, quietMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => after(quietMs, () => setSettled(() => value)), [value, quietMs]);
  return settled;
}
