/** Makes a task, or changes its assignee, site, due date and text. */
import { useId, useState } from 'react'
import { sites } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import { type TaskRow, tasks } from '#contract/tasks.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { LookupSelect } from '../../form/LookupSelect.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextArea, TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/toasts.ts'
import { AssigneeField } from './AssigneeField.tsx'
import { taskName } from './task-view.ts'
import '../../form/form.css'

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
    if (!task && survey === undefined) return setMissing(true)
    const { data } = task
      ? await update.mutateAsync({ params: { id: task.id }, body: { ...fields, version: task.version } })
      : await create.mutateAsync({ body: { ...fields, surveyId: survey ?? 0 } })
    toast(t(task ? 'tasks.changed' : 'tasks.made'), taskName(data))
    if (!task) onMade()
    onClose()
  }

  return (
    <ConfirmDialog
      title={t(task ? 'tasks.edit' : 'tasks.new')}
      action={t(task ? 'tasks.save' : 'tasks.make')}
      danger="plain"
      run={run}
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor={`${id}-survey`}>{t('tasks.field.surveyTitle')}</label>
        <LookupSelect
          id={`${id}-survey`}
          list={surveys.list}
          get={surveys.get}
          disabled={task !== undefined}
          value={survey}
          aria-describedby={`${id}-missing`}
          onChange={(chosen) => (setSurvey(chosen), setMissing(false))}
        />
        <div id={`${id}-missing`} className="field-notes" role="alert">
          {missing && <p className="field-problem">{t('tasks.needsSurvey')}</p>}
        </div>
      </div>
      <AssigneeField id={`${id}-assignee`} value={assignee} onChange={setAssignee} />
      <div className="field">
        <label htmlFor={`${id}-site`}>{t('tasks.field.site')}</label>
        <LookupSelect id={`${id}-site`} list={sites.list} get={sites.get} allowClear value={site} onChange={setSite} />
      </div>
      <div className="field">
        <label htmlFor={`${id}-due`}>{t('tasks.field.dueAt')}</label>
        <TextInput id={`${id}-due`} type="date" value={due} onChange={(event) => setDue(event.target.value)} />
      </div>
      <div className="field">
        <label htmlFor={`${id}-note`}>{t('tasks.field.note')}</label>
        <TextArea
          id={`${id}-note`}
          rows={3}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
