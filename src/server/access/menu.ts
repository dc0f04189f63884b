/** Which screens somebody may visit. The rows are data (`menu.json`); a group shows while it has an entry to show. */
import type { MenuRoute } from '#contract/routes.ts'
import entries from './menu.json' with { type: 'json' }

interface MenuEntry extends MenuRoute {
  needs: string | null
}

export function menuFor(permissions: ReadonlySet<string>): MenuRoute[] {
  const open = (entries as MenuEntry[]).filter(({ needs }) => needs === null || permissions.has(needs))
  const parents = new Set(open.map((entry) => entry.menuParentId))
  return open.filter((entry) => entry.route !== '' || parents.has(entry.id)).map(({ needs: _needs, ...route }) => route)
}
