import { answerParent } from '../excel/apart.ts'
import { readTableFile, type TableJob } from '../excel/read-table.ts'
import { optionTable } from './options-table.ts'

answerParent(({ path }: TableJob) => readTableFile(path, optionTable))
