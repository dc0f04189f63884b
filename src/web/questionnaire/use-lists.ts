/** The lists of a questionnaire, which are files of its survey: it is filled in when they are there. */
import { useEffect, useState } from 'react'
import { listsOf, readListTable, withTables } from '#domain/surveys/list-table.ts'
import type { ListTable, SurveyFile } from '#domain/surveys/survey-files.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'

/** The text of a file, from the server or from where the browser keeps it. */
export type LoadList = (file: SurveyFile) => Promise<string>

/** The content with the options that are in its files. A list that is missing has no options. */
export async function withLists<Content extends SurveyContent>(content: Content, load: LoadList): Promise<Content> {
  const needed = listsOf(content)
  if (needed.length === 0) return content
  const tables = new Map<string, ListTable>()
  for (const file of content.files ?? []) {
    if (!needed.includes(file.name)) continue
    const table = readListTable(await load(file))
    if ('rows' in table) tables.set(file.name, table)
  }
  return withTables(content, tables)
}

/** Undefined until they are there. */
export function useLists<Content extends SurveyContent>(content: Content | undefined, load: LoadList) {
  const [loaded, setLoaded] = useState<{ of: Content; whole?: Content }>()
  const isPlain = content !== undefined && listsOf(content).length === 0
  useEffect(() => {
    if (!content || isPlain) return undefined
    let isGone = false
    withLists(content, load)
      .then((whole) => isGone || setLoaded({ of: content, whole }))
      .catch(() => isGone || setLoaded({ of: content }))
    return () => {
      isGone = true
    }
  }, [content, isPlain, load])
  if (isPlain) return { whole: content, isFailed: false }
  const isKnown = loaded?.of === content
  return { whole: isKnown ? loaded?.whole : undefined, isFailed: isKnown && loaded?.whole === undefined }
}
