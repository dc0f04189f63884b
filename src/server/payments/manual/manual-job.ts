import { answerParent } from '../../excel/apart.ts'
import { readTableFile, type TableJob } from '../../excel/read-table.ts'
import { phoneParser } from '../../phones.ts'
import { manualTable } from './manual-table.ts'

answerParent(({ path, country }: TableJob) => readTableFile(path, manualTable(phoneParser, country)))
