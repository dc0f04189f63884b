/**
 * The screens that a person may visit. The rows are data (`menu.json`), their names texts (`menu.<id>`); a group shows while
 * it has an entry to show. A row `{ "each": "categories", "icon": "tags" }` makes the two screens of reference data.
 */
import type { MenuRoute } from '#contract/menu.ts'
import { referenceData } from '#contract/reference-data.ts'
import { inAllLanguages } from '#words/texts.ts'
import rows from './menu.json' with { type: 'json' }

interface MenuEntry extends MenuRoute {
  needs: string | null
}

/** English at the top, the others by language. */
function named(text: string, entry: object): MenuEntry {
  const { en: name, ...further } = inAllLanguages(`menu.${text}`)
  const others = Object.entries(further).map(([language, name]) => [language, { name }])
  return { ...entry, name, ...Object.fromEntries(others) } as MenuEntry
}

function entriesOfEach(each: string, icon: string): MenuEntry[] {
  const resource = referenceData.find(({ path }) => path === each)
  if (!resource) throw new Error(`The menu names ${each}, which is no reference data`)
  const { path, screen: id, read: needs } = resource
  const [list, detail] = [
    { id, route: `/${id}`, menuParentId: 'reference', breadcrumbParentId: 'reference' },
    { id: `${id}-detail`, route: `/${id}/{id}`, menuParentId: '-1', breadcrumbParentId: id },
  ]
  return [named(path, { ...list, icon, needs }), named(`${path}.detail`, { ...detail, icon, needs })]
}

const entries: MenuEntry[] = rows.flatMap((row) =>
  row.each === undefined ? [named(row.id, row)] : entriesOfEach(row.each, row.icon),
)

/** `guards`: names of permissions that were made for single entries, `visit.<id>`; such an entry needs its own too. */
export function menuFor(permissions: ReadonlySet<string>, guards: ReadonlySet<string>): MenuRoute[] {
  const open = entries.filter(({ id, needs }) => {
    const guard = `visit.${id}`
    return (needs === null || permissions.has(needs)) && (!guards.has(guard) || permissions.has(guard))
  })
  const parents = new Set(open.map((entry) => entry.menuParentId))
  return open.filter((entry) => entry.route !== '' || parents.has(entry.id)).map(({ needs: _needs, ...route }) => route)
}
