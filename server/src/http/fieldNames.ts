import type { z } from 'zod';
import { nearestName } from '../kit/nearestName.ts';

/** Letters of a name per typing error: up to a third may be wrong, but at most three letters. */
const lettersPerChange = 3;
const changesMax = 3;

/** Returns ` Did you mean x?` for an unknown field, or nothing when no name is similar. */
export function nameHint(given: string, names: readonly string[]): string {
  const written = plain(given);
  const same = names.find((name) => plain(name) === written);
  const changes = Math.min(changesMax, Math.floor(given.length / lettersPerChange));
  const meant = same ?? (changes > 0 ? nearestName(given, names, changes) : undefined);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** Returns the name without its spelling style: reduceOnly and reduce_only are the same. */
function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Returns the names of the fields that a schema knows at a path; those of all its choices. */
export function fieldNamesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const shapes = shapesOf(schema);
  const [step, ...rest] = path;
  if (step === undefined) {
    return shapes.flatMap((shape) => (isObject(shape) ? Object.keys(shape._zod.def.shape) : []));
  }
  return shapes.flatMap((shape) => {
    const inner = innerAt(shape, step);
    return inner ? fieldNamesAt(inner, rest) : [];
  });
}

function innerAt(shape: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  const { def } = (shape as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.hasOwn(def.shape, step) ? Reflect.get(def.shape, step) : undefined;
    case 'array':
      return def.element;
    case 'record':
      return def.valueType;
    default:
      return undefined;
  }
}

/** Unwraps a schema from everything that only says when a value may be absent or changed. */
function shapesOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return shapesOf(def.innerType);
    case 'pipe':
      return shapesOf(def.in);
    case 'union':
      return def.options.flatMap((option) => shapesOf(option));
    default:
      return [schema];
  }
}

function isObject(schema: z.core.$ZodType): schema is z.core.$ZodObject {
  return (schema as z.core.$ZodTypes)._zod.def.type === 'object';
}
