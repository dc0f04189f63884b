import { answerParent } from '../excel/apart.ts'
import { readTableFile, type TableJob } from '../excel/read-table.ts'
import { phoneParserIn } from '../phones.ts'
import { participantTable } from './import-table.ts'

answerParent(({ path, country }: TableJob) => readTableFile(path, participantTable(phoneParserIn(country))))
