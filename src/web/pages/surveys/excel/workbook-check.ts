/** What the page can tell of a chosen file before it sends it. The server looks again. */
import { maxWorkbookBytes } from '#contract/forms.ts'

export type WorkbookFault = 'empty' | 'tooLarge' | 'oldExcel' | 'notExcel'

/** Why the file cannot be a workbook that we take; undefined when it may be one. */
export async function workbookFault(file: File): Promise<WorkbookFault | undefined> {
  if (file.size === 0) return 'empty'
  if (file.size > maxWorkbookBytes) return 'tooLarge'
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (startsWith(start, oleSignature)) return 'oldExcel'
  return startsWith(start, zipSignature) && /\.xlsx$/i.test(file.name) ? undefined : 'notExcel'
}

/** An .xlsx is a zip; an .xls, or an .xlsx with a password, is an OLE container. */
const zipSignature = [0x50, 0x4b, 0x03, 0x04]
const oleSignature = [0xd0, 0xcf, 0x11, 0xe0]

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
