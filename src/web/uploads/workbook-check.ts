/** What the page can tell of a chosen file before it sends it. The server looks again. */
import { maxWorkbookBytes } from '#contract/response-files.ts'

export type FileRefusal = 'empty' | 'tooLarge' | 'locked' | 'notTable'

/** Why the file cannot be a table; undefined when it may be. */
export async function fileRefusal(file: File, mostBytes = maxWorkbookBytes): Promise<FileRefusal | undefined> {
  if (file.size === 0) return 'empty'
  if (file.size > mostBytes) return 'tooLarge'
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const named = (endings: RegExp) => endings.test(file.name)
  if (startsWith(start, oleSignature)) return named(/\.xls$/i) ? undefined : 'locked'
  const isTable = startsWith(start, zipSignature) ? named(/\.(xlsx|ods|zip)$/i) : named(/\.(csv|txt|tsv)$/i)
  return isTable ? undefined : 'notTable'
}

/** An .xlsx and an .ods are zips; an .xls, or an .xlsx with a password, is an OLE container. */
const zipSignature = [0x50, 0x4b, 0x03, 0x04]
const oleSignature = [0xd0, 0xcf, 0x11, 0xe0]

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
