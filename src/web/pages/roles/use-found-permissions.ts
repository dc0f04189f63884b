/** The permissions that a search finds: every word in the name, the words for it, its description or its area. */
import { useMemo } from 'react'
import type { Permission } from '#contract/roles.ts'
import { useTextOr } from '../../i18n/text.ts'

export interface Area {
  area: string
  permissions: readonly Permission[]
}

export function useFoundPermissions(areas: readonly Area[], q: string): readonly Area[] {
  const textOr = useTextOr()
  return useMemo(() => {
    const words = folded(q).split(/\s+/).filter(Boolean)
    if (words.length === 0) return areas
    return areas
      .map(({ area, permissions }) => ({
        area,
        permissions: permissions.filter(({ name, description }) => {
          const said = [name, description, textOr(`roles.permission.${name}`, ''), textOr(`roles.area.${area}`, area)]
          const text = folded(said.join(' '))
          return words.every((word) => text.includes(word))
        }),
      }))
      .filter(({ permissions }) => permissions.length > 0)
  }, [areas, q, textOr])
}

/** Without case and accents, as the server searches. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
