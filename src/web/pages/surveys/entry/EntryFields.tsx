/** Who was asked, on which day and, where the survey looks at places, at which one. */
import { type ReactNode, useId } from 'react'
import type { EntryForm } from '#contract/entry.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { EntryWork } from './entry-work.ts'
import '../../../form/form.css'

interface EntryFieldsProps {
  form: EntryForm
  work: EntryWork
  today: string
  problems: readonly FieldProblem[]
  onChange: (changes: Partial<EntryWork>) => void
}

export function EntryFields({ form, work, today, problems, onChange }: EntryFieldsProps) {
  const t = useText()
  const of = (path: string) => problems.filter((each) => each.path === path)
  const phone = { required: form.participantRequired, problems: of('participantPhone') }
  return (
    <div className="entry-fields">
      <EntryField label={t('entry.phone')} help={t('entry.phoneHelp')} {...phone}>
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            value={work.participantPhone}
            onChange={({ target }) => onChange({ participantPhone: target.value })}
          />
        )}
      </EntryField>
      <EntryField label={t('entry.name')} help={t('entry.nameHelp')} problems={of('participantName')}>
        {(control) => (
          <TextInput
            {...control}
            value={work.participantName}
            onChange={({ target }) => onChange({ participantName: target.value })}
          />
        )}
      </EntryField>
      <EntryField label={t('entry.day')} problems={of('submittedAt')}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            max={today}
            value={work.day}
            onChange={({ target }) => onChange({ day: target.value })}
          />
        )}
      </EntryField>
      {form.fence !== 'OFF' &&
        (['latitude', 'longitude'] as const).map((name) => (
          <EntryField key={name} label={t(`entry.${name}`)} required={form.fence === 'BLOCK'} problems={of(name)}>
            {(control) => (
              <NumberInput {...control} value={work[name]} onChange={(value) => onChange({ [name]: value })} />
            )}
          </EntryField>
        ))}
    </div>
  )
}

interface EntryFieldProps {
  label: string
  help?: string
  required?: boolean
  problems: readonly FieldProblem[]
  children: (control: {
    id: string
    'aria-invalid': boolean
    'aria-required': boolean
    'aria-describedby': string
  }) => ReactNode
}

function EntryField({ label, help, required = false, problems, children }: EntryFieldProps) {
  const problemText = useProblemText()
  const id = useId()
  const isWrong = problems.length > 0
  const control = { id, 'aria-invalid': isWrong, 'aria-required': required, 'aria-describedby': `${id}-notes` }
  return (
    <div className="field" data-invalid={isWrong}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children(control)}
      <div id={`${id}-notes`} className="field-notes">
        {problems.map((problem) => (
          <p key={problem.code} className="field-problem">
            {problemText(problem)}
          </p>
        ))}
        {help !== undefined && <p>{help}</p>}
      </div>
    </div>
  )
}
