import { surveys, type Survey } from '#contract/surveys.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { column, date, endColumn, number, title } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { type ListScreen, useResourceList } from '../../list/use-resource-list.ts'
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

const screen: ListScreen<Survey> = {
  resource: surveys,
  path: '/survey',
  title: 'surveys.title',
  columns,
  form: (form) => <SurveyForm {...form} />,
  editText: 'surveys.editAction',
}

export function SurveysPage() {
  return <ListPage {...useResourceList(screen)} />
}
