import { loadArea } from '../i18n/messages.ts'
import { lazyComponent } from '../lazy-component.ts'

/** Comes with the words that say what uses a record. */
export const DeleteDialog = lazyComponent(async () => {
  const [dialog] = await Promise.all([import('./DeleteDialog.tsx'), loadArea('usage')])
  return dialog.DeleteDialog
})
