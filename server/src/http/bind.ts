import type { Data, Endpoint, FieldIssue, Pagination, Parsed, Shape } from '@windlass/contract';
import type { z } from 'zod';
import { AppError } from '../kit/errors.ts';
import { fieldNamesAt, nameHint } from './fieldNames.ts';
import type { Caller } from './scope.ts';

/** The facts about the request that a handler may use besides its input. */
export interface Context {
  /** Undefined on public endpoints. */
  readonly caller: Caller | undefined;
  readonly requestId: string;
  /** Aborts when the client disconnects before its answer; the reason is the error to throw. */
  readonly signal: AbortSignal;
}

/** A success that needs more than its data. Made by `answer`, `answerText` and `answerPage`. */
export class Answer<Value> {
  readonly body: AnswerBody<Value>;
  readonly options: AnswerOptions;
  constructor(body: AnswerBody<Value>, options: AnswerOptions) {
    this.body = body;
    this.options = options;
  }
}

type AnswerBody<Value> =
  | { readonly data: Value }
  | { readonly dataText: string }
  | { readonly page: string };

interface AnswerOptions {
  readonly message?: string;
  readonly status?: number;
  readonly pagination?: Pagination;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Returns an answer with another message, status or top-level field than the endpoint's own. */
export function answer<Value>(data: Value, options: AnswerOptions): Answer<Value> {
  return new Answer<Value>({ data }, options);
}

/**
 * Returns an answer with data that is JSON text already: hot routes cache the text of data that
 * rarely changes.
 */
export function answerText<Value>(dataText: string, options: AnswerOptions = {}): Answer<Value> {
  return new Answer<Value>({ dataText }, options);
}

/** Returns a page for people, without the envelope. It may load nothing and run nothing. */
export function answerPage<Value>(page: string): Answer<Value> {
  return new Answer<Value>({ page }, {});
}

type Handled<E> = Data<E> | Answer<Data<E>>;

/** An endpoint with its handler. */
export interface Binding {
  readonly endpoint: Endpoint;
  readonly handle: (raw: RawInput, context: Context) => Promise<Answer<unknown>>;
}

/** The parts of a request before they are parsed. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** The parts of a request, in the order in which they decide the headline. */
const parts = ['params', 'query', 'body'] as const;
type Part = (typeof parts)[number];

/** A field that the operator's own rules refuse, although its shape is right. */
export interface PartIssue extends FieldIssue {
  readonly part: Part;
}

interface BindOptions {
  /** Checks the input as it came; its issues are reported with those of the schemas. */
  readonly check?: (raw: RawInput) => readonly PartIssue[];
}

/** Joins an endpoint and its handler: parses the input, calls the handler, returns the answer. */
export function bind<E extends Endpoint>(
  endpoint: E,
  handler: (input: Parsed<E>, context: Context) => Handled<E> | Promise<Handled<E>>,
  options: BindOptions = {},
): Binding {
  return {
    endpoint,
    async handle(raw, context) {
      const input = parseInput(endpoint, raw, options) as Parsed<E>;
      const result = await handler(input, context);
      return result instanceof Answer ? result : new Answer<unknown>({ data: result }, {});
    },
  };
}

/** Parses every part, so that all bad fields are reported at once. */
function parseInput(endpoint: Endpoint, raw: RawInput, { check }: BindOptions) {
  const { hidesValues } = endpoint;
  const issues: PartIssue[] = [];
  const parse = (part: Part) => {
    const schema: Shape | undefined = endpoint[part];
    if (!schema) return undefined;
    const result = schema.safeParse(raw[part] ?? {});
    if (result.success) return result.data;
    const found = toIssues(result.error, raw[part], schema);
    issues.push(...found.map((issue) => ({ ...(hidesValues ? hide(issue) : issue), part })));
    return undefined;
  };
  const input = { params: parse('params'), query: parse('query'), body: parse('body') };
  for (const found of check?.(raw) ?? []) {
    const isKnown = issues.some(({ part, field }) => part === found.part && field === found.field);
    if (!isKnown) issues.push(found);
  }
  if (issues.length === 0) return input;
  const message = headline(endpoint, issues);
  throw new AppError('VALIDATION_FAILED', { issues, ...(message && { message }) });
}

function headline({ invalid }: Endpoint, issues: readonly PartIssue[]): string | undefined {
  if (typeof invalid === 'string' || invalid === undefined) return invalid;
  const [first] = issues;
  const isAlone = first !== undefined && issues.every(({ field }) => field === first.field);
  const ofField = isAlone ? invalid.fields?.[first.field] : undefined;
  if (ofField !== undefined) return ofField;
  const wrong = parts.find((part) => issues.some((issue) => issue.part === part));
  return wrong && invalid[wrong];
}

/** Hides values of unknown fields too: a misspelt field may contain a secret. */
function hide(issue: FieldIssue): FieldIssue {
  return issue.value === undefined ? issue : { ...issue, value: '[hidden]' };
}

/**
 * Maximum number of issues in one answer; a body of thousands of bad fields does not need as many
 * lines.
 */
const issuesMax = 50;

/** Longest name of an unknown field that is repeated; ours are far shorter. */
const fieldLengthMax = 64;

/** Returns a schema's own issues as field, message and the given value. */
function toIssues(error: z.ZodError, given: unknown, schema: Shape): FieldIssue[] {
  return error.issues.slice(0, issuesMax).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const names = fieldNamesAt(schema, issue.path);
      return issue.keys.slice(0, issuesMax).map((key) => {
        const field = key.slice(0, fieldLengthMax);
        const hint = nameHint(field, names);
        const message = `${field} is not a field of this request${hint && `.${hint}`}`;
        return { field, message, value: echo(valueAt(given, [key])) };
      });
    }
    if (issue.path.length === 0) {
      return [{ field: 'body', message: 'the body must be a JSON object', value: echo(given) }];
    }
    const field = issue.path.map(String).join('.');
    const message = `${issue.message}${hintOf(issue)}`;
    return [{ field, message, value: echo(offending(issue, given)) }];
  });
}

/** Returns the name that was probably meant, if the schema knows the possible names. */
function hintOf(issue: z.core.$ZodIssue): string {
  const { names } = (issue.code === 'custom' && issue.params) || {};
  const hint = Array.isArray(names) && nameHint(String(issue.path.at(-1)), names);
  return hint ? `.${hint}` : '';
}

/**
 * Returns the value that the schema names, for example one bad item of a list, else the value at
 * the path.
 */
function offending(issue: z.core.$ZodIssue, given: unknown): unknown {
  const named = issue.code === 'custom' ? issue.params : undefined;
  return named && 'value' in named ? named.value : valueAt(given, issue.path);
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** Longest echo of a refused value: enough to recognise it, too short to be a payload. */
const echoLengthMax = 200;

function echo(value: unknown): unknown {
  try {
    const text = JSON.stringify(value);
    if (text === undefined || text.length <= echoLengthMax) return value;
    return `${text.slice(0, echoLengthMax)}… (cut)`;
  } catch {
    // A value nested thousands deep overflows the stack of any code that walks it.
    return '(nested too deeply to repeat)';
  }
}
