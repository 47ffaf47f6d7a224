import { boundsOf, fieldsOf, typeInWords } from '../fields.ts';
import { type JsonSchema, variantsOf } from '../jsonSchema.ts';

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Returns a table of what a caller may send, with defaults and bounds. */
export function inputTable(title: string, schema: JsonSchema): string[] {
  const rows = fieldsOf(schema).map(({ path, schema: field, isRequired }) => [
    `\`${path}\``,
    typeInWords(field),
    isRequired ? 'yes' : defaultOf(field),
    meaningOf(field),
  ]);
  return [`**${title}**`, '', ...table(['Field', 'Type', 'Required', 'Meaning'], rows), ''];
}

/** Returns a table of an answer, or one for each of its possible shapes. */
export function outputTables(title: string, schema: JsonSchema): string[] {
  const variants = variantsOf(schema);
  return variants.flatMap((variant, index) => {
    const number = variants.length > 1 ? `, shape ${index + 1}` : '';
    return [...outputTable(`${title}${number}`, variant), ''];
  });
}

function outputTable(title: string, schema: JsonSchema): string[] {
  const isList = schema.type === 'array' && schema.items;
  const fields = isList ? fieldsOf(schema.items ?? {}) : fieldsOf(schema);
  const type = isList ? 'a list of' : '';
  if (fields.length === 0) return [`**${title}**: ${typeInWords(schema)}.${about(schema)}`];
  const rows = fields.map(({ path, schema: field, isRequired }) => [
    `\`${path}\``,
    isRequired ? typeInWords(field) : `${typeInWords(field)}, or left out`,
    field.description ?? '',
  ]);
  return [
    `**${title}**${type && `, ${type}`}${about(schema)}`,
    '',
    ...table(['Field', 'Type', 'Meaning'], rows),
  ];
}

const about = ({ description }: JsonSchema) =>
  description === undefined ? '' : ` (${description})`;

function defaultOf(schema: JsonSchema): string {
  return schema.default === undefined ? 'no' : `\`${JSON.stringify(schema.default)}\``;
}

function meaningOf(schema: JsonSchema): string {
  return [schema.description, ...boundsOf(schema)].filter(Boolean).join('; ');
}
