/** A survey as the rows of an XLSForm. What a form has no place for is in the columns and sheets called canvass. */
import { namingCode, namingQuestion } from '#domain/answers/form-name.ts'
import type { FormField, FormGroup } from '#domain/surveys/form-layout.ts'
import { languagesOf } from '#domain/surveys/languages.ts'
import { canonicalJson } from '#domain/surveys/survey-content.ts'
import { mediaKinds } from '#domain/surveys/survey-files.ts'
import {
  type AnswerOption,
  choiceTypes,
  type Localized,
  type Question,
  questionsOf,
  type Section,
  type SurveyContent,
  textIn,
} from '#domain/surveys/survey.ts'
import { inAllLanguages } from '#words/texts.ts'
import { type OutSheet, writeWorkbook } from '../excel/write-workbook.ts'
import { helpersOf, passingOf } from './conditions.ts'
import { entityCells } from './entity-rows.ts'
import { formNames } from './form-names.ts'
import { languageHeading } from './languages.ts'
import {
  type Cells,
  type FormContext,
  mediaCells,
  questionCells,
  repeatCount,
  sectionRelevant,
  textCells,
} from './question-cells.ts'
import { ownFieldsOf } from './own-fields.ts'
import { skipColumns, skipRows } from './skip-rows.ts'

export interface FormOf {
  title: string
  id: string
  version: number
  /** That have a column without a text, too. */
  languages?: readonly string[]
  content: SurveyContent
}

export function formContext(content: SurveyContent): FormContext {
  const names = formNames(content)
  const { fields, names: counts } = names.layout
  // Of two questions with one name only the path says which is meant.
  const referenceTo = (code: string) => {
    const { name, path } = fields.get(code) ?? { name: code, path: code }
    return (counts.get(name) ?? 0) > 1 ? `/data/${path}` : `\${${name}}`
  }
  const helpers = helpersOf(content, names)
  return { names, referenceTo, passing: passingOf(content, { names, helpers, referenceTo }) }
}

export function writeForm(form: FormOf): Promise<Uint8Array> {
  return writeWorkbook({ sheets: formSheets(form), names: {} })
}

export function formSheets({ title, id, version, content, ...chosen }: FormOf): OutSheet[] {
  const context = formContext(content)
  const languages = languagesOf(content, chosen.languages)
  const survey = surveyRows(context.names.layout.top, context)
  const choices = choiceRows(content, context)
  const settings: Cells = new Map([
    ['form_title', title],
    ['form_id', id],
    ['version', String(version)],
    ['default_language', languageHeading(languages[0] ?? 'en')],
  ])
  const naming = namingQuestion(content)
  if (naming) settings.set(namingCode, context.referenceTo(naming.code))
  const entities = entityCells(content, (code) => context.referenceTo(code))
  const skips = skipRows(content)
  return [
    // Its heading alone says already whose form it is: what filters responses is as the survey has it.
    sheetOf('survey', ['type', 'name', 'label', 'canvass'], { rows: survey, languages }),
    sheetOf('choices', ['list_name', 'name', 'label'], { rows: choices, languages }),
    sheetOf('settings', [], { rows: [settings], languages }),
    ...(entities ? [sheetOf('entities', [], { rows: [entities], languages })] : []),
    ...(skips.length > 0 ? [sheetOf('canvass_skips', skipColumns, { rows: skips, languages })] : []),
  ]
}

function surveyRows(part: FormGroup | FormField, context: FormContext): Cells[] {
  if ('question' in part) return [questionRow(part.question, context), ...helperRows(part.question, context)]
  const { name, section, inner, children } = part
  const rows = children.flatMap((child) => surveyRows(child, context))
  if (name === '') return rows
  const kind = section?.repeat ? 'repeat' : 'group'
  const begin: Cells = new Map([
    ['type', `begin_${kind}`],
    ['name', name],
  ])
  if (section) for (const [column, text] of sectionCells(section, context)) begin.set(column, text)
  else if (inner) for (const [column, text] of textCells('label', inner.title, context)) begin.set(column, text)
  if (inner?.appearance && !section) begin.set('appearance', inner.appearance)
  return [begin, ...rows, new Map([['type', `end_${kind}`]])]
}

