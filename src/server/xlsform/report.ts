/** Collects the remarks on a file; each says where it is and what became of that. */
import type { Remark } from '#contract/form-files.ts'
import { type RemarkCode, verdictOf } from '#domain/answers/form-report.ts'
import { wordIn } from '#words/texts.ts'
import { cellName } from '../excel/cell.ts'

export interface Spot {
  sheet: string
  /** As Excel counts; 0 for the sheet as a whole. */
  row: number
  /** Counted from 0. */
  index?: number | undefined
  column?: string | undefined
}

/** Of long cells the beginning is enough to find them by. */
const shown = 100

export class Report {
  readonly remarks: Remark[] = []

  add({ sheet, row, index, column = '' }: Spot, code: RemarkCode, words: { name?: string; value?: string } = {}): void {
    const [name, value] = [words.name, words.value].map((word) => {
      return word !== undefined && word.length > shown ? `${word.slice(0, shown)}…` : word
    })
    const text = wordIn('en', `form-file.remark.${code}`) ?? code
    this.remarks.push({
      sheet,
      row,
      column,
      cell: index === undefined || row === 0 ? '' : cellName(index, row),
      code,
      verdict: verdictOf[code],
      message: text.replace('{name}', () => name ?? '').replace('{value}', () => value ?? ''),
      ...(name === undefined ? {} : { name }),
      ...(value === undefined ? {} : { value }),
    })
  }

  get isWrong(): boolean {
    return this.remarks.some(({ verdict }) => verdict === 'WRONG')
  }
}
