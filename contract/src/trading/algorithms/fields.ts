import { z } from 'zod';

/** Closeness to the market of the prices that an algorithm posts. */
export const aggressions = ['passive', 'neutral', 'aggressive'] as const;

/** More than exists of any asset. */
export const quantityMax = 1e15;
const priceMax = 1e15;
/** Half of the price: a wider limit protects nothing, and a wider ladder makes no sense. */
export const moveMaxBps = 5_000;

/** A day: nobody executes with longer pauses between two slices. */
export const intervalMaxS = 86_400;

export const flag = (name: string, initial: boolean) =>
  z.boolean({ error: `${name} must be true or false` }).default(initial);

export const seconds = (name: string, max: number) =>
  wholeSeconds(name, max, `${name} is required and must be a whole number of seconds`);

/** Returns the schema of seconds that may be left out. */
export const secondsOr = (name: string, max: number) =>
  wholeSeconds(name, max, `${name} must be a whole number of seconds`);

const wholeSeconds = (name: string, max: number, error: string) =>
  z.int({ error }).min(1, `${name} must be at least 1`).max(max, `${name} must be at most ${max}`);

export const above0 = (name: string, max: number) =>
  z
    .number({ error: `${name} must be a number` })
    .positive(`${name} must be above 0`)
    .max(max, `${name} must be at most ${max}`);

export const from0 = (name: string, max: number) =>
  z
    .number({ error: `${name} must be a number` })
    .min(0, `${name} must be at least 0`)
    .max(max, `${name} must be at most ${max}`);

export const price = (name: string) => above0(name, priceMax);

export const bps = (name: string) => above0(name, moveMaxBps);

export const percent = (name: string) => above0(name, 100);

/** Returns the schema of a required quantity in base units. */
export const quantity = (name: string) =>
  z
    .number({ error: `${name} is required and must be a number` })
    .positive(`${name} must be above 0`)
    .max(quantityMax, `${name} must be at most ${quantityMax}`);

export const oneOf = <const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
) => z.enum(values, { error: `${name} must be one of ${values.join(', ')}` });
