/** Bytes of files that answer questions. */
import sharp from 'sharp'

export function png(red = 200): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 400, channels: 3, background: { r: red, g: 90, b: 40 } } })
    .png()
    .toBuffer()
}

/** The beginning of a sound: enough to be known as one. */
export const mp3 = Buffer.concat([Buffer.from('ID3\u0004'), Buffer.alloc(200, 1)])
export const html = Buffer.from('<!doctype html><script>alert(1)</script>')
