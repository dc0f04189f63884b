/** Makes a task, or changes its assignee, site, due date and text. */
import { useId, useState } from 'react'
import { sites } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import { type TaskRow, tasks } from '#contract/tasks.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { FieldBox } from '../../form/FieldBox.tsx'
import { LookupSelect } from '../../form/LookupSelect.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { TextArea, TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/toasts.ts'
import { AssigneeField } from './AssigneeField.tsx'
import { taskName } from './task-view.ts'

interface TaskDialogProps {
  /** Undefined: a new one. */
  task: TaskRow | undefined
  /** Of a new task, where the list is of one survey. */
  surveyId: number | undefined
  onMade: () => void
  onClose: () => void
}

export function TaskDialog({ task, surveyId, onMade, onClose }: TaskDialogProps) {
  const t = useText()
  const [missing, setMissing] = useState(false)
  const id = useId()
  const [survey, setSurvey] = useState(task?.surveyId ?? surveyId)
  const [site, setSite] = useState(task?.site?.id)
  const [assignee, setAssignee] = useState(task?.assignee?.id)
  const [due, setDue] = useState(task?.dueAt?.slice(0, 10) ?? '')
  const [note, setNote] = useState(task?.note ?? '')
  const create = useSend(tasks.create, { refreshes: [tasks.list] })
  const update = useSend(tasks.update, { refreshes: [tasks.list] })

  async function run() {
    const fields = {
      siteId: site ?? null,
      assigneeId: assignee ?? null,
      // Until the end of the day.
      dueAt: due === '' ? null : `${due}T23:59:59Z`,
      note: note.trim() || null,
    }
    if (!task && survey === undefined) {
      setMissing(true)
      return false
    }
    const { data } = task
      ? await update.mutateAsync({ params: { id: task.id }, body: { ...fields, version: task.version } })
      : await create.mutateAsync({ body: { ...fields, surveyId: survey ?? 0 } })
    toast(t(task ? 'tasks.changed' : 'tasks.made'), taskName(data))
    if (!task) onMade()
    return true
  }

  return (
    <ConfirmDialog
      title={t(task ? 'tasks.edit' : 'tasks.new')}
      action={t(task ? 'tasks.save' : 'tasks.make')}
      run={run}
      onClose={onClose}
    >
      <FieldBox label={t('tasks.field.surveyTitle')} problem={missing ? t('tasks.needsSurvey') : undefined} isAlert>
        <LookupSelect
          list={surveys.list}
          get={surveys.get}
          disabled={task !== undefined}
          value={survey}
          onChange={(chosen) => (setSurvey(chosen), setMissing(false))}
        />
      </FieldBox>
      <AssigneeField id={`${id}-assignee`} value={assignee} onChange={setAssignee} />
      <FieldBox label={t('tasks.field.site')}>
        <LookupSelect list={sites.list} get={sites.get} allowClear value={site} onChange={setSite} />
      </FieldBox>
      <FieldBox label={t('tasks.field.dueAt')}>
        <TextInput type="date" value={due} onChange={(event) => setDue(event.target.value)} />
      </FieldBox>
      <FieldBox label={t('tasks.field.note')}>
        <TextArea rows={3} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      </FieldBox>
    </ConfirmDialog>
  )
}
