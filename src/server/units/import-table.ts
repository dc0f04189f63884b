/** The columns of a file of units. */
import type { UnitColumn } from '#contract/administrative-units.ts'
import { deepestUnitLevel, unitCode } from '#domain/people/unit-tree.ts'
import { readText, shortText, textLike, whole } from '../excel/cells.ts'
import type { Table } from '../excel/read-table.ts'

const readCode = textLike(unitCode, 'BAD_CODE')

export const unitTable: Table<UnitColumn> = {
  list: 'administrative-units',
  columns: {
    code: { required: true, read: readCode },
    name: { required: true, read: shortText(200) },
    // A file without parents would put every unit on top of the tree, which no user means.
    parentCode: {
      there: true,
      listed: 'ancestors',
      read(cell) {
        const read = readText(cell)
        // A list has the whole way down from the top: `MZ > MZ01`.
        return read.problem ? read : readCode(read.value.split('>').at(-1)?.trim() ?? '')
      },
    },
    level: { read: whole(0, deepestUnitLevel) },
  },
  ignored: ['id', 'version', 'createdAt', 'updatedAt', 'parentId', 'childCount'],
  key: 'code',
  repeated: 'CODE_REPEATED',
}
