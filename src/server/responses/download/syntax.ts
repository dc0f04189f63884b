/**
 * The syntax by which SPSS and Stata read the CSV of codes, with its labels. Both read by place, as no name of a column is
 * sure to be a name there. The CSV is beside it under the same name.
 */
import type { DownloadOrder } from '#contract/downloads.ts'
import type { FileColumn } from './download-columns.ts'
import type { FileTable } from './download-tables.ts'
import { type CodedValue, typeOf, valuesOf } from './codebook.ts'

interface Variable {
  name: string
  label: string
  type: string
  format: FileColumn['format']
  values: CodedValue[]
}

/** Where a survey has sections that repeat, each file of its archive is read and kept beside the others. */
export async function* syntaxChunks(
  tables: readonly FileTable[],
  order: DownloadOrder,
  form: 'sps' | 'do',
): AsyncGenerator<Uint8Array> {
  const lines = tables.flatMap((table) => {
    const variables = variablesOf(table.columns, order)
    const file = tables.length === 1 ? 'answers' : table.name
    const kept =
      tables.length === 1 ? [] : [form === 'sps' ? `SAVE OUTFILE='${file}.sav'.` : `save "${file}.dta", replace`]
    return [...(form === 'sps' ? spssLines(variables, file) : stataLines(variables, file)), ...kept]
  })
  yield Buffer.from(`${form === 'sps' ? '\uFEFF' : ''}${lines.join('\r\n')}\r\n`)
  await Promise.resolve()
}

function variablesOf(columns: readonly FileColumn[], { language }: DownloadOrder): Variable[] {
  const names = namesOf(columns)
  return columns.map((column, index): Variable => ({
    name: names[index] ?? '',
    label: column.label,
    type: typeOf(column),
    format: column.format,
    // A list of several codes is no value with a label of its own.
    values: /^(SINGLE|YES_NO)$/.test(typeOf(column)) ? valuesOf(column, language) : [],
  }))
}

/** Letters, digits and `_`, a letter first, 32 at most, no two alike whatever their case: what both programs take. */
function namesOf(columns: readonly FileColumn[]): string[] {
  const taken = new Set<string>()
  return columns.map(({ code }) => {
    const plain = code.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=[^A-Za-z])/, 'v')
    let name = plain.slice(0, 32)
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain.slice(0, 32 - `_${n}`.length)}_${n}`
    taken.add(name.toLowerCase())
    return name
  })
}

function oneLine(text: string, longest: number): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, longest)
}

function spssText(text: string, longest: number): string {
  return `'${oneLine(text, longest).replaceAll("'", "''")}'`
}

/** Stata would fill in what follows a backtick or a dollar sign. */
function stataText(text: string, longest: number): string {
  return `"${oneLine(text, longest)
    .replace(/["`]/g, "'")
    .replaceAll('$', String.raw`\$`)}"`
}

function spssValue({ value }: CodedValue): string {
  return typeof value === 'number' ? String(value) : spssText(value, 120)
}

function spssFormat({ type, format }: Variable): string {
  if (format === 'text') return type === 'LONG_TEXT' ? 'A32767' : 'A2000'
  return /^(INTEGER|RATING|YES_NO)$/.test(type) ? 'F12.0' : 'F20.6'
}

function spssLines(variables: readonly Variable[], file: string): string[] {
  const texts = variables.filter(({ format }) => format === 'text').map(({ name }) => name)
  return [
    '* Put the name of your CSV of codes here.',
    `GET DATA /TYPE=TXT /FILE='${file}.csv' /ENCODING='UTF8' /ARRANGEMENT=DELIMITED /DELIMITERS="," /QUALIFIER='"'`,
    '  /FIRSTCASE=2 /VARIABLES=',
    ...variables.map((variable) => `  ${variable.name} ${spssFormat(variable)}`),
    '  .',
    '* The CSV guards texts that look like formulas by an apostrophe.',
    'DO REPEAT each =',
    ...texts.map((name) => `  ${name}`),
    '  .',
    `IF (CHAR.SUBSTR(each, 1, 1) = "'" AND CHAR.INDEX("=+-@'", CHAR.SUBSTR(each, 2, 1)) > 0) each = CHAR.SUBSTR(each, 2).`,
    'END REPEAT.',
    'EXECUTE.',
    'ALTER TYPE ALL (A=AMIN).',
    'VARIABLE LABELS',
    ...variables.map(({ name, label }) => `  ${name} ${spssText(label, 120)}`),
    '  .',
    ...variables.flatMap(({ name, values }) =>
      values.length === 0
        ? []
        : [
            'VALUE LABELS',
            `  ${name}`,
            ...values.map((each) => `    ${spssValue(each)} ${spssText(each.label, 60)}`),
            '  .',
          ],
    ),
    'EXECUTE.',
  ]
}

/** Texts have no value labels in Stata: their codes become numbers, the codes' own where they are. */
function stataLines(variables: readonly Variable[], file: string): string[] {
  const placesOf = (format: FileColumn['format']) =>
    variables.flatMap((each, index) => (each.format === format ? [index + 1] : [])).join(' ')
  return [
    '* Put the name of your CSV of codes here.',
    `import delimited using "${file}.csv", varnames(nonames) rowrange(2) bindquote(strict) maxquotedrows(unlimited) encoding("utf-8") stringcols(${placesOf('text')}) numericcols(${placesOf('number')}) clear`,
    ...variables.map(({ name }, index) => `rename v${index + 1} ${name}_`),
    ...variables.map(({ name }) => `rename ${name}_ ${name}`),
    '* The CSV guards texts that look like formulas by an apostrophe.',
    'quietly ds, has(type string)',
    "foreach each of varlist `r(varlist)' {",
    "  replace `each' = substr(`each', 2, .) if regexm(`each', \"^'+[-=+@]\")",
    '}',
    ...variables.flatMap(({ name, format, values }) => {
      if (values.length === 0) return []
      const numbers = numbersOf(values)
      const labels = values.map(({ label }, index) => `${numbers[index]} ${stataText(label, 80)}`)
      const define = [`label define ${name} ${labels.join(' ')}`, `label values ${name} ${name}`]
      if (format === 'number') return define
      const told = values.map(({ value }, index) => `replace number_ = ${numbers[index]} if ${name} == ${exact(value)}`)
      return [
        'gen long number_ = .',
        ...told,
        `order number_, after(${name})`,
        `drop ${name}`,
        `rename number_ ${name}`,
        ...define,
      ]
    }),
    ...variables.map(({ name, label }) => `label variable ${name} ${stataText(label, 80)}`),
  ]
}

function numbersOf(values: readonly CodedValue[]): number[] {
  const areNumbers = values.every(({ value }) => /^(0|-?[1-9]\d{0,8})$/.test(String(value)))
  return values.map(({ value }, index) => (areNumbers ? Number(value) : index + 1))
}

/** A text to the letter. A sign that Stata reads as its own, in quotes too, is given by its number. */
export function exact(value: string | number): string {
  const parts = String(value)
    .split(/(["`$\\])/)
    .filter(Boolean)
  return parts.map((part) => (/^["`$\\]$/.test(part) ? `char(${part.charCodeAt(0)})` : `"${part}"`)).join(' + ') || '""'
}
