import { loadArea } from '../i18n/messages.ts'
import { lazyDialog } from '../lazy-dialog.tsx'

/** Comes with the words that say what uses a record. */
export const DeleteDialog = lazyDialog(async () => {
  const [dialog] = await Promise.all([import('./DeleteDialog.tsx'), loadArea('usage')])
  return dialog.DeleteDialog
})
