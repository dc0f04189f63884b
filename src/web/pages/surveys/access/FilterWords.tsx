import { Fragment } from 'react'
import type { SurveyAccess } from '#contract/survey-access.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { useCall } from '../../../api/query.ts'
import { type Text, useText } from '../../../i18n/text.ts'
import { UnitPath } from '../../../units/UnitPath.tsx'

/** The people of a subject whom a grant is for, in words; nothing when it is for all of them. */
export function FilterWords({ filter }: Pick<SurveyAccess, 'filter'>) {
  const t = useText()
  if (!filter) return null
  const { gender, administrativeUnitId, siteCategoryId } = filter
  const parts = [
    gender,
    agesText(t, filter),
    administrativeUnitId !== undefined && <UnitPath id={administrativeUnitId} />,
    siteCategoryId !== undefined && <CategoryTitle id={siteCategoryId} />,
  ].filter(Boolean)
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ))
}

function agesText(t: Text, { ageMin: from, ageMax: to }: NonNullable<SurveyAccess['filter']>): string | undefined {
  if (from !== undefined && to !== undefined) return t('surveyAccess.ages', { from, to })
  if (from !== undefined) return t('surveyAccess.agesFrom', { from })
  return to === undefined ? undefined : t('surveyAccess.agesTo', { to })
}

function CategoryTitle({ id }: { id: number }) {
  const { data } = useCall(siteCategories.get, { params: { id } })
  return data?.data.title ?? `#${id}`
}
