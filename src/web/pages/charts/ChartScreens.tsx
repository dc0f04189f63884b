/** The gallery and its charts, by their addresses: /chart, /chart/{group}, /chart/{group}/{name}. */
import { useParams, Link } from 'react-router'
import { NotFoundScreen } from '../../ui/Screen.tsx'
import { groups } from './chart.ts'
import { ChartPage } from './ChartPage.tsx'
import { charts } from './gallery.ts'
import { useText } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Stack } from '../../ui/Stack.tsx'
import './charts.css'

export function ChartScreens() {
  const { group, name } = useParams()
  const isKnown = group === undefined || groups.some((each) => each === group)
  if (isKnown && name === undefined) return <ChartIndex group={group} />
  const chart = charts.find((each) => each.group === group && each.name === name)
  return chart ? <ChartPage key={name} chart={chart} /> : <NotFoundScreen />
}

const ofGroup = (group: string) => charts.filter((chart) => chart.group === group)

/** Every chart of one group or of all, with what it shows. */
function ChartIndex({ group }: { group: string | undefined }) {
  const t = useText()
  const title = group ?? t('charts.heading')
  const shown = groups.filter((each) => group === undefined || each === group)
  return (
    <Stack gap="large">
      <title>{`${title} · Canvass`}</title>
      <PageHead title={title} />
      <p className="chart-note">{t('charts.about')}</p>
      <LinkTabs
        label={t('charts.groups')}
        open={group ?? 'all'}
        tabs={[
          { key: 'all', to: '/chart', text: t('charts.all'), count: charts.length },
          ...groups.map((each) => ({ key: each, to: `/chart/${each}`, text: each, count: ofGroup(each).length })),
        ]}
      />
      {shown.map((each) => (
        <Panel key={each} aria-label={each}>
          {group === undefined && <h2>{each}</h2>}
          <p className="chart-note">{t(`charts.group.${each}`)}</p>
          <ul className="chart-list">
            {ofGroup(each).map(({ name }) => (
              <li key={name}>
                <Link to={`/chart/${each}/${name}`}>{t(`charts.shows.${name}`)}</Link>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </Stack>
  )
}
