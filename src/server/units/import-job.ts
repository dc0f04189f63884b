import { answerParent } from '../excel/apart.ts'
import { readTableFile, type TableJob } from '../excel/read-table.ts'
import { unitTable } from './import-table.ts'

answerParent(({ path }: TableJob) => readTableFile(path, unitTable))
