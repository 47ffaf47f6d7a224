import type { Argument, Command, Option } from 'commander';

/** A command as its completion and its page show it. */
export interface CommandNode {
  /** Names below the program, without the program's own. */
  readonly path: readonly string[];
  readonly aliases: readonly string[];
  readonly description: string;
  readonly arguments: readonly ArgumentNode[];
  readonly options: readonly OptionNode[];
  readonly children: readonly CommandNode[];
  /** Name of the child that runs when none is named. */
  readonly usual: string | undefined;
}

export interface ArgumentNode {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly choices: readonly string[];
}

export interface OptionNode {
  /** As it is typed, e.g. `--side`. */
  readonly flag: string;
  /** With its value, e.g. `--side <side>`. */
  readonly usage: string;
  readonly description: string;
  readonly isMandatory: boolean;
  /** Default value, when the command line itself sets it. */
  readonly usual: string | undefined;
  readonly value: 'none' | 'file' | 'text';
  readonly choices: readonly string[];
}

/** Returns the commands of a program as a tree, with the program at its root. */
export function readTree(program: Command, parents: readonly string[] = []): CommandNode {
  const children = program.commands.map((child) => readTree(child, [...parents, child.name()]));
  return {
    path: parents,
    aliases: program.aliases(),
    description: program.description(),
    arguments: program.registeredArguments.map(toArgument),
    options: program.options.map(toOption),
    children,
    usual: usualOf(program),
  };
}

/** Returns a command and all below it, each before its children. */
export function flatten(node: CommandNode): CommandNode[] {
  return [node, ...node.children.flatMap(flatten)];
}

/**
 * Returns the name of a command's default child. Commander keeps it private: `isDefault` of a
 * command is stored as this name.
 */
function usualOf(command: Command): string | undefined {
  if (!('_defaultCommandName' in command)) return undefined;
  const { _defaultCommandName: name } = command;
  return typeof name === 'string' ? name : undefined;
}

function toArgument(argument: Argument): ArgumentNode {
  return {
    name: argument.name(),
    isRequired: argument.required,
    description: argument.description,
    choices: argument.argChoices ?? [],
  };
}

/** Returns the default as text. Flags without a value have none worth telling. */
function usualValue(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'boolean') return undefined;
  return Array.isArray(value) ? value.join() : String(value);
}

/** Value names in the help that mean paths. */
const pathName = /<(file|folder)>/;

function toOption(option: Option): OptionNode {
  const takesValue = option.required || option.optional;
  const kind = pathName.test(option.flags) ? 'file' : 'text';
  return {
    flag: option.long ?? option.flags,
    usage: option.flags,
    description: option.description,
    isMandatory: option.mandatory,
    usual: usualValue(option.defaultValue),
    value: takesValue ? kind : 'none',
    choices: option.argChoices ?? [],
  };
}
