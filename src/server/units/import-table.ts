/** The columns of a file of units. */
import type { UnitColumn } from '#contract/administrative-units.ts'
import { deepestUnitLevel, unitCode } from '#domain/people/unit-tree.ts'
import type { Cell } from '../excel/cell.ts'
import { bad, type Read, readNumber, readShortText, readText } from '../excel/cells.ts'
import type { Table } from '../excel/read-table.ts'

export const unitTable: Table<UnitColumn> = {
  list: 'administrative-units',
  columns: {
    code: { required: true },
    name: { required: true },
    // A file without parents would put every unit on top of the tree, which no user means.
    parentCode: { there: true, listed: 'ancestors' },
    level: {},
  },
  ignored: ['id', 'version', 'createdAt', 'updatedAt', 'parentId', 'childCount'],
  key: 'code',
  repeated: 'CODE_REPEATED',
  readCell(name, cell) {
    switch (name) {
      case 'code':
        return readCode(cell)
      case 'parentCode': {
        const read = readText(cell)
        // A list has the whole way down from the top: `MZ > MZ01`.
        return read.problem ? read : readCode(read.value.split('>').at(-1)?.trim() ?? '')
      }
      case 'name':
        return readShortText(cell, 200)
      case 'level':
        return readLevel(cell)
    }
  },
}

function readCode(cell: Cell): Read<string> {
  const read = readText(cell)
  return read.problem || unitCode.test(read.value) ? read : bad('BAD_CODE')
}

function readLevel(cell: Cell): Read<number> {
  const read = readNumber(cell)
  if (read.problem) return read
  if (!Number.isInteger(read.value)) return bad('NOT_WHOLE')
  if (read.value < 0) return bad('TOO_SMALL', 0)
  return read.value > deepestUnitLevel ? bad('TOO_BIG', deepestUnitLevel) : read
}
