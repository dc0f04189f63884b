/** A drawing of ECharts in the room that there is, in the colours of the theme. */
import type { EChartsOption } from 'echarts'
import { useEffect, useRef } from 'react'
import type { Palette } from '#domain/palette.ts'
import { draw, type Drawing } from './engine.ts'

/** The drawings as they are now; one picture is made of them. */
export type Pictures = () => HTMLCanvasElement[]

interface EChartProps {
  option: EChartsOption
  palette: Palette
  label: string
  /** In pixels; else as the style sheet says. */
  height?: number
  /** Words of the loading mask; undefined: nothing is loading. */
  mask?: string | undefined
  still: boolean
  /** What was pressed: its name, its id, or the legend. */
  onPress?: (name: string, about: { id?: string | undefined; shown?: boolean | undefined }) => void
  onDrawn?: (pictures: Pictures) => void
}

export function EChart({ option, palette, label, height, mask, still, onPress, onDrawn }: EChartProps) {
  const element = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(null)
  const press = useRef(onPress)
  useEffect(() => {
    press.current = onPress
  })
  useEffect(() => {
    if (!element.current) return undefined
    const made = draw(element.current, palette)
    drawing.current = made
    made.on('click', ({ name, data }) => press.current?.(name, { id: (data as { id?: string } | null)?.id }))
    made.on('legendselectchanged', (event) => {
      const { name, selected } = event as { name: string; selected: Record<string, boolean> }
      press.current?.(name, { shown: selected[name] })
    })
    onDrawn?.(() => [made.renderToCanvas({ pixelRatio: 2, backgroundColor: palette.surface })])
    const room = element.current
    const resized = new ResizeObserver(() => {
      // One that is being left has none, and a graph without room throws.
      if (room.clientWidth > 0 && room.clientHeight > 0) made.resize()
    })
    resized.observe(room)
    return () => {
      resized.disconnect()
      made.dispose()
    }
  }, [palette, onDrawn])
  useEffect(() => {
    drawing.current?.setOption({ ...option, animation: !still })
    // A browser that prints waits for no frame.
    if (still) drawing.current?.getZr().flush()
  }, [option, still])
  useEffect(() => {
    if (mask === undefined) drawing.current?.hideLoading()
    else
      drawing.current?.showLoading('default', {
        text: mask,
        color: palette.accent,
        textColor: palette.text,
        maskColor: `${palette.surface}d9`,
        showSpinner: !still,
      })
  }, [mask, palette, still])
  return (
    <figure className="chart-figure" aria-busy={mask !== undefined}>
      <figcaption className="visually-hidden">{label}</figcaption>
      <div ref={element} className="chart-canvas" style={{ height }} aria-hidden="true" />
    </figure>
  )
}
