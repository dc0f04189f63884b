import { lazyDialog } from '../lazy-dialog.tsx'

/** Comes with the words that say what uses a record. */
export const DeleteDialog = lazyDialog(async () => (await import('./DeleteDialog.tsx')).DeleteDialog, 'usage')
