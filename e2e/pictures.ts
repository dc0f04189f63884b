/** Pictures, sounds and films that visitors choose: as small as such files can be. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: onePixel })

const silence = Buffer.from(
  'RIFF\u0024\0\0\0WAVEfmt \u0010\0\0\0\u0001\0\u0001\0@\u001F\0\0@\u001F\0\0\u0001\0\b\0data\0\0\0\0',
  'latin1',
)

export const sound = (name: string) => ({ name, mimeType: 'audio/wav', buffer: silence })

const noFrame = Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1')

export const film = (name: string) => ({ name, mimeType: 'video/mp4', buffer: noFrame })
