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
  const [ages, parted] = [agesText(t, filter), ' · ']
  return (
    <>
      {gender}
      {ages !== undefined && `${gender === undefined ? '' : parted}${ages}`}
      {administrativeUnitId !== undefined && (
        <>
          {(gender ?? ages) !== undefined && parted}
          <UnitPath id={administrativeUnitId} />
        </>
      )}
      {siteCategoryId !== undefined && (
        <>
          {(gender ?? ages ?? administrativeUnitId) !== undefined && parted}
          <CategoryTitle id={siteCategoryId} />
        </>
      )}
    </>
  )
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
