/** Two questions crossed, or one by a fact of the responses. Its words in the URL: `rows`, `by`, `of`, `weight`, `look`. */
import { CloseOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { FigureView } from '#contract/reports.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
import { withWords } from '../../../list/list-state.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { FieldContent } from '../../../ui/tied.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { periodOf } from './cross-figures.ts'
import { FigureBox } from './FigureBox.tsx'
import { isCrossed, periodBefore, useNames } from './names.ts'
import type { InsightFilter } from './use-insight-filter.ts'
import type { Pins } from './use-pins.ts'

export const crossWords = ['rows', 'by', 'of', 'weight', 'look'] as const

/** The crossing that the URL names; undefined where it names none. */
export function crossOf(search: URLSearchParams): FigureView | undefined {
  const words = crossWords.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []))
  const read = FigureView.safeParse({ look: 'chart', ...Object.fromEntries(words) })
  return read.success ? read.data : undefined
}

interface CrossPanelProps {
  surveyId: number
  view: FigureView
  filter: InsightFilter
  pins: Pins
}

const numeric = ['INTEGER', 'DECIMAL', 'RATING']

export function CrossPanel({ surveyId, view, filter, pins }: CrossPanelProps) {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const { sides, axisName, viewName } = useNames(filter.questions)
  const words = filter.view.state.filters
  const show = (next: Partial<Record<(typeof crossWords)[number], string | undefined>>) =>
    setSearch(withWords(search, next), { preventScrollReset: true })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { rows, by, of = 'columns', weight, look } = view
  const question = filter.questions.find(({ code }) => code === rows)
  const lacksDays = by === periodBefore && !periodOf(words, '9999-12-30')
  const choices = [
    ...sides(({ code }) => code !== rows),
    { label: t('insight.periods'), options: [{ value: periodBefore, label: t('insight.by.before') }] },
  ]
  const shares = (['columns', 'rows', 'counts'] as const).map((value) => ({ value, label: t(`insight.of.${value}`) }))
  const weights = filter.questions
    .filter(({ type, repeats }) => !repeats && numeric.includes(type))
    .map(({ code }) => ({ value: code, label: axisName(code) }))
  return (
    <Panel className="insight-cross">
      <header>
        <h3 ref={heading} tabIndex={-1}>
          {viewName(view)}
        </h3>
        <IconButton
          label={t('action.close')}
          icon={<CloseOutlined />}
          onClick={() => show(Object.fromEntries(crossWords.map((name) => [name, undefined])))}
        />
      </header>
      <div className="insight-filter">
        {field(
          t('insight.rows'),
          <NativeSelect value={rows} options={sides()} onChange={(value) => value && show({ rows: value })} />,
        )}
        {field(
          t('insight.by'),
          <NativeSelect value={by} none="–" options={choices} onChange={(value) => show({ by: value })} />,
        )}
        {by !== undefined &&
          field(
            t('insight.of'),
            <NativeSelect value={of} options={shares} onChange={(value) => show({ of: value })} />,
          )}
        {weights.length > 0 &&
          field(
            t('insight.weight'),
            <NativeSelect
              value={weight}
              none={t('insight.unweighted')}
              options={weights}
              onChange={(value) => show({ weight: value })}
            />,
          )}
        {field(
          t('insight.look'),
          <NativeSelect
            value={look}
            options={(['chart', 'table'] as const).map((value) => ({ value, label: t(`insight.look.${value}`) }))}
            onChange={(value) => show({ look: value })}
          />,
        )}
      </div>
      {question && !isCrossed(question) && <Note tone="warning">{t('insight.notCrossed')}</Note>}
      {lacksDays ? (
        <Note tone="info">{t('insight.noPeriod')}</Note>
      ) : (
        <FigureBox {...{ surveyId, view, words, filter }} pins={pins(view, words)} />
      )}
    </Panel>
  )
}

function field(label: string, control: FieldContent) {
  return <FieldBox label={label}>{control}</FieldBox>
}
