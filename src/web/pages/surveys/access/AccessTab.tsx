/** The people with access to the survey: those who see it by default, and those with a right, its end and its giver. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { AccessForm } from './AccessForm.tsx'
import { FeedTokens } from './FeedTokens.tsx'
import { ParticipantLinks } from './ParticipantLinks.tsx'
import { TokenPanel } from './TokenPanel.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { surveyAccess, type SurveyAccess } from '#contract/survey-access.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { accessQuery } from './access-query.ts'
import '../../../ui/access.css'
import './access.css'
import dayjs from 'dayjs'
import { useState } from 'react'
import { type SurveyLink, surveyLinks } from '#contract/survey-links.ts'
import { isOwnMachine, linkPath } from '#domain/surveys/survey-link.ts'
import { basePath } from '../../../api/page-settings.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { DatePicker } from '../../../ui/DatePicker.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toast } from '../../../ui/toasts.ts'
import { BankOutlined, DeleteOutlined, EnvironmentOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons'
import { maxPageSize } from '#contract/fields.ts'
import { DeleteDialog } from '../../../list/DeleteDialog.tsx'
import { lastPage } from '../../../list/list-state.ts'
import { Pages } from '../../../list/Pager.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FilterWords } from './FilterWords.tsx'

export function AccessTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'manage', 'surveys.access')
  return (
    <Stack gap="large">
      <AnywayCard survey={survey} mayManage={refusal === undefined} />
      <Panel>
        <h2>{t('surveyAccess.given')}</h2>
        {refusal === undefined ? (
          <>
            <AccessForm surveyId={survey.id} />
            <GivenList surveyId={survey.id} />
          </>
        ) : (
          <Note tone="neutral">{refusal}</Note>
        )}
      </Panel>
      <LinkPanel survey={survey} />
      <ParticipantLinks survey={survey} />
      <TokenPanel survey={survey} />
      {refusal === undefined && <FeedTokens surveyId={survey.id} />}
    </Stack>
  )
}

/** People who see the survey without a rule: its owner, users who see all, everybody for a public one. */
function AnywayCard({ survey, mayManage }: { survey: SurveyDetail; mayManage: boolean }) {
  const t = useText()
  const { user } = useSession()
  const { owner, accessibility, ties } = survey
  const { data } = useCall(surveyAccess.list, { query: accessQuery(survey.id, 1) }, { enabled: mayManage })
  const roles = data?.seeAll.join(', ')
  return (
    <Panel>
      <h2>{t('surveyAccess.anyway')}</h2>
      <dl className="access-anyway">
        <div>
          <dt>{t('surveyAccess.owner')}</dt>
          <dd>
            {owner === null ? t('surveyAccess.noOwner') : owner.name}
            {owner !== null && owner.id === user?.id && ` (${t('surveyAccess.you')})`}
          </dd>
        </div>
        <div>
          <dt>{t('surveyAccess.everybody')}</dt>
          <dd>{t(`surveyAccess.is.${accessibility}`)}</dd>
        </div>
        <div>
          <dt>{t('surveyAccess.seeAll')}</dt>
          <dd>{roles ? t('surveyAccess.rolesSeeAll', { roles }) : t('surveyAccess.someSeeAll')}</dd>
        </div>
        <div>
          <dt>{t('surveyAccess.yours')}</dt>
          <dd>{ties.map((tie) => t(`surveyAccess.tie.${tie}`)).join(' · ')}</dd>
        </div>
      </dl>
    </Panel>
  )
}

function LinkPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const link = useCall(surveyLinks.get, { params: { id: survey.id } })
  return (
    <Panel>
      <h2>{t('surveyLink.heading')}</h2>
      <p>{t('surveyLink.what')}</p>
      {link.error && <LoadProblem error={link.error} onRetry={() => void link.refetch()} />}
      {link.data && <LinkFields key={link.data.data.version} survey={survey} link={link.data.data} />}
    </Panel>
  )
}

type Settings = Pick<SurveyLink, 'isOn' | 'maxResponses' | 'expiresAt'>

