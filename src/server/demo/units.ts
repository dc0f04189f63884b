/** The places of the demo, loaded by the import that everybody uses. */
import { unitTree } from '#contract/administrative-units.ts'
import { csvLine } from '../excel/csv.ts'
import type { ApiClient } from './api-client.ts'
import { mozambique } from './content/mozambique.ts'

export async function importUnits(manager: ApiClient): Promise<void> {
  const lines = [['code', 'name', 'parentCode'], ...mozambique()].map(csvLine)
  await manager.call(unitTree.importUnits, { file: new File(lines, 'mozambique.csv') })
}
