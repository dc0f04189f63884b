/** Where the payments of a run or of a selection are listed, the largest first: they are looked at in the usual list. */
export type Members = { runId: number } | { selectionId: number }

export function memberPath(members: Members, words: Record<string, string> = {}): string {
  const [[key, id] = ['', 0]] = Object.entries(members)
  return `/payments?${new URLSearchParams({ view: 'all', [key]: String(id), sort: '-amount', ...words })}`
}

/** The same of a list's address; several runs at once are those of no one page. */
export function membersOf(search: URLSearchParams): Members | undefined {
  const one = (word: string) => (/^[1-9]\d{0,14}$/.test(search.get(word) ?? '') ? Number(search.get(word)) : undefined)
  const [runId, selectionId] = [one('runId'), one('selectionId')]
  if (runId !== undefined) return { runId }
  return selectionId === undefined ? undefined : { selectionId }
}
