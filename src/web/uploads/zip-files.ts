/** Several files as one archive, packed by the browser. */

const [local, listed, end] = [0x04034b50, 0x02014b50, 0x06054b50]
/** Names are UTF-8. */
const flags = 0x800
const deflate = 8
/** 1980-01-01: archives know no day before it. */
const noDate = 33

/** The first one gives it its name. */
export async function zipFiles(files: readonly File[]): Promise<File> {
  const parts: BlobPart[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const file of files) {
    const { packed, crc } = await pack(file)
    const name = new TextEncoder().encode(file.name)
    const about = [20, flags, deflate, 0, noDate]
    const sizes = [crc, packed.size, file.size] as const
    const head = bytesOf('IHHHHHIIIHH', local, ...about, ...sizes, name.length, 0)
    parts.push(head, name, packed)
    directory.push(bytesOf('IHHHHHHIIIHHHHHII', listed, 20, ...about, ...sizes, name.length, 0, 0, 0, 0, 0, at), name)
    at += head.length + name.length + packed.size
  }
  const length = directory.reduce((sum, bytes) => sum + bytes.length, 0)
  const tail = bytesOf('IHHHHIIH', end, 0, 0, files.length, files.length, length, at, 0)
  const stem = files[0]?.name.replace(/\.\w+$/, '') ?? 'files'
  return new File([...parts, ...directory, tail], `${stem}.zip`, { type: 'application/zip' })
}

/** gzip has the same packed bytes as an archive between its head and its tail, which begins with the checksum. */
async function pack(file: File): Promise<{ packed: Blob; crc: number }> {
  const zipped = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob()
  const tail = new DataView(await zipped.slice(-8).arrayBuffer())
  return { packed: zipped.slice(10, -8), crc: tail.getUint32(0, true) }
}

/** The numbers one after the other: H of 16 bits, I of 32. */
function bytesOf(widths: string, ...values: number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4 * widths.length))
  let at = 0
  for (const [index, value] of values.entries()) {
    const isShort = widths[index] === 'H'
    if (isShort) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += isShort ? 2 : 4
  }
  return new Uint8Array(view.buffer, 0, at)
}
