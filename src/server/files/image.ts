/** Pictures: the bytes decide the type, never the name or type that the caller sent. The store keeps a fresh PNG. */
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { problem } from '#domain/problems.ts'
import { AppError } from '../errors.ts'
import { Turnstile } from '../turnstile.ts'

const maxPixels = 40_000_000

type ImageKind = 'png' | 'jpeg' | 'webp' | 'svg'

/** The kind by the first bytes; undefined for any content that is not one of the four accepted kinds. */
function sniffImage(bytes: Buffer): ImageKind | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  const head = bytes.toString('utf8', 0, 1024).replace(/^\uFEFF/, '')
  return /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(head) ? 'svg' : undefined
}

export interface ReencodedImage {
  bytes: Buffer
  sha256: Buffer
}

/** The picture drawn again as a PNG within 512 × 512: metadata, scripts and trailing bytes stay behind. */
export async function reencodeImage(bytes: Buffer, field: string): Promise<ReencodedImage> {
  return hashed(await draw(bytes, field, (image) => within(image, 512).png()))
}

/** A large picture takes a hundred megabytes while it is drawn. */
const drawing = new Turnstile(2, { patienceMs: 60_000 })

/** A picture within 320 × 320, whatever else it was. */
export async function drawThumbnail(path: string, field: string): Promise<ReencodedImage> {
  return hashed(await drawing.pass(() => paint(path, field, (image) => within(image, 320).webp({ quality: 75 }))))
}

function hashed(bytes: Buffer): ReencodedImage {
  return { bytes, sha256: createHash('sha256').update(bytes).digest() }
}

/** The same of a picture within a text, `data:image/…;base64,…`: within 96 × 96, a few kilobytes. */
export async function drawAvatar<None extends null | undefined>(given: string | None): Promise<string | None> {
  if (typeof given !== 'string') return given
  const bytes = bytesOf(given)
  if (sniffImage(bytes) === 'svg') throw unfit('avatar')
  return pictureText(bytes, 'avatar')
}

/** The bytes of a picture within a text. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
}

/** A picture as a text. */
export async function pictureText(bytes: Buffer, field: string): Promise<string> {
  const webp = await draw(bytes, field, (image) => within(image, 96).webp({ quality: 80 }))
  return `data:image/webp;base64,${webp.toString('base64')}`
}

/** The picture in the middle of a white square, as home screens show it. */
export function drawIcon(bytes: Buffer, side: number): Promise<Buffer> {
  const edge = Math.round(side / 10)
  const inner = side - 2 * edge
  return draw(bytes, 'logo', (image) =>
    image
      .resize({ width: inner, height: inner, fit: 'contain', background: '#ffffff' })
      .extend({ top: edge, bottom: edge, left: edge, right: edge, background: '#ffffff' })
      .flatten({ background: '#ffffff' })
      .png(),
  )
}

function within(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

function unfit(field: string): AppError {
  return new AppError('FILE_TYPE', { errors: [problem(field, 'FILE_TYPE')] })
}

async function draw(bytes: Buffer, field: string, finish: (image: Sharp) => Sharp): Promise<Buffer> {
  const kind = sniffImage(bytes)
  if (!kind) throw unfit(field)
  return paint(bytes, field, finish, kind === 'svg' ? await densityOf(bytes) : undefined)
}

/** A drawing is sharp at any size: as large as the store keeps it, in dots per inch. */
async function densityOf(svg: Buffer): Promise<number> {
  const known = await sharp(svg, { limitInputPixels: maxPixels })
    .metadata()
    .catch(() => undefined)
  return Math.min(2400, Math.max(1, (72 * 512) / Math.max(known?.width ?? 512, known?.height ?? 512)))
}

async function paint(
  source: Buffer | string,
  field: string,
  finish: (image: Sharp) => Sharp,
  density = 72,
): Promise<Buffer> {
  try {
    return await finish(sharp(source, { limitInputPixels: maxPixels, failOn: 'error', density }).rotate()).toBuffer()
  } catch {
    throw new AppError('FILE_BROKEN', { errors: [problem(field, 'FILE_BROKEN')] })
  }
}
