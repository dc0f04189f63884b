/** What the page can tell of a chosen file before it sends it. The server looks again. */
import { maxWorkbookBytes } from '#contract/response-files.ts'

export type FileKind = 'workbook' | 'workbookOrCsv'
export type FileRefusal = 'empty' | 'tooLarge' | 'oldExcel' | 'notExcel' | 'notTable'

/** Why the file cannot be one that we take; undefined when it may be. */
export async function fileRefusal(file: File, takes: FileKind): Promise<FileRefusal | undefined> {
  if (file.size === 0) return 'empty'
  if (file.size > maxWorkbookBytes) return 'tooLarge'
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const isOld = startsWith(start, oleSignature)
  if (isOld) return takes === 'workbook' || !/\.xls$/i.test(file.name) ? 'oldExcel' : undefined
  if (startsWith(start, zipSignature) && /\.xlsx$/i.test(file.name)) return undefined
  if (takes === 'workbook') return 'notExcel'
  return /\.(csv|txt)$/i.test(file.name) && !startsWith(start, zipSignature) ? undefined : 'notTable'
}

/** An .xlsx is a zip; an .xls, or an .xlsx with a password, is an OLE container. */
const zipSignature = [0x50, 0x4b, 0x03, 0x04]
const oleSignature = [0xd0, 0xcf, 0x11, 0xe0]

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
