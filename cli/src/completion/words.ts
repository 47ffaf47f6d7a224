import { type CommandNode, flatten, type OptionNode } from './tree.ts';

/** The words that can be typed after a command. */
export interface Place {
  /** Names below the program, joined by spaces; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly CommandNode[];
  /** The command's own options, and those of the program, which may stand anywhere. */
  readonly options: readonly OptionNode[];
  /** Allowed words for each argument; empty when any word is allowed. */
  readonly choices: readonly (readonly string[])[];
}

const help: OptionNode = {
  flag: '--help',
  usage: '-h, --help',
  description: 'display help for command',
  isMandatory: false,
  usual: undefined,
  value: 'none',
  choices: [],
};

/** Returns every place at which a word can be completed. */
export function listPlaces(program: CommandNode): Place[] {
  const shared = program.options.filter(({ flag }) => flag !== '--version');
  return flatten(program).map((node) => {
    const isProgram = node.path.length === 0;
    const own = isProgram ? node.options : [...withUsual(node), ...shared];
    return {
      path: node.path.join(' '),
      commands: node.children,
      options: [...own, help],
      choices: node.arguments.map(({ choices }) => choices),
    };
  });
}

/** Returns a command's options. A command with a default child takes that child's options too. */
function withUsual({ options, children, usual }: CommandNode): OptionNode[] {
  const child = children.find(({ path }) => path.at(-1) === usual);
  return child === undefined ? [...options] : [...options, ...child.options];
}

/** Returns each name and alias of a place's commands. */
export function namesOf({ commands }: Place): string[] {
  return commands.flatMap(({ path, aliases }) => [path.at(-1) ?? '', ...aliases]);
}
