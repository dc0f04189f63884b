/** Whether the files of a survey have what its questions, conditions and calculations take from them. */
import { columnsNamed, parseExpression } from '../expressions/expression.ts'
import { type FieldProblem, under } from '../problems.ts'
import { columnsOfList, lookupsIn } from '../surveys/list-table.ts'
import { expressionFields, type Question, type SurveyContent } from '../surveys/survey.ts'

type Files = SurveyContent['files']

/** Paths such as `sections[0].questions[2].list`. */
export function listProblems({ sections, files }: SurveyContent): FieldProblem[] {
  return sections.flatMap(({ relevant, questions }, index) =>
    under(`sections[${index}]`, [
      ...lookupProblems('relevant', relevant, files),
      ...questions.flatMap((question, at) => under(`questions[${at}]`, ofQuestion(question, files))),
    ]),
  )
}

function ofQuestion(question: Question, files: Files): FieldProblem[] {
  const looked = expressionFields.flatMap((path) => lookupProblems(path, question[path], files))
  const { list, optionFilter } = question
  if (!list) return looked
  const { value } = columnsOfList(list)
  const { expression } = optionFilter ? parseExpression(optionFilter) : {}
  // A row has its code by this word too.
  const filtered = (expression ? columnsNamed(expression) : []).filter((column) => column !== 'name')
  return [
    ...columnProblems({ path: 'list', file: list.file, columns: [value, ...(list.label ? [list.label] : [])] }, files),
    ...columnProblems({ path: 'optionFilter', file: list.file, columns: filtered }, files).filter(
      ({ code }) => code !== 'LIST_FILE_MISSING',
    ),
    ...looked,
  ]
}

function lookupProblems(path: string, source: string | null | undefined, files: Files): FieldProblem[] {
  return lookupsIn(source).flatMap(({ file, column, key }) =>
    columnProblems({ path, file, columns: [column, key] }, files),
  )
}

function columnProblems(
  { path, file, columns }: { path: string; file: string; columns: readonly string[] },
  files: Files = [],
): FieldProblem[] {
  const list = files.find(({ name }) => name === file)?.list
  if (!list) return [{ path, code: 'LIST_FILE_MISSING', names: file }]
  return [...new Set(columns)]
    .filter((column) => !list.columns.includes(column))
    .map((column) => ({ path, code: 'LIST_COLUMN_MISSING', names: `${column} (${file})` }))
}
