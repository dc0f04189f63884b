/** A tool of the list page on demand, with the texts that all of them share. */
import type { ComponentType } from 'react'
import { loadArea } from '../../i18n/messages.ts'
import { lazyComponent } from '../../lazy-component.ts'

export function lazyTool<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyComponent(async () => {
    const [tool] = await Promise.all([load(), loadArea('listTools')])
    return tool
  })
}
