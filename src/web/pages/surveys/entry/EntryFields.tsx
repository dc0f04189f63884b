/** Who was asked, on which day and, where the survey looks at places, at which one. */
import type { EntryForm } from '#contract/entry.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { EntryWork } from './entry-work.ts'

interface EntryFieldsProps {
  form: EntryForm
  work: EntryWork
  today: string
  problems: readonly FieldProblem[]
  onChange: (changes: Partial<EntryWork>) => void
}

export function EntryFields({ form, work, today, problems, onChange }: EntryFieldsProps) {
  const t = useText()
  const problemText = useProblemText()
  const of = (path: string) => problems.filter((each) => each.path === path).map(problemText)
  const phone = { required: form.participantRequired, problem: of('participantPhone') }
  return (
    <div className="entry-fields">
      <FieldBox label={t('entry.phone')} help={t('entry.phoneHelp')} {...phone}>
        <TextInput
          type="tel"
          value={work.participantPhone}
          onChange={({ target }) => onChange({ participantPhone: target.value })}
        />
      </FieldBox>
      <FieldBox label={t('entry.name')} help={t('entry.nameHelp')} problem={of('participantName')}>
        <TextInput
          value={work.participantName}
          onChange={({ target }) => onChange({ participantName: target.value })}
        />
      </FieldBox>
      <FieldBox label={t('entry.day')} problem={of('submittedAt')}>
        <TextInput
          type="date"
          max={today}
          value={work.day}
          onChange={({ target }) => onChange({ day: target.value })}
        />
      </FieldBox>
      {form.fence !== 'OFF' &&
        (['latitude', 'longitude'] as const).map((name) => (
          <FieldBox key={name} label={t(`entry.${name}`)} required={form.fence === 'BLOCK'} problem={of(name)}>
            <NumberInput value={work[name]} onChange={(value) => onChange({ [name]: value })} />
          </FieldBox>
        ))}
    </div>
  )
}
