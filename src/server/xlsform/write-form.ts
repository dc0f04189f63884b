/** A survey as the rows of an XLSForm. What a form has no place for is in the columns and sheets called canvass. */
import { canonicalJson } from '#domain/surveys/survey-content.ts'
import {
  type AnswerOption,
  choiceTypes,
  type Localized,
  type Question,
  questionsOf,
  type SurveyContent,
  textIn,
} from '#domain/surveys/survey.ts'
import { inAllLanguages } from '#words/texts.ts'
import { type OutSheet, writeWorkbook } from '../excel/write-workbook.ts'
import { passingOf } from './conditions.ts'
import { formNames } from './form-names.ts'
import { languageHeading } from './languages.ts'
import {
  type Cells,
  type FormContext,
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
  content: SurveyContent
}

const dollar = (name: string) => `\${${name}}`

export function formContext(content: SurveyContent, referenceTo = dollar): FormContext {
  const names = formNames(content)
  return { names, referenceTo, passing: passingOf(content, names, referenceTo) }
}

export function writeForm(form: FormOf): Promise<Uint8Array> {
  return writeWorkbook({ sheets: formSheets(form), names: {} })
}

export function formSheets({ title, id, version, content }: FormOf): OutSheet[] {
  const context = formContext(content)
  const languages = languagesOf(content)
  const survey = surveyRows(content, context)
  const choices = choiceRows(content, context)
  const settings: Cells = new Map([
    ['form_title', title],
    ['form_id', id],
    ['version', String(version)],
    ['default_language', languageHeading(languages[0] ?? 'en')],
  ])
  const skips = skipRows(content)
  return [
    // Its heading alone says already whose form it is: what filters responses is as the survey has it.
    sheetOf('survey', ['type', 'name', 'label', 'canvass'], { rows: survey, languages }),
    sheetOf('choices', ['list_name', 'name', 'label'], { rows: choices, languages }),
    sheetOf('settings', [], { rows: [settings], languages }),
    ...(skips.length > 0 ? [sheetOf('canvass_skips', skipColumns, { rows: skips, languages })] : []),
  ]
}

/** The languages of all texts; English first, as texts without a language are in it. */
export function languagesOf(content: SurveyContent): string[] {
  const found = new Set<string>()
  const note = (text: object | null | undefined) => Object.keys(text ?? {}).forEach((language) => found.add(language))
  for (const { title, questions } of content.sections) {
    note(title)
    for (const { text, help, validation, answers } of questions) {
      for (const each of [text, help, validation.message, ...answers.map((option) => option.text)]) note(each)
    }
  }
  return [...found].sort((one, other) => Number(other === 'en') - Number(one === 'en'))
}

/** The names of sections, which no question has. */
function sectionNames({ sections }: SurveyContent, { names }: FormContext): string[] {
  return sections.map((_, index) => names.free(`section_${index + 1}`))
}

function surveyRows(content: SurveyContent, context: FormContext): Cells[] {
  const groups = sectionNames(content, context)
  return content.sections.flatMap((section, index) => {
    const kind = section.repeat ? 'repeat' : 'group'
    const count = repeatCount(section, context)
    const begin: Cells = new Map([
      ['type', `begin_${kind}`],
      ['name', groups[index] ?? ''],
      ...textCells('label', section.title),
    ])
    const relevant = sectionRelevant(section, context)
    if (relevant) begin.set('relevant', relevant)
    if (count) begin.set('repeat_count', count)
    const own = ownFieldsOf(section, context)
    if (own) begin.set('canvass', canonicalJson(own))
    const rows = section.questions.flatMap((question) => [
      questionRow(question, context),
      ...helperRows(question, context),
    ])
    return [begin, ...rows, new Map([['type', `end_${kind}`]])]
  })
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

function choiceRows(content: SurveyContent, { names }: FormContext): Cells[] {
  const questions = questionsOf(content)
  const yesNo = questions.some(({ type }) => type === 'YES_NO')
  const words = languagesOf(content)
  const rows = questions
    .filter(({ type }) => choiceTypes.includes(type))
    .flatMap((question) => question.answers.map((option) => choiceRow(option, question)))
  return yesNo ? [...rows, ...['yes', 'no'].map((code) => yesNoRow(code))] : rows

  function choiceRow(option: AnswerOption, question: Question): Cells {
    const { code, isOther, exclusive, parentCode } = option
    const name = names.option(question, code)
    const parent = names.parent(question)
    const cells: Cells = new Map([
      ['list_name', names.list(question)],
      ['name', name],
      ...textCells('label', option.text),
    ])
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
    return new Map([['list_name', names.yesNoList], ['name', code], ...textCells('label', label)])
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
  const isNeeded = (column: string) => used.has(column) || (first.includes(column) && column !== 'label')
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
  return language === undefined ? base : `${base}::${languageHeading(language)}`
}
