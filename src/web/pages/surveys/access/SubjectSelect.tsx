/** Picks those who can be given a right, by a part of the name. Its value is `ROLE:4`, as ids of kinds may be alike. */
import { useEffect, useRef, useState } from 'react'
import { type AccessSubject, surveyAccess } from '#contract/survey-access.ts'
import type { SubjectType } from '#domain/people/access-rule.ts'
import type { AccessRight } from '#domain/people/survey-access.ts'
import { useCall } from '../../../api/query.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { useText } from '../../../i18n/text.ts'
import { Select } from '../../../ui/Select.tsx'

interface SubjectSelectProps {
  right: AccessRight
  kind: SubjectType | undefined
  /** `Who` unless said. */
  label?: MessageId
  value: AccessSubject | undefined
  onChange: (subject: AccessSubject | undefined) => void
}

const pauseMs = 275
const shownRows = 30

export function SubjectSelect({ right, kind, label = 'surveyAccess.subject', value, onChange }: SubjectSelectProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [q, setQ] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setQ(text.trim()), text === '' ? 0 : pauseMs)
  }
  const query = { right, subjectType: kind, q: q || undefined, pageSize: shownRows }
  const found = useCall(surveyAccess.subjects, { query }, { enabled: open, keepPrevious: true })
  const rows = found.data?.list ?? []
  const others = value && !rows.some((row) => keyOf(row) === keyOf(value)) ? [value] : []
  const kinds = [...Map.groupBy([...others, ...rows], ({ subjectType }) => subjectType)]
  return (
    <Select<string>
      aria-label={t(label)}
      className="access-subject"
      placeholder={t('surveyAccess.subjectHint')}
      allowClear
      showSearch={{ filterOption: false, onSearch: search }}
      value={value ? keyOf(value) : null}
      options={kinds.map(([kind, subjects]) => ({
        label: t(`surveyAccess.kinds.${kind}`),
        options: subjects.map((subject) => ({ value: keyOf(subject), label: labelOf(subject) })),
      }))}
      loading={open && found.isFetching}
      notFoundContent={t(found.isError ? 'list.failed' : found.isPending ? 'form.loading' : 'list.noMatch')}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) search('')
      }}
      onChange={(key: string | null | undefined) => onChange(rows.find((row) => keyOf(row) === key))}
    />
  )
}

function keyOf({ subjectType, subjectId }: AccessSubject): string {
  return `${subjectType}:${subjectId}`
}

function labelOf({ name, detail }: AccessSubject): string {
  return detail === null ? name : `${name} · ${detail}`
}
