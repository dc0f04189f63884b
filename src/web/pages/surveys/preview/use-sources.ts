/** Files that stay in memory, and the places of the house. */
import { useEffect, useMemo } from 'react'
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import type { Sources } from '../../../questionnaire/asking.tsx'
import { useHouseSources } from '../../../survey/use-house-sources.ts'

class MemoryFiles {
  readonly #urls = new Map<number, string>()
  #last = 0

  readonly store = async (file: File): Promise<FileAnswer> => {
    this.#last += 1
    if (file.type.startsWith('image/')) this.#urls.set(this.#last, URL.createObjectURL(file))
    return { file: this.#last, name: file.name }
  }

  readonly urlOf = ({ file }: FileAnswer) => Promise.resolve(this.#urls.get(file))

  forget(): void {
    for (const url of this.#urls.values()) URL.revokeObjectURL(url)
  }
}

export function useSources(surveyId: number): Sources {
  const places = useHouseSources(surveyId)
  const files = useMemo(() => new MemoryFiles(), [])
  useEffect(() => () => files.forget(), [files])
  return useMemo(() => ({ ...places, storeFile: files.store, pictureUrl: files.urlOf }), [files, places])
}
