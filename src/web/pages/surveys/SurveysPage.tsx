import { surveys, type Survey } from '#contract/surveys.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { column, date, endColumn, number, title } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useResourceTable } from '../../list/use-resource-table.ts'
import { SurveyForm } from './SurveyForm.tsx'
import { SurveyPay } from './SurveyPay.tsx'

const columns = [
  title('title'),
  column('status', (survey: Survey) => <RecordStatus of="surveys" status={survey.status} />),
  endColumn('amount', (survey: Survey) => <SurveyPay survey={survey} />),
  number('currentVersion'),
  number('questionCount'),
  number('responseCount'),
  date('updatedAt'),
]

export function SurveysPage() {
  const t = useText()
  const canWrite = useCan(surveys.write)
  const table = useResourceTable(surveys, columns, {
    open: ({ id }) => `/survey/${id}`,
  })
  const edit = (id: number) => ({ text: t('surveys.editAction'), act: () => table.openForm(id) })
  return (
    <ListPage
      title="surveys.title"
      table={table}
      canWrite={canWrite}
      rowActions={(survey) => (canWrite ? [edit(survey.id)] : [])}
    >
      <SurveyForm editing={table.editing} onDone={table.closeForm} readOnly={!canWrite} />
    </ListPage>
  )
}
