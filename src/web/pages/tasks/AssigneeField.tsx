import { people } from '#contract/people.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { LookupSelect } from '../../form/LookupSelect.tsx'
import { Button } from '../../ui/Button.tsx'

interface AssigneeFieldProps {
  id: string
  value: number | undefined
  onChange: (assignee: number | undefined) => void
}

/** Whose a task is to be; none is a choice too. */
export function AssigneeField({ id, value, onChange }: AssigneeFieldProps) {
  const t = useText()
  const { user } = useSession()
  return (
    <div className="field">
      <label htmlFor={id}>{t('tasks.assignee')}</label>
      <LookupSelect id={id} list={people.participants} get={people.get} allowClear value={value} onChange={onChange} />
      {user && user.id !== value && (
        <Button look="text" onClick={() => onChange(user.id)}>
          {t('tasks.toMe')}
        </Button>
      )}
    </div>
  )
}
