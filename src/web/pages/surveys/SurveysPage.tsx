import { AppstoreOutlined, FileAddOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Survey, surveys } from '#contract/surveys.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { column, date, endColumn, number, title } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import type { FormProps } from '../../form/form-state.ts'
import type { MenuEntry } from '../../ui/MenuEntries.tsx'
import { type ListScreen, useResourceList } from '../../list/use-resource-list.ts'
import { Button } from '../../ui/Button.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { offeredMoves } from './life/offered-moves.ts'
import { useDuplicate } from './life/use-duplicate.ts'
import type { PlainMove } from './life/use-move.ts'
import { SurveyForm } from './SurveyForm.tsx'
import { SurveyPay } from './SurveyPay.tsx'
import type { ListView } from '../../list/list-view.ts'
import { toast } from '../../ui/toasts.ts'
import { withRows } from '../../views/look.ts'
import { changeLook } from '../../views/look-store.ts'
import { surveyStatuses } from '#domain/surveys/survey.ts'
import { withWords } from '../../list/list-state.ts'
import type { List } from '../../list/use-list.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

const MoveDialog = lazyDialog(async () => (await import('./life/MoveDialog.tsx')).MoveDialog)

const SurveyFileDialog = lazyDialog(
  async () => (await import('./form-file/SurveyFileDialog.tsx')).SurveyFileDialog,
  'form-file',
  'excel',
  'survey',
)

const columns = [
  title('title'),
  column('status', (survey: Survey) => <RecordStatus of="surveys" status={survey.status} />),
  endColumn('amount', (survey: Survey) => <SurveyPay survey={survey} />),
  number('currentVersion'),
  number('questionCount'),
  number('responseCount'),
  date('updatedAt'),
]

const screen = {
  resource: surveys,
  path: '/survey',
  title: 'surveys.title',
  columns,
} satisfies Partial<ListScreen<Survey>>

/** For a user who does not see all surveys: an empty list says how one comes into it. */
const scoped = { emptyText: 'surveys.noneGiven' } as const

export function SurveysPage() {
  const t = useText()
  const navigate = useNavigate()
  const canWrite = useCan(surveys.write)
  const canPublish = useCan('surveys.publish')
  const seesAll = useCan('surveys.all')
  const { duplicate } = useDuplicate()
  const [moving, setMoving] = useState<{ survey: Survey; move: PlainMove }>()
  const made = useRef<number>(undefined)
  const view = useOpenedWord('view')
  const list = useResourceList({ ...screen, form: newSurveyForm }, { filters: ['status'], ...(seesAll ? {} : scoped) })
  const needsPublish = canPublish ? undefined : t('action.needs', { permission: 'surveys.publish' })

  function movesOf(survey: Survey): MenuEntry[] {
    const { status } = survey
    return offeredMoves(status).map(({ move, refusal }) => ({
      text: t(`surveys.move.${move}`),
      refusal: needsPublish ?? (refusal && t('surveys.moveNotFrom', { status: t(`surveys.status.${status}`) })),
      act: () => {
        // What becomes a version is looked at first.
        if (move === 'PUBLISH' || move === 'PILOT') void navigate(`/survey/${survey.id}?modal=${move.toLowerCase()}`)
        else setMoving({ survey, move })
      },
    }))
  }

  function actionsOf(survey: Survey): MenuEntry[] {
    const own = [
      { text: t('surveys.editAction'), act: () => list.editor.openForm(survey.id) },
      { text: t('surveys.duplicate'), act: () => duplicate(survey.id) },
    ]
    return [...(canWrite ? own : []), ...(canWrite || canPublish ? movesOf(survey) : [])]
  }

  /** A new survey opens, to be filled with content. */
  function newSurveyForm(form: FormProps<Survey>) {
    const onDone = () => {
      if (made.current === undefined) form.onDone()
      else void navigate(`/survey/${made.current}?tab=content`, { replace: true })
    }
    return <SurveyForm {...form} onDone={onDone} onMade={(id) => (made.current = id)} />
  }

  return (
    <ListPage
      {...list}
      actions={
        canWrite && (
          <Button icon={<FileAddOutlined />} onClick={() => view.open('import')}>
            {t('surveys.fromFile')}
          </Button>
        )
      }
      above={<StatusTabs list={list} />}
      filters={<RowsSwitch view={list.view} />}
      rowActions={actionsOf}
    >
      {view.value === 'import' && canWrite && <SurveyFileDialog onClose={view.close} />}
      {moving && <MoveDialog {...moving} onClose={() => setMoving(undefined)} />}
    </ListPage>
  )
}

const icons = { table: <UnorderedListOutlined />, cards: <AppstoreOutlined /> }

/** Rows of a table or cards, kept for this person like the columns. A phone always has cards. */
function RowsSwitch({ view: { look, keptAs } }: { view: ListView }) {
  const t = useText()
  const shown = look.rows ?? 'table'
  return (
    <fieldset className="survey-rows wide-only" aria-label={t('surveys.rows')}>
      {(['table', 'cards'] as const).map((rows) => (
        <button
          key={rows}
          type="button"
          className="icon-button"
          aria-pressed={rows === shown}
          aria-label={t(`surveys.rows.${rows}`)}
          title={t(`surveys.rows.${rows}`)}
          onClick={() => changeLook(keptAs, withRows(look, rows), () => toast(t('list.lookFailed')))}
        >
          {icons[rows]}
        </button>
      ))}
    </fieldset>
  )
}

/** All surveys, and each status with its number under the other filters. */
function StatusTabs({ list }: { list: Pick<List<Survey>, 'data' | 'view'> }) {
  const t = useText()
  const [search] = useSearchParams()
  const { statusCounts: counts } = (list.data.answer ?? {}) as { statusCounts?: Record<Survey['status'], number> }
  const to = (status: string | undefined) => ({ search: withWords(search, { status, page: undefined }).toString() })
  return (
    <LinkTabs
      label={t('surveys.field.status')}
      open={list.view.state.filters['status'] ?? 'all'}
      tabs={[
        {
          key: 'all',
          to: to(undefined),
          text: t('surveys.all'),
          count: counts && Object.values(counts).reduce((sum, count) => sum + count, 0),
        },
        ...surveyStatuses.map((status) => ({
          key: status,
          to: to(status),
          text: t(`surveys.status.${status}`),
          count: counts?.[status],
        })),
      ]}
    />
  )
}
