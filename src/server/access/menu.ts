/** Which screens somebody may visit. The rows are data (`menu.json`); a group shows while it has an entry to show. */
import type { MenuRoute } from '#contract/routes.ts'
import entries from './menu.json' with { type: 'json' }

interface MenuEntry extends MenuRoute {
  needs: string | null
}

/** `guards`: names of permissions that were made for single entries, `visit.<id>`; such an entry needs its own too. */
export function menuFor(permissions: ReadonlySet<string>, guards: ReadonlySet<string>): MenuRoute[] {
  const open = (entries as MenuEntry[]).filter(({ id, needs }) => {
    const guard = `visit.${id}`
    return (needs === null || permissions.has(needs)) && (!guards.has(guard) || permissions.has(guard))
  })
  const parents = new Set(open.map((entry) => entry.menuParentId))
  return open.filter((entry) => entry.route !== '' || parents.has(entry.id)).map(({ needs: _needs, ...route }) => route)
}
