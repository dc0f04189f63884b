/** The columns of a file of sites. */
import type { SiteColumn } from '#contract/sites.ts'
import { siteCodePattern, siteProblems, siteStatuses } from '#domain/people/site.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import type { Cell } from '../excel/cell.ts'
import { readChoice, readNumber, readPhone, shortText, textLike, whole } from '../excel/cells.ts'
import type { Table } from '../excel/read-table.ts'
import { choicesByWord } from '../excel/words.ts'

const readName = shortText(200)

const statuses = choicesByWord(siteStatuses, 'sites.status')

const columns = {
  code: { required: true, read: textLike(siteCodePattern, 'BAD_CODE') },
  title: { required: true, read: readName },
  siteCategory: { required: true, listed: 'siteCategoryTitle', read: readName },
  company: { listed: 'companyTitle', read: readName },
  administrativeUnitCode: { read: readName },
  administrativeUnit: { listed: 'administrativeUnitName', unless: 'administrativeUnitCode', read: readName },
  address: { read: shortText(500, 'many') },
  latitude: { read: readNumber },
  longitude: { read: readNumber },
  radiusMeters: { read: whole() },
  status: { read: (cell: Cell) => readChoice(cell, statuses) },
  issueCategory: { listed: 'issueCategoryTitle', read: readName },
  contactName: { read: readName },
} as const

export const neededColumns: readonly string[] = Object.entries(columns).flatMap(([name, column]) =>
  'required' in column ? [name] : [],
)

export function siteTable(parsePhone: PhoneParser): Table<SiteColumn> {
  return {
    list: 'sites',
    columns: { ...columns, contactPhone: { read: (cell) => readPhone(cell, parsePhone) } },
    ignored: [
      'id',
      'version',
      'createdAt',
      'updatedAt',
      'siteCategoryId',
      'companyId',
      'administrativeUnitId',
      'issueCategoryId',
    ],
    key: 'code',
    repeated: 'CODE_REPEATED',
    checkRow: (row, broken) =>
      siteProblems(row as Parameters<typeof siteProblems>[0]).flatMap(({ path, ...problem }) => {
        const name = path as SiteColumn
        return broken.has(name) ? [] : [[name, problem] as const]
      }),
  }
}
