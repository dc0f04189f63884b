/** What a new house still needs, in order, each with the screen where it is done. */
import { Link } from 'react-router'
import { type Dashboard, dashboard, firstSteps } from '#contract/dashboard.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'

const screens: Record<(typeof firstSteps)[number], string> = {
  secondAdministrator: '/admin',
  units: '/administrative-unit',
  survey: '/survey',
  provider: '/payments?view=floats',
  float: '/payments?view=floats',
}

export function FirstSteps({ steps }: { steps: NonNullable<Dashboard['firstSteps']> }) {
  const t = useText()
  const away = useSend(dashboard.putMark, { refreshes: [dashboard.get] })
  const done = firstSteps.filter((step) => steps[step]).length
  return (
    <Panel className="first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('dashboard.steps')}</h2>
        <span>{t('dashboard.stepsDone', { done, count: firstSteps.length })}</span>
        <Button size="small" loading={away.isPending} onClick={() => away.mutate({ params: { mark: 'first-steps' } })}>
          {t('dashboard.stepsAway')}
        </Button>
      </header>
      <ErrorNote error={away.error} />
      <ol>
        {firstSteps.map((step) => (
          <li key={step} data-done={steps[step]}>
            <Link to={screens[step]}>{t(`dashboard.step.${step}`)}</Link>
            <span>{steps[step] ? t('dashboard.stepDone') : t(`dashboard.stepWhy.${step}`)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
