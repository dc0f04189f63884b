/** Types of older forms that say more than what is answered, as pyxform reads them. */
import { own } from '#domain/own.ts'
import type { FormRow } from './sheets.ts'

const upTo = (most: number) => ({ type: 'integer', constraint: `. >= 0 and . <= ${most}` })

const oldTypes: Readonly<Record<string, { type: string; constraint: string }>> = {
  'phone number': { type: 'text', constraint: String.raw`regex(., '^\d*$')` },
  percentage: upTo(100),
  'number of days in last month': upTo(31),
  'number of days in last six months': upTo(183),
  'number of days in last year': upTo(365),
}

/** A constraint of the row itself counts instead of that of its type. */
export function withPlainTypes(rows: readonly FormRow[]): FormRow[] {
  return rows.map(({ row, cells }) => {
    const plain = own(oldTypes, (cells.get('type') ?? '').trim().toLowerCase())
    return { row, cells: plain ? new Map([...Object.entries(plain), ...cells, ['type', plain.type]]) : cells }
  })
}