function LinkFields({ survey, link }: { survey: SurveyDetail; link: SurveyLink }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'manage', 'surveys.write')
  const [changes, setChanges] = useState<Partial<Settings>>({})
  const send = useSend(surveyLinks.update, { refreshes: [surveyLinks.get] })
  const { isOn, maxResponses, expiresAt }: Settings = { ...link, ...changes }
  const isDirty = Object.keys(changes).length > 0
  const set = (more: Partial<Settings>) => setChanges({ ...changes, ...more })

  async function save() {
    await send.mutateAsync({ params: { id: survey.id }, body: { ...changes, version: link.version } })
    toast(t('surveyLink.saved'))
  }

  return (
    <div className="link-settings">
      {refusal !== undefined && <Note tone="neutral">{refusal}</Note>}
      <label className="link-switch">
        <Switch checked={isOn} disabled={refusal !== undefined} onChange={(next) => set({ isOn: next })} />
        {t('surveyLink.isOn')}
      </label>
      {link.isOn ? (
        <>
          <CopyText text={`${location.origin}${basePath}${linkPath(link.encodedId)}`} />
          {isOwnMachine(location.hostname) && <Note tone="warning">{t('surveyLink.ownMachine')}</Note>}
        </>
      ) : (
        <p className="access-none">{t('surveyLink.off')}</p>
      )}
      <div className="link-limits">
        <label>
          {t('surveyLink.most')}
          <NumberInput
            value={maxResponses}
            min={1}
            disabled={refusal !== undefined}
            placeholder={t('surveyLink.noMost')}
            onChange={(next) => set({ maxResponses: next })}
          />
        </label>
        <label>
          {t('surveyLink.until')}
          <DatePicker
            format="YYYY-MM-DD"
            disabled={refusal !== undefined}
            placeholder={t('surveyAccess.forGood')}
            minDate={dayjs()}
            value={expiresAt === null ? null : dayjs(expiresAt)}
            onChange={(day) => set({ expiresAt: day?.endOf('day').toISOString() ?? null })}
          />
        </label>
      </div>
      <p className="access-hint">{t('surveyLink.came', { count: link.responseCount })}</p>
      <ErrorNote error={send.error} />
      <Button
        look="primary"
        refusal={refusal}
        disabled={!isDirty}
        loading={send.isPending}
        onClick={() => void save().catch(() => undefined)}
      >
        {t('action.save')}
      </Button>
    </div>
  )
}

const { list, remove, removeMany } = surveyAccess
const removal = { list, remove, removeMany, allowed: true }

/** The rights given on the survey, the latest first. */
function GivenList({ surveyId }: { surveyId: number }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [doomed, setDoomed] = useState<SurveyAccess>()
  const { data, error, refetch } = useCall(list, { query: accessQuery(surveyId, page) }, { keepPrevious: true })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <output className="skeleton" aria-label={t('form.loading')} />
  return (
    <>
      {data.total === 0 && <p className="access-none">{t('surveyAccess.none')}</p>}
      <ul className="access-list">
        {data.list.map((access) => (
          <AccessItem key={access.id} access={access} onRemove={() => setDoomed(access)} />
        ))}
      </ul>
      {data.total > maxPageSize && (
        <nav className="pager" aria-label={t('list.pages')}>
          <Pages page={page} last={lastPage(data.total, maxPageSize)} onPage={setPage} />
        </nav>
      )}
      {doomed && (
        <DeleteDialog
          removal={removal}
          targets={[{ id: doomed.id, label: `${doomed.subjectName}: ${t(`surveyAccess.tie.${doomed.right}`)}` }]}
          onGone={() => undefined}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

const icons = {
  ROLE: TeamOutlined,
  USER: UserOutlined,
  COMPANY: BankOutlined,
  ADMIN_UNIT: EnvironmentOutlined,
  SITE: EnvironmentOutlined,
}

function AccessItem({ access, onRemove }: { access: SurveyAccess; onRemove: () => void }) {
  const t = useText()
  const format = useFormat()
  const { subjectType, subjectName, right, createdBy, createdAt } = access
  const Icon = icons[subjectType]
  const date = format.date(createdAt)
  return (
    <li data-expired={access.isExpired}>
      <span className="access-who">
        <span aria-hidden="true">
          <Icon />
        </span>
        <strong>{subjectName}</strong>
        <span className="access-kind">{t(`surveyAccess.subjectType.${subjectType}`)}</span>
      </span>
      <span>
        {t(`surveyAccess.tie.${right}`)}
        {access.filter && (
          <span className="access-kind">
            {' '}
            (<FilterWords filter={access.filter} />)
          </span>
        )}
      </span>
      <span className="access-until">{useUntilText(access)}</span>
      <span className="access-by">
        {createdBy ? t('surveyAccess.by', { name: createdBy.name, date }) : t('surveyAccess.on', { date })}
      </span>
      <IconButton
        label={t('surveyAccess.remove', { name: subjectName, right: t(`surveyAccess.tie.${right}`) })}
        icon={<DeleteOutlined />}
        tone="danger"
        onClick={onRemove}
      />
    </li>
  )
}

function useUntilText({ expiresAt, isExpired }: SurveyAccess): string {
  const t = useText()
  const format = useFormat()
  if (expiresAt === null) return t('surveyAccess.forGood')
  return t(isExpired ? 'surveyAccess.expired' : 'surveyAccess.until', { time: format.dateTime(expiresAt) })
}
