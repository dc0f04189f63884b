/** A saved view is the words of a list's URL that say what is shown. The page and the open dialog are no part of it. */

/** `saved` names the view that was opened; `id` and `open` say what is open. */
const passing = ['page', 'modal', 'id', 'saved', 'open', 'form', 'cursor']

/** The words that a view keeps, in an order of their own, so that equal ones are equal as text. */
export function viewQuery(search: URLSearchParams): string {
  const kept = [...search].filter(([name, value]) => !passing.includes(name) && value !== '')
  return new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : 1))).toString()
}

/** Whether the list shows something else than the view was saved with. */
export function isChanged(search: URLSearchParams, savedQuery: string): boolean {
  return viewQuery(search) !== viewQuery(new URLSearchParams(savedQuery))
}

/** The address of a view. */
export function viewSearch(view: { id: number; query: string }): string {
  const search = new URLSearchParams(view.query)
  search.set('saved', String(view.id))
  return search.toString()
}
