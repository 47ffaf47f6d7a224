/**
 * Returns the declaration of all endpoints as the sum of their groups. The compiler writes out all
 * of them again, and every program that uses the package would have to read that.
 *
 * @param code The compiled module, which spreads the groups that it imports.
 * @param declaration The compiler's declaration of the module.
 */
export function nameGroups(code: string, declaration: string): string {
  const imports = [...code.matchAll(/^import \{ (\w+) \} from .+$/gm)];
  const groups = imports.map(([, name]) => `typeof ${name}`).join(' & ');
  const lines = imports.map(([line]) => `${line}\n`).join('');
  const whole = /^export declare const endpoints: \{\n[\s\S]*?\n\};$/m;
  return lines + declaration.replace(whole, `export declare const endpoints: ${groups};`);
}
