/** A chart as a picture for reports: always on white, in the colours of the light theme. */
import { saveAs } from '../../../api/download.ts'
import { light } from '../../../ui/palette.ts'
import type { Bar } from '../../../charts/BarTable.tsx'

interface Chart {
  title: string
  /** Of the file. */
  name: string
  note: string
  bars: readonly Bar[]
}

const width = 800
const edge = 24
const head = 72
const row = 34
/** Screens of phones and reports show twice the points. */
const density = 2

export async function saveChart({ title, name, note, bars }: Chart): Promise<void> {
  const canvas = document.createElement('canvas')
  const height = head + bars.length * row + edge
  canvas.width = width * density
  canvas.height = height * density
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no pictures')
  const family = getComputedStyle(document.body).fontFamily
  const write = (text: string, x: number, y: number, most: number) => pen.fillText(fitting(pen, text, most), x, y)
  pen.scale(density, density)
  pen.fillStyle = light.surface
  pen.fillRect(0, 0, width, height)
  pen.textBaseline = 'middle'
  pen.fillStyle = light.text
  pen.font = `600 18px ${family}`
  write(title, edge, edge + 6, width - 2 * edge)
  pen.fillStyle = light.muted
  pen.font = `13px ${family}`
  write(note, edge, edge + 30, width - 2 * edge)
  const most = Math.max(1, ...bars.map(({ n }) => n))
  const left = 300
  const room = width - left - 2 * edge - 60
  for (const [place, { label, n }] of bars.entries()) {
    const middle = head + place * row + row / 2
    pen.fillStyle = light.text
    write(label, edge, middle, left - 2 * edge)
    pen.fillStyle = light.accent
    pen.fillRect(left, middle - 9, (n / most) * room, 18)
    pen.fillStyle = light.text
    write(String(n), left + (n / most) * room + 8, middle, 80)
  }
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('The picture is too large')
  saveAs(`${name}.png`, picture)
}

/** The beginning of a text, as far as there is room. */
function fitting(pen: CanvasRenderingContext2D, text: string, most: number): string {
  if (pen.measureText(text).width <= most) return text
  const signs = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  while (signs.length > 0 && pen.measureText(`${signs.join('')}…`).width > most) signs.pop()
  return `${signs.join('')}…`
}
