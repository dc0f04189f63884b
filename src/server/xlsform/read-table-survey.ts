/** A table of data as the content of a survey: each column becomes a question by what its cells hold. */
import { inferQuestions, partsOf } from '#domain/surveys/table-survey.ts'
import { choiceTypes, type Question, type Section } from '#domain/surveys/survey.ts'
import type { FirstSheet } from '../excel/read-sheet.ts'
import { markFilterable } from './filterable.ts'
import type { FormRead } from './read-form.ts'
import { fitting } from './read-texts.ts'
import type { Report } from './report.ts'
import { textOfCell } from './sheets.ts'

export const maxTableColumns = 500

export function readTableSurvey(
  { rows, beyond }: FirstSheet,
  { report, fallbackTitle }: { report: Report; fallbackTitle: string },
): FormRead {
  const headings = (rows[0] ?? []).map(textOfCell)
  if (beyond.size > 0) report.add(heading(maxTableColumns), 'COLUMNS_TOO_MANY', { value: String(maxTableColumns) })
  const named = headings.flatMap((text, index) => (text === '' ? [] : [{ text, index }]))
  const data = rows.slice(1).map((row) => named.map(({ index }) => textOfCell(row[index] ?? null)))
  const filled = data.filter((row) => row.some((cell) => cell !== ''))
  const guessed = inferQuestions(
    named.map(({ text }) => text),
    filled,
  )
  let options = 0
  const questions = guessed.map((found, place): Question => {
    const index = named[found.column]?.index ?? place
    report.add(heading(index, found.label), 'COLUMN_TAKEN', { name: found.code, value: found.type })
    const firstOption = options + 1
    const answers = choiceTypes.includes(found.type) ? found.options : []
    options += answers.length
    return {
      id: place + 1,
      code: found.code,
      text: { en: fitting(found.label, { max: 2000, lines: 'many' }) || found.code },
      help: null,
      type: found.type,
      required: false,
      validation: {},
      filterable: false,
      identifying: false,
      personal: false,
      position: place + 1,
      answers: answers.map(({ code, label }, number) => ({
        id: firstOption + number,
        code,
        text: { en: fitting(label, { max: 2000, lines: 'one' }) || code },
        isOther: false,
        exclusive: false,
        position: number + 1,
      })),
    }
  })
  const unnamed = rows.some((row) =>
    row.some((cell, index) => (headings[index] ?? '') === '' && textOfCell(cell) !== ''),
  )
  if (unnamed) report.add({ sheet: '', row: 1 }, 'CELL_LEFT', { value: '?' })
  if (questions.length === 0) report.add({ sheet: '', row: 0 }, 'NOTHING_TO_MAKE')
  const sections = partsOf(questions).map((part, index): Section => {
    part.forEach((question, place) => (question.position = place + 1))
    return { id: index + 1, title: { en: `Part ${index + 1}` }, position: index + 1, questions: part }
  })
  markFilterable({ sections }, report, '')
  return { title: fallbackTitle, language: 'en', languages: [], content: { sections }, logic: [] }
}

function heading(index: number, column = '') {
  return { sheet: '', row: 1, index, column }
}
