/** A tool of the list page on demand, with the texts that all of them share. */
import type { ComponentType } from 'react'
import { loadArea } from '../i18n/messages.ts'
import { lazyComponent } from '../lazy-component.ts'
import { lazyDialog } from '../lazy-dialog.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

export function lazyTool<Props extends object>(load: Load<Props>) {
  return lazyComponent(withTexts(load))
}

export function lazyToolDialog<Props extends object>(load: Load<Props>) {
  return lazyDialog(withTexts(load))
}

function withTexts<Props extends object>(load: Load<Props>): Load<Props> {
  return async () => {
    const [tool] = await Promise.all([load(), loadArea('listTools')])
    return tool
  }
}
