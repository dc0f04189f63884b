/** Every chart of one group or of all, with what it shows. */
import { Link } from 'react-router'
import { useText } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { groups } from './chart.ts'
import { charts } from './gallery.ts'

const ofGroup = (group: string) => charts.filter((chart) => chart.group === group)

export function ChartIndex({ group }: { group: string | undefined }) {
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
