/** The child process that reads a file as one of the tables. It loads the one that its job names. */
import { answerParent } from './excel/apart.ts'
import { readTableFile, type TableJob, type TableName } from './excel/read-table.ts'
import { phoneParser } from './phones.ts'

const readers: Record<TableName, (path: string, country: string | undefined) => Promise<unknown>> = {
  manual: async (path, country) =>
    readTableFile(path, (await import('./payments/manual/manual-table.ts')).manualTable(phoneParser, country)),
  options: async (path) => readTableFile(path, (await import('./surveys/options-table.ts')).optionTable),
  paidBefore: async (path, country) =>
    readTableFile(path, (await import('./payments/manual/manual-table.ts')).paidBeforeTable(phoneParser(country))),
  participants: async (path, country) =>
    readTableFile(path, (await import('./people/participant-table.ts')).participantTable(phoneParser(country))),
  selection: async (path) => readTableFile(path, (await import('./payments/runs/selection-file.ts')).referenceTable),
  sites: async (path, country) =>
    readTableFile(path, (await import('./sites/import-table.ts')).siteTable(phoneParser(country))),
  translations: async (path) => readTableFile(path, (await import('./surveys/translation-table.ts')).translationTable),
  units: async (path) => readTableFile(path, (await import('./units/import-table.ts')).unitTable),
}

answerParent(({ table, path, country }: TableJob) => readers[table](path, country))
