/** What the survey is to reach, and how far it is. Those who may edit the survey set it. */
import { EditOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { insight } from '#contract/insight.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import type { Target } from '#domain/surveys/targets.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { useAnswerFilters } from '../../../survey/use-answer-filters.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { type Names, useNames } from './names.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { crossFor, type Reached, reachedOf } from './target-progress.ts'

const TargetsDialog = lazyDialog(async () => (await import('./TargetsDialog.tsx')).TargetsDialog)

export function TargetsPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const [isOpen, setOpen] = useState(false)
  const { questions } = useAnswerFilters(survey.id)
  const names = useNames(questions)
  if (survey.targets.length === 0 && refusal !== undefined) return null
  return (
    <Panel className="overview-part" heading={t('surveys.field.targets')}>
      {survey.targets.length === 0 && <p className="blank">{t('targets.none')}</p>}
      {survey.targets.map((target) => (
        <Progress key={JSON.stringify(target)} surveyId={survey.id} {...{ target, names }} />
      ))}
      {refusal === undefined && (
        <div>
          <Button size="small" icon={<EditOutlined />} onClick={() => setOpen(true)}>
            {t('targets.set')}
          </Button>
        </div>
      )}
      {isOpen && <TargetsDialog {...{ survey, questions, names }} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

interface ProgressProps {
  surveyId: number
  target: Target
  names: Names
}

/** More groups are behind a press. */
const mostShown = 5

function Progress({ surveyId, target, names }: ProgressProps) {
  const t = useText()
  const format = useFormat()
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const { of, per, goal, question = '', option = null } = target
  const query = {
    ...crossFor(target),
    isPilot: 'false',
    ...(of === 'APPROVED' && { status: 'APPROVED' }),
    ...(per === 'DAY' && { from: today, to: today }),
  }
  const { data, error, refetch } = useCall(insight.cross, { params: { surveyId }, query })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  const reached = data ? reachedOf(target, data.data) : []
  const answer = data?.data.rows.find(({ key }) => key === option)
  const about = {
    goal: format.number(goal),
    question: names.axisName(question),
    option: answer ? names.groupName(question, answer) : option,
  }
  const text = t(`targets.is.${of}`, about)
  const isOfGroups = per === 'UNIT' || per === 'COLLECTOR'
  const nameOf = ({ group }: Reached) =>
    group ? names.groupName(`@${per.toLowerCase()}`, group) : t(`targets.per.${per}`)
  const line = (each: Reached) => (
    <li key={nameOf(each)}>
      <span>{nameOf(each)}</span>
      <ProgressBar
        label={`${text}: ${nameOf(each)}`}
        percent={Math.min(100, Math.floor((100 * each.n) / goal))}
        tone={each.n >= goal ? 'done' : 'going'}
      />
      <b>{t(of === 'ANSWER' ? 'targets.percentOf' : 'targets.countOf', { n: Math.floor(each.n), goal })}</b>
    </li>
  )
  return (
    <section className="targets" aria-busy={!data}>
      <h3>
        {text}
        {isOfGroups && ` · ${t(`targets.per.${per}`)}`}
      </h3>
      {data && isOfGroups && (
        <p className="overview-note">
          {reached.length === 0
            ? t('targets.noGroups')
            : t('targets.groupsReached', { count: reached.filter(({ n }) => n >= goal).length, all: reached.length })}
        </p>
      )}
      <ul>{reached.slice(0, mostShown).map(line)}</ul>
      {reached.length > mostShown && (
        <details>
          <summary>{t('targets.more', { count: reached.length - mostShown })}</summary>
          <ul>{reached.slice(mostShown).map(line)}</ul>
        </details>
      )}
    </section>
  )
}
