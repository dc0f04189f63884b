import { useId } from 'react'
import { issueCategories } from '#contract/issue-categories.ts'
import type { ReviewTarget } from '#domain/answers/response.ts'
import { useCall } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import type { Reason } from './reason.ts'

interface ReasonFieldsProps {
  target: ReviewTarget
  value: Reason
  /** Neither a reason nor a note was given where one is needed. */
  missing: boolean
  onChange: (reason: Reason) => void
}

/** The reasons for issues that apply to responses, which can be counted; numbered, as a digit chooses one. */
export function useReasons(): readonly { id: number; title: string }[] {
  const query = { appliesTo: 'RESPONSE', pageSize: 100, sort: 'title' } as const
  const { data } = useCall(issueCategories.list, { query }, { enabled: useCan('issueCategories.read') })
  return data?.list ?? []
}

/** One of the reasons of the house, and a note in words. */
export function ReasonFields({ target, value, missing, onChange }: ReasonFieldsProps) {
  const t = useText()
  const basic = useBasicText()
  const id = useId()
  const reasons = useReasons()
  return (
    <div className="field review-reason">
      {reasons.length > 0 && (
        <RadioGroup
          label={t('responses.field.issueCategoryTitle')}
          options={reasons.map(({ id, title }, at) => ({
            value: String(id),
            label: at < 9 ? `${at + 1} · ${title}` : title,
          }))}
          value={value.issueCategoryId === undefined ? undefined : String(value.issueCategoryId)}
          onChange={(chosen) => onChange({ ...value, issueCategoryId: Number(chosen) })}
        />
      )}
      <label htmlFor={id}>{t(reasons.length > 0 ? 'responses.note' : 'responses.field.reason')}</label>
      <TextArea
        id={id}
        rows={3}
        maxLength={2000}
        aria-required={target === 'REJECTED' && value.issueCategoryId === undefined}
        aria-invalid={missing}
        aria-describedby={`${id}-notes`}
        value={value.note}
        onChange={(event) => onChange({ ...value, note: event.target.value })}
      />
      <div id={`${id}-notes`} className="field-notes" role="alert">
        {missing && <p className="field-problem">{basic('errors.REASON_REQUIRED')}</p>}
      </div>
    </div>
  )
}
