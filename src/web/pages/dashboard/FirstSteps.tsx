/** What a new house still needs of its reader, in order, each with the screen where it is done. */
import { Link } from 'react-router'
import { dashboard, type FirstSteps as Steps } from '#contract/dashboard.ts'
import { bellPaths } from '#domain/people/bell.ts'
import type { FirstStep } from '#domain/people/first-steps.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** The steps of a survey are done in the newest one. */
function screenOf(step: FirstStep, surveyId: number | null): string {
  if (surveyId !== null && step === 'publish') return `/survey/${surveyId}`
  if (surveyId !== null && step === 'reviewers') return `/survey/${surveyId}?tab=access`
  if (surveyId !== null && step === 'collect') return `/survey/${surveyId}?tab=access&part=links`
  return screens[step]
}

const screens: Record<FirstStep, string> = {
  secondAdministrator: '/admin',
  units: '/administrative-unit',
  provider: '/payments?view=floats',
  payers: '/admin',
  confirm: bellPaths.grants,
  survey: '/survey',
  participants: '/user',
  publish: '/survey',
  reviewers: '/survey',
  collect: '/survey',
  review: '/response',
  float: '/payments?view=floats',
  pay: '/payments',
}

export function FirstSteps({ first: { surveyId, steps } }: { first: Steps }) {
  const t = useText()
  const away = useSend(dashboard.putMark, { refreshes: [dashboard.get] })
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel className="first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('dashboard.steps')}</h2>
        <span>{t('dashboard.stepsDone', { done, count: steps.length })}</span>
        <Button size="small" loading={away.isPending} onClick={() => away.mutate({ params: { mark: 'first-steps' } })}>
          {t('dashboard.stepsAway')}
        </Button>
      </header>
      <ErrorNote error={away.error} />
      <ol>
        {steps.map(({ step, isDone }) => (
          <li key={step} data-done={isDone}>
            <Link to={screenOf(step, surveyId)}>{t(`dashboard.step.${step}`)}</Link>
            <span>{isDone ? t('dashboard.stepDone') : t(`dashboard.stepWhy.${step}`)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