function sectionCells(section: Section, context: FormContext): Cells {
  const cells: Cells = new Map([...textCells('label', section.title, context), ...mediaCells(section.media)])
  const relevant = sectionRelevant(section, context)
  const count = repeatCount(section, context)
  const own = ownFieldsOf(section, context)
  if (relevant) cells.set('relevant', relevant)
  if (count) cells.set('repeat_count', count)
  if (section.appearance) cells.set('appearance', section.appearance)
  if (own) cells.set('canvass', canonicalJson(own))
  return cells
}

function questionRow(question: Question, context: FormContext): Cells {
  const cells = questionCells(question, context)
  const own = ownFieldsOf(question, context)
  if (own) cells.set('canvass', canonicalJson(own))
  return cells
}

function helperRows(question: Question, context: FormContext): Cells[] {
  const helper = context.passing.helpers.get(question.id)
  if (!helper) return []
  const relevant = questionCells(question, context).get('relevant')
  const cells: Cells = new Map([
    ['type', 'calculate'],
    ['name', helper.name],
    ['calculation', "'1'"],
    ['canvass', canonicalJson({ helper: true })],
  ])
  if (relevant) cells.set('relevant', relevant)
  return [cells]
}

function choiceRows(content: SurveyContent, context: FormContext): Cells[] {
  const { names } = context
  const questions = questionsOf(content)
  const yesNo = questions.some(({ type }) => type === 'YES_NO')
  const words = languagesOf(content)
  const rows = questions
    .filter(({ type }) => choiceTypes.includes(type))
    .flatMap((question) => question.answers.map((option) => choiceRow(option, question)))
  return yesNo ? [...rows, ...['yes', 'no'].map((code) => yesNoRow(code))] : rows

  function choiceRow(option: AnswerOption, question: Question): Cells {
    const { code, media, isOther, exclusive, parentCode, columns } = option
    const name = names.option(question, code)
    const parent = names.parent(question)
    const cells: Cells = new Map([
      ['list_name', names.list(question)],
      ['name', name],
      ...textCells('label', option.text, context),
      ...mediaCells(media),
    ])
    for (const [column, value] of Object.entries(columns ?? {})) cells.set(`filter::${column}`, value)
    if (parentCode && parent) cells.set('filter::parent', names.option(parent, parentCode))
    const own = {
      ...(name === code ? {} : { code }),
      ...(isOther ? { isOther } : {}),
      ...(exclusive ? { exclusive } : {}),
      ...(parentCode && !parent ? { parentCode } : {}),
    }
    if (Object.keys(own).length > 0) cells.set('canvass', canonicalJson(own))
    return cells
  }

  function yesNoRow(code: string): Cells {
    const label = Object.fromEntries(words.map((language) => [language, yesNoWord(code, language)]))
    return new Map([['list_name', names.yesNoList], ['name', code], ...textCells('label', label, context)])
  }
}

/** In languages that the product does not speak. */
const otherYesNo: Record<string, Localized> = { yes: { es: 'Sí', fr: 'Oui' }, no: { es: 'No', fr: 'Non' } }

export function yesNoWord(code: string, language: string): string {
  return textIn({ ...otherYesNo[code], ...inAllLanguages(`files.${code}`) }, language)
}

/** A sheet with the columns that its rows use, those named first in front. */
function sheetOf(
  name: string,
  first: readonly string[],
  { rows, languages }: { rows: readonly Cells[]; languages: readonly string[] },
): OutSheet {
  const used = new Set(rows.flatMap((cells) => [...cells.keys()]))
  const ordered = first.flatMap((base) => [base, ...languages.map((language) => `${base}::${language}`)])
  const isNeeded = (column: string) =>
    used.has(column) || column.startsWith('label::') || (first.includes(column) && column !== 'label')
  const columns = [...new Set([...ordered, ...used])].filter(isNeeded)
  const last = columns.filter((column) => column === 'canvass')
  const inOrder = [...columns.filter((column) => column !== 'canvass'), ...last]
  return {
    name,
    columns: inOrder.map((column) => ({ format: 'text', width: column.startsWith('label') ? 40 : 18 })),
    rows: [inOrder.map(headingOf), ...rows.map((cells) => inOrder.map((column) => cells.get(column) ?? null))],
    headings: 1,
  }
}

function headingOf(column: string): string {
  const [base = '', language] = column.split('::')
  if (base === 'filter') return language ?? ''
  const words = mediaKinds.some((kind) => kind === base) ? `media::${base}` : base
  return language === undefined ? words : `${words}::${languageHeading(language)}`
}
