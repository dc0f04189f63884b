/**
 * The column headings of a file. A form calls the number of a record what a list calls its name. In a file each heading
 * names one column, so that the file can be read again: the number then keeps its key.
 */
export function exportHeadings(keys: readonly string[], titleOf: (key: string) => string) {
  const named = keys.map((key) => ({ key, title: titleOf(key) }))
  const seen = new Map<string, number>()
  for (const { title } of named) seen.set(title, (seen.get(title) ?? 0) + 1)
  return named.map(({ key, title }) => ({ key, title: (seen.get(title) ?? 0) > 1 && key.endsWith('Id') ? key : title }))
}
