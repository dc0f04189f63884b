import { expect, test } from 'vitest'
import { csvLine } from '../excel/csv.ts'
import { phoneParser } from '../phones.ts'
import { readHere } from '../test/read-here.ts'
import { siteTable } from './import-table.ts'

function read(head: string[], row: string[]) {
  return readHere(Buffer.from([head, row].map(csvLine).join('')), siteTable(phoneParser('MZ')))
}

test('headings are known in every language and as keys, whatever their case and blanks', async () => {
  const heads = [
    ['CODE', ' name ', 'Site  Category', 'STATUS'],
    ['código', 'NOME', 'categoria de local', 'Situação'],
    ['代码', '名称', '地点类别', '状态'],
    ['code', 'Title', 'siteCategoryTitle', 'status'],
  ]
  const site = { code: 'HEAD-1', title: 'A', siteCategory: 'B', status: 'INACTIVE' }
  for (const head of heads)
    for (const status of ['INACTIVE', 'inactive', 'Inativo', '停用'])
      expect(await read(head, ['HEAD-1', 'A', 'B', status])).toEqual({ rows: [site], problems: [] })
})

test('two headings for one column are refused, and so is one that no column has', async () => {
  const { problems } = await read(['code', 'Nome', 'title', 'siteCategory', 'Colour'], ['X', 'A', 'A', 'B', 'red'])
  expect(problems).toMatchObject([
    { cell: 'C1', column: 'title', code: 'DUPLICATE_COLUMN' },
    { cell: 'E1', column: 'Colour', code: 'UNKNOWN_COLUMN' },
  ])
})
