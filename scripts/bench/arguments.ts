/** A parsed call of the benchmark. */
export type BenchCall =
  | { readonly kind: 'run'; readonly names: readonly string[] }
  | { readonly kind: 'help' }
  | { readonly kind: 'unknown'; readonly name: string };

const helpNames = ['--help', '-h'];

/** Reads the arguments: names of sections, or all sections when none is named. */
export function readBenchCall(args: readonly string[], sections: readonly string[]): BenchCall {
  if (args.some((arg) => helpNames.includes(arg))) return { kind: 'help' };
  const unknown = args.find((arg) => !sections.includes(arg));
  if (unknown !== undefined) return { kind: 'unknown', name: unknown };
  return { kind: 'run', names: args.length > 0 ? args : sections };
}
