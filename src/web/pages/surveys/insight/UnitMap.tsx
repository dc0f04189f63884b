/** Districts shaded by their responses, those approved, or the mean of a number; below the places of the answers. */
import { useMemo, useState } from 'react'
import { type UnitBorders, unitTree } from '#contract/administrative-units.ts'
import { type Cross, insight } from '#contract/insight.ts'
import { mostAnswersShown } from '#domain/answers/answer-words.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { useCall } from '../../../api/query.ts'
import { Chart } from '../../../charts/Chart.tsx'
import { type Places, useSpots } from '../../../charts/use-spots.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { boundsAround } from '../../../map/grid.ts'
import { PlaceMap } from '../../../map/PlaceMap.tsx'
import { shadeClass, stepsOf } from '../../../map/shades.ts'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureActions } from './FigureActions.tsx'
import { isCrossed, useNames } from './names.ts'
import { useCharts } from './use-figures.ts'
import type { InsightFilter } from './use-insight-filter.ts'

const noPlaces: Places = []

/** Nothing in a house without borders. */
export function UnitMap({ surveyId, filter }: { surveyId: number; filter: InsightFilter }) {
  const t = useText()
  const { axisName } = useNames(filter.questions)
  const { data: units } = useCall(unitTree.borders, {}, { isKept: true })
  const asked = filter.questions.filter((question) => isCrossed(question) && question.type === 'ADMIN_UNIT')
  const [chosen, choose] = useState<string>()
  const [measure = '@all', setMeasure] = useState<string>()
  // A survey that asks for the unit knows it of each response; few responses have a site.
  const by = chosen ?? asked[0]?.code ?? '@unit'
  const level = units?.data.level ?? null
  const words = filter.view.state.filters
  const isMean = !measure.startsWith('@')
  const query = {
    ...filter.asQuery(measure === '@approved' ? { ...words, status: 'APPROVED' } : words),
    ...(isMean ? { rows: measure, by } : { rows: by }),
    level: String(level),
  }
  const { data } = useCall(insight.cross, { params: { surveyId }, query }, { enabled: level !== null })
  const points = filter.questions.filter(({ type, repeats }) => !repeats && traitsOf(type).chart === 'PLACES')
  const codes = points.slice(0, mostAnswersShown).map(({ code }) => code)
  const charts = useCharts(surveyId, filter, codes, level !== null && codes.length > 0).data?.data.questions ?? []
  const places = charts.find(({ answered }) => answered > 0)?.places ?? noPlaces
  if (!units || level === null) return null
  const measures = [
    ...(['all', 'approved'] as const).map((value) => ({ value: `@${value}`, label: t(`insight.measure.${value}`) })),
    ...filter.questions
      .filter((question) => isCrossed(question) && traitsOf(question.type).chart === 'NUMBERS')
      .map(({ code }) => ({ value: code, label: t('insight.meanOf', { question: axisName(code) }) })),
  ]
  return (
    <Panel className="insight-chart">
      <h3>{t('insight.districts')}</h3>
      <div className="insight-filter">
        <NativeSelect
          className="insight-compare"
          aria-label={t('insight.measure')}
          value={measure}
          options={measures}
          onChange={setMeasure}
        />
        {asked.length > 0 && (
          <NativeSelect
            className="insight-compare"
            aria-label={t('insight.unitOf')}
            value={by}
            options={['@unit', ...asked.map(({ code }) => code)].map((value) => ({ value, label: axisName(value) }))}
            onChange={choose}
          />
        )}
      </div>
      {data && (
        <ShadedMap
          cross={data.data}
          borders={units.data.borders}
          isOfCodes={by !== '@unit'}
          {...{ isMean, places }}
          label={measures.find(({ value }) => value === measure)?.label ?? ''}
        />
      )}
    </Panel>
  )
}

interface ShadedMapProps {
  cross: Cross
  borders: UnitBorders['borders']
  /** The units are named by their codes, and not by their ids. */
  isOfCodes: boolean
  isMean: boolean
  places: Places
  label: string
}

function ShadedMap({ cross, borders, isOfCodes, isMean, places, label }: ShadedMapProps) {
  const t = useText()
  const format = useFormat()
  const { shaded, steps } = useMemo(() => {
    const values = valuesOf(cross, isMean)
    const found = borders.flatMap((border) => {
      const value = values.get(isOfCodes ? border.unit.code : String(border.unit.id))
      return value === undefined ? [] : [{ ...border, value: Math.round(value * 100) / 100 }]
    })
    return { shaded: found, steps: stepsOf(found.map(({ value }) => value)) }
  }, [cross, borders, isOfCodes, isMean])
  const shades = useMemo(
    () =>
      new Map(
        shaded.map(({ unit, value }) => [
          unit.id,
          { className: shadeClass(steps, value), text: `${unit.name}: ${format.number(value)}` },
        ]),
      ),
    [shaded, steps, format],
  )
  const bounds = useMemo(() => {
    const corners = shaded.flatMap(({ shape }) => shape.flat(2))
    return boundsAround(
      corners.map(([longitude, latitude]) => ({ latitude, longitude })),
      0,
    )
  }, [shaded])
  const spots = useSpots(places)
  if (!bounds) return <p className="blank">{t('insight.noDistricts')}</p>
  const figure = {
    title: `${t('insight.districts')}: ${label}`,
    named: t('insight.by.unit'),
    names: shaded.map(({ unit }) => unit.name),
    series: [{ name: label, values: shaded.map(({ value }) => value) }],
    look: 'bars' as const,
  }
  return (
    <>
      <PlaceMap label={figure.title} {...{ shades, spots, bounds }} />
      <div className="insight-note">
        <ul className="insight-legend" aria-label={t('insight.legend')}>
          {steps.map(({ from, to }) => (
            <li key={from}>
              <i className={shadeClass(steps, from)} />
              {from === to ? format.number(from) : `${format.number(from)} – ${format.number(to)}`}
            </li>
          ))}
        </ul>
        <FigureActions figure={figure} name="districts" note={label} />
      </div>
      <details>
        <summary>{t('chart.table')}</summary>
        <Chart figure={figure} look="table" />
      </details>
    </>
  )
}

function valuesOf(cross: Cross, isMean: boolean): Map<string, number> {
  const groups = isMean ? cross.columns : cross.rows
  return new Map(
    groups.flatMap(({ key, n }, at) => {
      const value = isMean ? cross.stats?.columns[at]?.mean : n
      return key === null || value === undefined ? [] : [[key, value] as const]
    }),
  )
}
