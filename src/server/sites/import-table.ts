/** The columns of a file of sites. */
import type { SiteColumn } from '#contract/sites.ts'
import { siteCodePattern, siteProblems, siteStatuses } from '#domain/people/site.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import { bad, readChoice, readNumber, readPhone, readShortText, readText } from '../excel/cells.ts'
import type { Table } from '../excel/read-table.ts'
import { choicesByWord } from '../excel/words.ts'

export const columns: Table<SiteColumn>['columns'] = {
  code: { required: true },
  title: { required: true },
  siteCategory: { required: true, listed: 'siteCategoryTitle' },
  company: { listed: 'companyTitle' },
  administrativeUnitCode: {},
  administrativeUnit: { listed: 'administrativeUnitName', unless: 'administrativeUnitCode' },
  address: {},
  latitude: {},
  longitude: {},
  radiusMeters: {},
  status: {},
  issueCategory: { listed: 'issueCategoryTitle' },
  contactName: {},
  contactPhone: {},
}

export function siteTable(parsePhone: PhoneParser): Table<SiteColumn> {
  const statuses = choicesByWord(siteStatuses, 'sites.status')
  return {
    list: 'sites',
    columns,
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
    readCell(name, cell) {
      switch (name) {
        case 'latitude':
        case 'longitude':
          return readNumber(cell)
        case 'radiusMeters': {
          const read = readNumber(cell)
          return read.problem || Number.isInteger(read.value) ? read : bad('NOT_WHOLE')
        }
        case 'code': {
          const read = readText(cell)
          return read.problem || siteCodePattern.test(read.value) ? read : bad('BAD_CODE')
        }
        case 'status':
          return readChoice(cell, statuses)
        case 'contactPhone':
          return readPhone(cell, parsePhone)
        case 'address':
          return readShortText(cell, 500, 'many')
        case 'title':
        case 'siteCategory':
        case 'company':
        case 'administrativeUnitCode':
        case 'administrativeUnit':
        case 'issueCategory':
        case 'contactName':
          return readShortText(cell, 200)
      }
    },
    checkRow: (row, broken) =>
      siteProblems(row as Parameters<typeof siteProblems>[0]).flatMap(({ path, ...problem }) => {
        const name = path as SiteColumn
        return broken.has(name) ? [] : [[name, problem] as const]
      }),
  }
}
