import { answerParent } from '../../excel/apart.ts'
import { readTableFile, type TableJob } from '../../excel/read-table.ts'
import { referenceTable } from './selection-file.ts'

answerParent(({ path }: TableJob) => readTableFile(path, referenceTable))
