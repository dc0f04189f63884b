import { BankOutlined, DeleteOutlined, EnvironmentOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { maxPageSize } from '#contract/fields.ts'
import { type SurveyAccess, surveyAccess } from '#contract/survey-access.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { DeleteDialog } from '../../../list/DeleteDialog.tsx'
import { lastPage } from '../../../list/list-state.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Pages } from '../../../list/Pager.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FilterWords } from './FilterWords.tsx'
import { accessQuery } from './access-query.ts'

const { list, remove, removeMany } = surveyAccess
const removal = { list, remove, removeMany, allowed: true }

/** The rights given on the survey, the latest first. */
export function GivenList({ surveyId }: { surveyId: number }) {
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
