/** The frame that all charts share: what it shows, whose data, the drawing, a picture of it, its data as a table. */
import { DownloadOutlined } from '@ant-design/icons'
import { type ComponentProps, Suspense, useCallback, useMemo, useState, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { surveys } from '#contract/surveys.ts'
import type { Pictures } from '../../charts/EChart.tsx'
import { coloursOf } from '../../charts/figure.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { paletteOf, useTheme } from '../../ui/theme.ts'
import { phone, useMedia } from '../../ui/use-media.ts'
import type { Chart, ChartInput, Look } from './chart.ts'
import { ChartTable } from './ChartTable.tsx'
import { charts } from './gallery.ts'
import { sources, useRows } from './sources.ts'

/** Its files are a fifth of what a list needs. */
const LookupSelect = lazyComponent(async () => (await import('../../form/LookupSelect.tsx')).LookupSelect)
const EChart = lazyComponent(async () => {
  const [module] = await Promise.all([import('../../charts/EChart.tsx'), import('./engine.ts')])
  return module.EChart
})

export function ChartPage({ chart }: { chart: Chart }) {
  const t = useText()
  const format = useFormat()
  const navigate = useNavigate()
  const theme = useTheme()
  const narrow = useMedia(phone)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [search, setSearch] = useSearchParams()
  const [said, say] = useState('')
  const [pictures] = useState(() => new Map<Look | undefined, Pictures>())
  const { name, group, data, choices, looks = [undefined], does } = chart
  const asked = Number(search.get('survey'))
  const { shown, error, isFetching, refetch, survey } = useRows(
    data,
    Number.isInteger(asked) && asked > 0 ? asked : undefined,
  )
  const choice = choices?.find((each) => each === search.get('view')) ?? choices?.[0]
  const ticks = useTicks(does === 'live', still)
  const mask = useMask(does === 'mask' && isFetching)
  const title = t(`charts.shows.${name}`)
  const palette = paletteOf(theme)
  const given = useMemo((): ChartInput | undefined => {
    const series = sources[data].columns.slice(1).map((id) => t(id))
    return (
      shown && {
        rows: shown.rows,
        series,
        title,
        palette,
        colours: coloursOf(palette),
        t,
        format,
        choice,
        tick: ticks.tick,
        narrow,
        still,
      }
    )
  }, [shown, data, title, palette, t, format, choice, ticks.tick, narrow, still])
  const note = shown?.isSample ? t('charts.sample') : t('charts.live')

  const set = (word: string, value: string | undefined) => {
    const next = new URLSearchParams(search)
    if (value === undefined) next.delete(word)
    else next.set(word, value)
    setSearch(next, { replace: true })
  }

  function press(what: string, { id, shown: isShown }: { id?: string | undefined; shown?: boolean | undefined }) {
    const opened = does === 'open' ? charts.find((each) => each.name === id) : undefined
    if (opened) void navigate(`/chart/${opened.group}/${opened.name}`)
    if (does !== 'say') return
    if (isShown === undefined) say(t('charts.pressed', { name: what }))
    else say(t(isShown ? 'charts.legendOn' : 'charts.legendOff', { name: what }))
  }

  async function save() {
    const { savePicture } = await import('../../charts/picture.ts')
    const drawings = [...pictures.values()].flatMap((taken) => taken())
    await savePicture({ name, title, note, palette, drawings })
  }

  return (
    <Stack gap="large">
      <title>{`${title} · Canvass`}</title>
      <PageHead
        title={title}
        actions={
          <Button icon={<DownloadOutlined />} disabled={!shown} onClick={() => void save()}>
            {t('charts.png')}
          </Button>
        }
      >
        <code>{name}</code>
      </PageHead>
      {group !== 'ECharts' && <p className="chart-note">{t(`charts.group.${group}`)}</p>}
      <div className="chart-tools">
        {sources[data].ofSurvey && survey && (
          <Suspense fallback={<span className="chart-survey skeleton" />}>
            <LookupSelect
              className="chart-survey"
              aria-label={t('charts.survey')}
              placeholder={t('charts.survey')}
              list={surveys.list}
              get={surveys.get}
              value={survey.id}
              onChange={(id) => set('survey', id === undefined ? undefined : String(id))}
            />
          </Suspense>
        )}
        {choices && choice && (
          <RadioGroup
            label={t('charts.choice')}
            legend="unseen"
            options={choices.map((value) => ({ value, label: t(`charts.choice.${value}`) }))}
            value={choice}
            onChange={(value) => set('view', value)}
          />
        )}
        {does === 'live' && <Button onClick={ticks.toggle}>{t(ticks.isRunning ? 'charts.pause' : 'charts.go')}</Button>}
        {does === 'mask' && <Button onClick={() => void refetch()}>{t('charts.again')}</Button>}
        {shown?.isSample && <strong className="chart-sample">{t('charts.sample')}</strong>}
      </div>
      {error ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <Panel aria-label={title}>
          <Suspense fallback={<div className="chart-canvas skeleton" />}>
            {!given && <div className="chart-canvas skeleton" />}
            <div className={chart.looks && 'chart-plots'} data-width={choice}>
              {given &&
                looks.map((look) => (
                  <Drawn
                    key={`${look} ${choice} ${theme} ${data}`}
                    chart={chart}
                    given={given}
                    look={look}
                    mask={mask ? t('charts.loading') : undefined}
                    pictures={pictures}
                    onPress={press}
                  />
                ))}
            </div>
          </Suspense>
          {does === 'say' && <output className="chart-note">{said || t('charts.press')}</output>}
        </Panel>
      )}
      {given && <ChartTable columns={sources[data].columns} given={given} links={does === 'open'} />}
    </Stack>
  )
}

interface DrawnProps {
  chart: Chart
  given: ChartInput
  look: Look | undefined
  mask: string | undefined
  pictures: Map<Look | undefined, Pictures>
  onPress: NonNullable<ComponentProps<typeof EChart>['onPress']>
}

/** One drawing of a chart: the only one, or that of a look. */
function Drawn({ chart: { draw, looks = [] }, given, look, mask, pictures, onPress }: DrawnProps) {
  const { title, palette, still, t } = given
  const option = useMemo(() => draw({ ...given, look }), [draw, given, look])
  const onDrawn = useCallback((taken: Pictures) => void pictures.set(look, taken), [pictures, look])
  const drawing = <EChart {...{ option, palette, mask, still, onPress, onDrawn }} label={title} />
  if (looks.length < 2 || look === undefined) return drawing
  return (
    <section>
      <h2>{t(`charts.look.${look}`)}</h2>
      {drawing}
    </section>
  )
}

const second = 1000

/** A user who wants no motion starts the clock by hand. */
function useTicks(isLive: boolean, still: boolean) {
  const [tick, setTick] = useState(0)
  const [chosen, choose] = useState<boolean>()
  const isRunning = isLive && (chosen ?? !still)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setTick((before) => before + 1), second)
    return () => clearInterval(timer)
  }, [isRunning])
  return { tick, isRunning, toggle: () => choose(!isRunning) }
}

const shortest = 700

/** True from the beginning of the loading on, and for a moment at least. */
function useMask(isLoading: boolean): boolean {
  const [isShown, show] = useState(isLoading)
  if (isLoading && !isShown) show(true)
  useEffect(() => {
    if (isLoading || !isShown) return undefined
    const timer = setTimeout(() => show(false), shortest)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])
  return isShown
}
