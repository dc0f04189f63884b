/**
 * A file of answers that does not tell who gave them: personal columns are left out, places and moments are coarse, and a response
 * has a name of this file alone. The rule of what is personal is `tellsWho` (domain/answers/personal.ts).
 */
import { createHmac, randomBytes } from 'node:crypto'
import { tellsWho } from '#domain/answers/personal.ts'
import type { FileColumn } from './download-columns.ts'
import type { FileTable } from './download-tables.ts'

/** Of the columns that every file has: who, with what and exactly where. The unit of the site stays. */
const named = ['_id', 'participantPhone', 'siteCode', 'accuracy', '_collector', '_deviceId']
/** About a kilometre. */
const decimals = 2

type Treatment = NonNullable<FileTable['treated']>[number]['treatment'] | undefined

function treatmentOf({ code, format, question }: FileColumn): Treatment {
  const tells = question && tellsWho(question.question, question.personal)
  if (tells === 'NAMED' || (!question && named.includes(code))) return 'leftOut'
  if (code === 'formKey') return 'renamed'
  const isDegree = format === 'number' && /(^|\.)(latitude|longitude)$/.test(code)
  if (isDegree && (!question || tells === 'PLACE')) return 'rounded'
  if (tells === 'PLACE') return 'leftOut'
  return format === 'moment' ? 'toTheDay' : undefined
}

/** The tables of one file: a response has the same name in all of them, and another one in the next file. */
export function withoutNames(tables: readonly FileTable[]): FileTable[] {
  const key = randomBytes(32)
  const nameOf = (id: number) => createHmac('sha256', key).update(String(id)).digest('hex').slice(0, 16)
  return tables.map((table) => {
    const treated = table.columns.map((column) => ({ column, treatment: treatmentOf(column) }))
    return {
      ...table,
      columns: treated.flatMap(({ column, treatment }) =>
        treatment === 'leftOut' ? [] : [coarse(column, treatment, nameOf)],
      ),
      treated: treated.flatMap(({ column, treatment }) => (treatment ? [{ column, treatment }] : [])),
    }
  })
}

function coarse(column: FileColumn, treatment: Treatment, nameOf: (id: number) => string): FileColumn {
  const { cell } = column
  if (treatment === 'renamed') return { ...column, cell: ({ id }) => nameOf(id) }
  if (treatment === 'rounded') return { ...column, cell: (row) => roundedTo(cell(row)) }
  if (treatment !== 'toTheDay') return column
  return { ...column, format: 'date', cell: (row) => cell(row)?.toString().slice(0, 10) ?? null }
}

function roundedTo(degrees: string | number | null): number | null {
  return typeof degrees === 'number' ? Number(degrees.toFixed(decimals)) : null
}
