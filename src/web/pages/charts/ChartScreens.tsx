/** The gallery and its charts, by their addresses: /chart, /chart/{group}, /chart/{group}/{name}. */
import { useParams } from 'react-router'
import { NotFoundScreen } from '../../ui/Screen.tsx'
import { groups } from './chart.ts'
import { ChartIndex } from './ChartIndex.tsx'
import { ChartPage } from './ChartPage.tsx'
import { charts } from './gallery.ts'
import './charts.css'

export function ChartScreens() {
  const { group, name } = useParams()
  const isKnown = group === undefined || groups.some((each) => each === group)
  if (isKnown && name === undefined) return <ChartIndex group={group} />
  const chart = charts.find((each) => each.group === group && each.name === name)
  return chart ? <ChartPage key={name} chart={chart} /> : <NotFoundScreen />
}
