/**
 * The operator's own map of the country: `map.pmtiles` (PMTiles 3) in the data directory. Pages read the parts they need by
 * ranges. It holds nothing of this house, so it is served without a session.
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { MapTiles } from '../settings.ts'

const name = 'map.pmtiles'
const headBytes = 127

/** Where pages find it; undefined without one. One that cannot be read is a warning, and maps show the outline. */
export async function serveBasemap(
  server: FastifyInstance,
  { dataDir, basePath }: { dataDir: string; basePath: string },
): Promise<MapTiles | undefined> {
  const problem = await problemOf(join(dataDir, name))
  if (problem === 'MISSING') return undefined
  if (problem !== undefined) {
    console.warn(`${join(dataDir, name)} ${problem}: maps show an outline in its place`)
    return undefined
  }
  server.get(`/${name}`, (_, reply) => reply.sendFile(name, dataDir, { maxAge: '1d', immutable: false }))
  return { url: `${basePath}/${name}`, attribution: '© OpenStreetMap, Protomaps' }
}

/** By its head (PMTiles 3, section 3): the tiles are its last part. */
async function problemOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return 'MISSING'
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    if (bytesRead < headBytes || buffer.toString('latin1', 0, 7) !== 'PMTiles' || buffer[7] !== 3)
      return 'is no PMTiles file of version 3'
    const whole = Number(buffer.readBigUInt64LE(56) + buffer.readBigUInt64LE(64))
    const { size } = await file.stat()
    return size < whole ? `is cut short: it has ${size} of ${whole} bytes` : undefined
  } finally {
    await file.close()
  }
}
