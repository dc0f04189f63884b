/** The rights given on all surveys that the reader manages, and the rule that gives another (seed §2). */
import { useLocation } from 'react-router'
import { accessList, type SurveyAccess, surveyAccess } from '#contract/survey-access.ts'
import { useCan } from '../../../api/session.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { choice, column, dateTime, link, optional, title } from '../../../list/columns.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { SurveyFilter } from '../../../survey/SurveyFilter.tsx'
import { useList } from '../../../list/use-list.ts'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { FilterWords } from './FilterWords.tsx'

const NewRule = lazyDialog(async () => (await import('./NewRule.tsx')).NewRule)

const columns = [
  title('subjectName'),
  choice('subjectType', 'surveyAccess.subjectType'),
  choice('right', 'surveyAccess.right'),
  link('surveyTitle', 'surveyId', '/survey'),
  column('filter', ({ filter }: SurveyAccess) => (filter ? <FilterWords filter={filter} /> : <Blank />)),
  column('expiresAt', (access: SurveyAccess) => <End access={access} />),
  optional(column('createdBy', ({ createdBy }: SurveyAccess) => createdBy?.name ?? <Blank />)),
  dateTime('createdAt'),
]

/** The survey has a control of its own. */
const { surveyId: _surveyId, ...kinds } = accessList.filters
const { list: read, remove, removeMany } = surveyAccess

export function AccessPage() {
  const t = useText()
  const allowed = useCan('surveys.access')
  const modal = useOpenedWord('modal')
  const { pathname } = useLocation()
  const list = useList(read, columns, {
    name: 'surveyAccess',
    filters: ['surveyId'],
    kinds,
    canBeBlank: (name) => name === 'expiresAt',
    sort: accessList.sort,
    exporting: { start: surveyAccess.export, keys: Object.keys(accessList.file.shape) },
    label: ({ subjectName, right }) => `${subjectName}: ${t(`surveyAccess.right.${right}`)}`,
    open: ({ surveyId }) => `/survey/${surveyId}?tab=access`,
    emptyText: 'surveyAccess.empty',
  })
  const editor = {
    canWrite: allowed,
    openForm: () => modal.open('create'),
    removal: { list: read, remove, removeMany, allowed },
    form: modal.value === 'create' && <NewRule onClose={modal.close} />,
  }
  return (
    <ListPage
      title="surveyAccess.title"
      {...list}
      editor={editor}
      filters={<SurveyFilter view={list.view} />}
      filtersOpen={pathname.endsWith('/Filter')}
    />
  )
}

function End({ access: { expiresAt, isExpired } }: { access: SurveyAccess }) {
  const t = useText()
  const format = useFormat()
  if (expiresAt === null) return <Blank />
  const time = format.dateTime(expiresAt)
  return isExpired ? <span className="access-expired">{t('surveyAccess.expired', { time })}</span> : time
}

function Blank() {
  return <span className="blank">–</span>
}
