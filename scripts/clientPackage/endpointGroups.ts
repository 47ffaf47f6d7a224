/**
 * Returns the declaration of all endpoints as the sum of their groups. The compiler writes each of
 * them out once more, which every program that uses the package would have to read.
 *
 * @param code The compiled module, which spreads the groups it imports.
 * @param declaration What the compiler declares of it.
 */
export function nameGroups(code: string, declaration: string): string {
  const imports = [...code.matchAll(/^import \{ (\w+) \} from .+$/gm)];
  const groups = imports.map(([, name]) => `typeof ${name}`).join(' & ');
  const lines = imports.map(([line]) => `${line}\n`).join('');
  const whole = /^export declare const endpoints: \{\n[\s\S]*?\n\};$/m;
  return lines + declaration.replace(whole, `export declare const endpoints: ${groups};`);
}
