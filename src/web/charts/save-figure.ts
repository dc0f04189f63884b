/** A figure as a picture for reports: always on white, in the colours of the light theme. */
import type { Format } from '../i18n/text.ts'
import { light } from '#domain/palette.ts'
import { draw } from './engine.ts'
import { type Figure, heightOf, optionOf } from './figure.ts'
import { savePicture } from './picture.ts'

interface About {
  /** Of the file. */
  name: string
  note: string
  format: Format
}

export async function saveFigure(figure: Figure, { format, ...about }: About): Promise<void> {
  const drawing = draw(document.createElement('div'), light, { width: 800, height: 1.4 * heightOf(figure) })
  drawing.setOption({ ...optionOf(figure, { palette: light, format, narrow: false }), animation: false })
  const drawings = [drawing.renderToCanvas({ pixelRatio: 2, backgroundColor: light.surface })]
  drawing.dispose()
  await savePicture({ ...about, title: figure.title, palette: light, drawings })
}
