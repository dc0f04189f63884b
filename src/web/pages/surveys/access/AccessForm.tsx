/** Gives a right to a person or a role, for good or until the end of a day. */
import dayjs, { type Dayjs } from 'dayjs'
import { type FormEvent, useState } from 'react'
import { type AccessSubject, surveyAccess } from '#contract/survey-access.ts'
import { type StaffRight, staffRights } from '#domain/survey-access.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useSend } from '../../../api/query.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { DatePicker } from '../../../ui/DatePicker.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'
import { toast } from '../../../ui/toasts.ts'
import { SubjectSelect } from './SubjectSelect.tsx'

export function AccessForm({ surveyId }: { surveyId: number }) {
  const t = useText()
  const [subject, setSubject] = useState<AccessSubject>()
  const [right, setRight] = useState<StaffRight>('REVIEW')
  const [lastDay, setLastDay] = useState<Dayjs | null>(null)
  const [error, setError] = useState<unknown>()
  const send = useSend(surveyAccess.create, { refreshes: [surveyAccess.list] })

  async function give(event: FormEvent) {
    event.preventDefault()
    if (!subject) return
    setError(undefined)
    const { subjectType, subjectId, name } = subject
    const expiresAt = lastDay?.endOf('day').toISOString() ?? null
    try {
      await send.mutateAsync({ body: { surveyId, subjectType, subjectId, right, expiresAt } })
      toast(t('surveyAccess.done', { name }))
      setSubject(undefined)
    } catch (thrown) {
      setError(thrown)
    }
  }

  return (
    <form className="access-form" onSubmit={(event) => void give(event)}>
      <SubjectSelect value={subject} onChange={setSubject} />
      <Select<StaffRight>
        aria-label={t('surveyAccess.right')}
        className="access-right"
        popupMatchSelectWidth={false}
        value={right}
        options={staffRights.map((value) => ({ value, label: t(`surveyAccess.tie.${value}`) }))}
        onChange={setRight}
      />
      <DatePicker
        aria-label={t('surveyAccess.lastDay')}
        className="access-day"
        placeholder={t('surveyAccess.forGood')}
        format="YYYY-MM-DD"
        minDate={dayjs()}
        value={lastDay}
        onChange={setLastDay}
      />
      <Button look="primary" type="submit" disabled={!subject} loading={send.isPending}>
        {t('surveyAccess.give')}
      </Button>
      <div className="access-hint">
        <p>{t(`surveyAccess.does.${right}`)}</p>
        <p>{t('surveyAccess.roleStill')}</p>
      </div>
      {error !== undefined && <Refusal error={error} />}
    </form>
  )
}

function Refusal({ error }: { error: unknown }) {
  const basic = useBasicText()
  const problemText = useProblemText()
  const [problem] = error instanceof ApiError ? error.errors : []
  return (
    <Note tone="danger" role="alert">
      {problem ? problemText(problem) : errorText(error, basic)}
    </Note>
  )
}
