import { answerParent } from '../excel/apart.ts'
import { readTableFile, type TableJob } from '../excel/read-table.ts'
import { phoneParserIn } from '../phones.ts'
import { siteTable } from './import-table.ts'

answerParent(({ path, country }: TableJob) => readTableFile(path, siteTable(phoneParserIn(country))))
