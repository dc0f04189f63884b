import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipFiles } from './zip-files.ts'

test('files chosen together become an archive with their names, sizes and checksums', async () => {
  const texts: [string, string][] = [
    ['form.xlsx', 'PK'.repeat(1000)],
    ['aldeias é.csv', 'name,label\n'],
    ['blank.csv', ''],
  ]
  const archive = await zipFiles(texts.map(([name, text]) => new File([text], name)))
  expect(archive.name).toBe('form.zip')
  const bytes = Buffer.from(await archive.arrayBuffer())
  let at = bytes.readUInt32LE(bytes.length - 6)
  for (const [name, text] of texts) {
    const [crc, packed, size, length] = [16, 20, 24, 28].map((place) => bytes.readUInt32LE(at + place))
    expect([crc, size]).toEqual([crc32(text), Buffer.byteLength(text)])
    const written = (length ?? 0) & 0xffff
    expect(bytes.toString('utf8', at + 46, at + 46 + written)).toBe(name)
    const from = bytes.readUInt32LE(at + 42) + 30 + written
    expect(inflateRawSync(bytes.subarray(from, from + (packed ?? 0))).toString()).toBe(text)
    at += 46 + written
  }
})
