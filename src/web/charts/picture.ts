/** A chart as a picture for reports, with its title and what it is drawn from. */
import { saveAs } from '../api/download.ts'
import type { Palette } from '#domain/palette.ts'

interface Picture {
  /** Of the file. */
  name: string
  title: string
  note: string
  palette: Palette
  drawings: readonly HTMLCanvasElement[]
}

/** Screens of phones and reports show twice the points. */
const density = 2
const head = 64 * density
const edge = 20 * density

export async function savePicture({ name, title, note, palette, drawings }: Picture): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(640, ...drawings.map(({ width }) => width))
  canvas.height = head + drawings.reduce((sum, { height }) => sum + height, 0)
  const pen = penOf(canvas)
  pen.fillStyle = palette.surface
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const family = getComputedStyle(document.body).fontFamily
  pen.fillStyle = palette.text
  pen.font = `600 ${18 * density}px ${family}`
  pen.fillText(title, edge, 28 * density, canvas.width - 2 * edge)
  pen.fillStyle = palette.muted
  pen.font = `${13 * density}px ${family}`
  pen.fillText(note, edge, 50 * density, canvas.width - 2 * edge)
  let top = head
  for (const drawing of drawings) {
    pen.drawImage(drawing, 0, top)
    top += drawing.height
  }
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('The picture is too large')
  saveAs(`${name}.png`, picture)
}

function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no pictures')
  return pen
}
