/** Gives a right to people, a role or a place, for good or until the end of a day, and says at once who it reaches. */
import { type FormEvent, useState } from 'react'
import { surveyAccess } from '#contract/survey-access.ts'
import { type AccessRule, subjectsOf, type SubjectType } from '#domain/people/access-rule.ts'
import { type AccessRight, accessRights } from '#domain/people/survey-access.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LastDayPicker } from '../../../ui/DatePicker.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'
import { toast } from '../../../ui/toasts.ts'
import { emptyDraft, filterNames, problemsOf, ruleOf, withRight } from './access-draft.ts'
import { FilterFields } from './FilterFields.tsx'
import { SubjectSelect } from './SubjectSelect.tsx'
import { errorText } from '../../../api/error-text.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import '../../../ui/access.css'
import './access.css'

interface AccessFormProps {
  /** Undefined while none is chosen. */
  surveyId: number | undefined
  onGiven?: () => void
}

/** The rights of the back office before collecting. */
const offeredRights = [...accessRights.filter((right) => right !== 'COLLECT'), 'COLLECT'] as const

export function AccessForm({ surveyId, onGiven }: AccessFormProps) {
  const t = useText()
  const problemText = useProblemText()
  const [draft, setDraft] = useState(emptyDraft)
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  const send = useSend(surveyAccess.create, { refreshes: [surveyAccess.list] })
  const { right, kind, subject, filter } = draft
  const rule = ruleOf(draft)
  const problems = problemsOf(draft)
  const names = filterNames(draft)

  async function give(event: FormEvent) {
    event.preventDefault()
    if (!rule || !subject || surveyId === undefined) return
    await send.mutateAsync({ body: { surveyId, ...rule, expiresAt } })
    toast(t('surveyAccess.done', { name: subject.name }))
    setDraft({ ...draft, subject: undefined })
    onGiven?.()
  }

  return (
    <form className="access-form" onSubmit={(event) => void give(event).catch(() => undefined)}>
      <Select<AccessRight>
        aria-label={t('surveyAccess.right')}
        className="access-right"
        popupMatchSelectWidth={false}
        value={right}
        options={offeredRights.map((value) => ({ value, label: t(`surveyAccess.tie.${value}`) }))}
        onChange={(next) => setDraft(withRight(draft, next))}
      />
      {kind !== undefined && (
        <Select<SubjectType>
          aria-label={t('surveyAccess.kindOfSubject')}
          className="access-right"
          popupMatchSelectWidth={false}
          value={kind}
          options={subjectsOf(right).map((value) => ({ value, label: t(`surveyAccess.subjectType.${value}`) }))}
          onChange={(next) => setDraft({ ...draft, kind: next, subject: undefined })}
        />
      )}
      <SubjectSelect
        key={`${right === 'COLLECT'}:${kind}`}
        right={right}
        kind={kind}
        value={subject}
        onChange={(next) => setDraft({ ...draft, subject: next })}
      />
      <LastDayPicker
        aria-label={t('surveyAccess.lastDay')}
        className="access-day"
        placeholder={t('surveyAccess.forGood')}
        value={expiresAt}
        onChange={setExpiresAt}
      />
      <Button
        look="primary"
        type="submit"
        disabled={!rule || surveyId === undefined || problems.length > 0}
        loading={send.isPending}
      >
        {t('surveyAccess.give')}
      </Button>
      {names.length > 0 && (
        <FilterFields names={names} filter={filter} onChange={(next) => setDraft({ ...draft, filter: next })} />
      )}
      <div className="access-hint">
        {problems.map((problem) => (
          <Note key={problem.path} tone="warning">
            {problemText(problem)}
          </Note>
        ))}
        {rule && problems.length === 0 && <RuleReach rule={rule} />}
        <p>{t(`surveyAccess.does.${right}`)}</p>
        <p>{t(kind === undefined ? 'surveyAccess.roleStill' : `surveyAccess.reachesBy.${kind}`)}</p>
      </div>
      <ErrorNote error={send.error} problem />
    </form>
  )
}

/** How many people the rule reaches now, and the first of them by name. */
function RuleReach({ rule }: { rule: AccessRule }) {
  const t = useText()
  const basic = useBasicText()
  const { subjectType, subjectId, right, filter } = rule
  const query = { subjectType, subjectId, right, ...filter }
  const { data, error } = useCall(surveyAccess.reach, { query }, { keepPrevious: true })
  if (error) return <p role="alert">{errorText(error, basic)}</p>
  if (!data) return <p>{t('surveyAccess.counting')}</p>
  const { count, first } = data.data
  const names = first.map(({ name }) => name).join(', ')
  const more = count - first.length
  return (
    <output className="access-reach">
      <strong>{t('surveyAccess.reaches', { count })}</strong>{' '}
      {first.length > 0 && (more > 0 ? t('surveyAccess.firstAndMore', { names, more }) : names)}
    </output>
  )
}
