/** The menu as a tree, and the way up from a screen. Pure: rows in, rows out. */
import type { Locale } from '#domain/text/locale.ts'
import type { MenuRoute } from '#contract/menu.ts'

export interface MenuNode extends MenuRoute {
  children: MenuNode[]
}

/** Rows with `menuParentId` "-1" are screens without an entry; a parent that is not there puts the row on top. */
export function menuTree(routes: readonly MenuRoute[]): MenuNode[] {
  const nodes = new Map(routes.map((route) => [route.id, { ...route, children: [] as MenuNode[] }]))
  const top: MenuNode[] = []
  for (const node of nodes.values()) {
    if (node.menuParentId === '-1') continue
    const parent = node.menuParentId === undefined ? undefined : nodes.get(node.menuParentId)
    ;(parent?.children ?? top).push(node)
  }
  return top
}

/** From the top down to the screen itself, by `breadcrumbParentId`; a loop in the data ends the way. */
export function trailOf(routes: readonly MenuRoute[], id: string): MenuRoute[] {
  const trail: MenuRoute[] = []
  let next: string | undefined = id
  while (next !== undefined) {
    const wanted: string = next
    const route = routes.find((candidate) => candidate.id === wanted)
    if (!route || trail.includes(route)) break
    trail.unshift(route)
    next = route.breadcrumbParentId
  }
  return trail
}

/** Each row brings its own names: English at the top, the others by language. */
export function nameOf(route: MenuRoute, locale: Locale): string {
  return locale === 'en' ? route.name : route[locale].name
}
