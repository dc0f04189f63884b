/**
 * The screens that a person may visit. The rows are data (`menu.json`); a group shows while it has an entry to show. A row
 * `{ "each": "categories", "icon": "tags" }` makes the two screens of reference data, which are the rows of
 * `menu-each.json`.
 */
import { said } from '#words/nouns.ts'
import { referenceData } from '#contract/reference-data.ts'
import type { MenuRoute } from '#contract/menu.ts'
import rows from './menu.json' with { type: 'json' }
import rowsOfEach from './menu-each.json' with { type: 'json' }

interface MenuEntry extends MenuRoute {
  needs: string | null
}

function entriesOfEach(named: string, icon: string): MenuEntry[] {
  const resource = referenceData.find(({ path }) => path === named)
  if (!resource) throw new Error(`The menu names ${named}, which is no reference data`)
  const { path, screen, read } = resource
  return rowsOfEach.map((row) => ({
    ...row,
    icon,
    id: row.id.replace('each', screen),
    route: row.route.replace('each', screen),
    breadcrumbParentId: row.breadcrumbParentId.replace('each', screen),
    needs: read,
    name: said('en', path, row.name),
    'pt-br': { name: said('pt-br', path, row['pt-br'].name) },
    zh: { name: said('zh', path, row.zh.name) },
  }))
}

const entries: MenuEntry[] = rows.flatMap((row) =>
  row.each === undefined ? [row as MenuEntry] : entriesOfEach(row.each, row.icon),
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
