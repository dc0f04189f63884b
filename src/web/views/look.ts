/** The columns of a list as a person wants them, against those it was made with. Pure. */
import type { ListLook } from '#contract/views.ts'

/** What of a column matters here. */
export interface ColumnFacts {
  key: string
  /** Offered by the chooser, not shown unless asked for. */
  optional?: true
  pictorial?: true
}

/** The keys shown by default, in order. */
function defaultKeys(all: readonly ColumnFacts[]): string[] {
  return all.filter((column) => !column.optional).map(({ key }) => key)
}

/** The column that names the row and leads to it: it cannot be hidden. */
export function namingKey(all: readonly ColumnFacts[]): string | undefined {
  return all.find((column) => !column.pictorial && !column.optional)?.key
}

/** The columns shown, in order. Keys that the list no longer has count as not said; the naming column always stays. */
export function shownColumns<C extends ColumnFacts>(all: readonly C[], { columns }: ListLook): C[] {
  const byKey = new Map(all.map((column) => [column.key, column]))
  const asked = (columns ?? defaultKeys(all)).flatMap((key) => byKey.get(key) ?? [])
  const naming = byKey.get(namingKey(all) ?? '')
  return naming && !asked.includes(naming) ? [naming, ...asked] : asked
}

/** All columns in the order of the chooser: those shown, then the others. */
export function chooserColumns<C extends ColumnFacts>(all: readonly C[], look: ListLook): C[] {
  const shown = shownColumns(all, look)
  return [...shown, ...all.filter((column) => !shown.includes(column))]
}

/** The look with these columns; none are kept when they are the default ones. */
export function withColumns(look: ListLook, all: readonly ColumnFacts[], keys: readonly string[]): ListLook {
  const { columns: _, ...rest } = look
  const isDefault = keys.join() === defaultKeys(all).join()
  return isDefault ? rest : { ...rest, columns: [...keys] }
}

export const widthLimits = { min: 60, max: 800 }

/** The look with this width; undefined gives the column its own again. */
export function withWidth(look: ListLook, key: string, width: number | undefined): ListLook {
  const { widths = {}, ...rest } = look
  const { [key]: _, ...others } = widths
  const next =
    width === undefined
      ? others
      : { ...others, [key]: Math.round(Math.min(widthLimits.max, Math.max(widthLimits.min, width))) }
  return Object.keys(next).length === 0 ? rest : { ...rest, widths: next }
}

export function withDensity(look: ListLook, density: 'comfortable' | 'compact'): ListLook {
  const { density: _, ...rest } = look
  return density === 'comfortable' ? rest : { ...rest, density }
}

export function withRows(look: ListLook, rows: 'table' | 'cards'): ListLook {
  const { rows: _, ...rest } = look
  return rows === 'table' ? rest : { ...rest, rows }
}

/** The keys with one of them at another place; past either end it stays there. */
export function movedTo(keys: readonly string[], key: string, place: number): string[] {
  const others = keys.filter((other) => other !== key)
  const at = Math.max(0, Math.min(others.length, place))
  return [...others.slice(0, at), key, ...others.slice(at)]
}
