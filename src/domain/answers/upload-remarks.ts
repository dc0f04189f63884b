/** What an upload made of a file that is no problem of a row: said once for the file, by columns. */
export const uploadRemarkCodes = [
  'HEADINGS_FOUND',
  'KEY_TAKEN',
  'KEY_MADE',
  'COLUMNS_LEFT',
  'METADATA_LEFT',
  'FILES_LEFT',
  'SHEETS_LEFT',
  'QUESTIONS_WITHOUT',
  'FORMULA_VALUES',
  'BLANK_WORDS',
  'DATES_READ',
  'DECIMALS_READ',
] as const
type UploadRemarkCode = (typeof uploadRemarkCodes)[number]

export interface UploadRemark {
  code: UploadRemarkCode
  names?: string
  value?: string
}

const mostNamed = 30

export class UploadRemarks {
  readonly #found = new Map<UploadRemarkCode, { names: Set<string>; value: string | undefined }>()

  add(code: UploadRemarkCode, name?: string, value?: string): void {
    const found = this.#found.get(code) ?? { names: new Set(), value }
    if (name !== undefined) found.names.add(name)
    this.#found.set(code, found)
  }

  list(): UploadRemark[] {
    return uploadRemarkCodes.flatMap((code) => {
      const found = this.#found.get(code)
      if (!found) return []
      const { names, value } = found
      const more = names.size > mostNamed ? [`… (${names.size})`] : []
      return [
        {
          code,
          ...(names.size === 0 ? {} : { names: [...[...names].slice(0, mostNamed), ...more].join(', ') }),
          ...(value === undefined ? {} : { value }),
        },
      ]
    })
  }
}
