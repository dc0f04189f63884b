import { answerParent } from '../excel/apart.ts'
import { readTableFile, type TableJob } from '../excel/read-table.ts'
import { phoneParser } from '../phones.ts'
import { siteTable } from './import-table.ts'

answerParent(({ path, country }: TableJob) => readTableFile(path, siteTable(phoneParser(country))))
