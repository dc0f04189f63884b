/** Files that stay in memory, and units and sites as the house knows them. */
import { useEffect, useMemo } from 'react'
import { unitTree } from '#contract/administrative-units.ts'
import { sites } from '#contract/sites.ts'
import type { FileAnswer } from '#domain/answer-values.ts'
import { ask } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import type { Sources } from '../../../questionnaire/asking.ts'
import { pathText } from '../../../units/use-unit.ts'

/** As many as one looks through. */
const mostFound = 10

class MemoryFiles {
  readonly #urls = new Map<number, string>()
  #last = 0

  readonly store = async (file: File): Promise<FileAnswer> => {
    this.#last += 1
    if (file.type.startsWith('image/')) this.#urls.set(this.#last, URL.createObjectURL(file))
    return { file: this.#last, name: file.name }
  }

  readonly urlOf = ({ file }: FileAnswer) => this.#urls.get(file)

  forget(): void {
    for (const url of this.#urls.values()) URL.revokeObjectURL(url)
  }
}

async function findUnits(q: string) {
  const { list, total } = await ask(unitTree.find, { query: { q, size: mostFound } })
  return { total, places: list.map((unit) => ({ code: unit.code, name: pathText(unit) })) }
}

async function findSites(q: string) {
  const { list, total } = await ask(sites.list, { query: { q, pageSize: mostFound } })
  return { total, places: list.map(({ code, title }) => ({ code, name: title })) }
}

/** Units and sites. Without the right to see sites their codes are typed. */
export function usePlaceSources(): Sources {
  const canReadSites = useCan('sites.read')
  return useMemo(() => ({ findUnits, ...(canReadSites ? { findSites } : {}) }), [canReadSites])
}

export function useSources(): Sources {
  const places = usePlaceSources()
  const files = useMemo(() => new MemoryFiles(), [])
  useEffect(() => () => files.forget(), [files])
  return useMemo(() => ({ ...places, storeFile: files.store, pictureUrl: files.urlOf }), [files, places])
}
