/** Of the people of a subject, those whom the rule is for. */
import { siteCategories } from '#contract/site-categories.ts'
import { type AccessFilter, oldestAge } from '#domain/people/access-rule.ts'
import { LookupSelect } from '../../../form/LookupSelect.tsx'
import { useText } from '../../../i18n/text.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { UnitSelect } from '../../../units/UnitSelect.tsx'

interface FilterFieldsProps {
  names: readonly (keyof AccessFilter)[]
  filter: AccessFilter
  onChange: (filter: AccessFilter) => void
}

const longestGender = 40

export function FilterFields({ names, filter, onChange }: FilterFieldsProps) {
  const t = useText()
  const set = (changes: AccessFilter) => onChange({ ...filter, ...changes })
  return (
    <fieldset className="access-filter">
      <legend>{t('surveyAccess.only')}</legend>
      {names.map((name) => (
        <label key={name} data-field={name}>
          {t(`surveyAccess.${name}`)}
          <FilterField name={name} filter={filter} set={set} />
        </label>
      ))}
    </fieldset>
  )
}

interface FilterFieldProps {
  name: keyof AccessFilter
  filter: AccessFilter
  set: (changes: AccessFilter) => void
}

function FilterField({ name, filter, set }: FilterFieldProps) {
  const t = useText()
  switch (name) {
    case 'gender':
      return (
        <TextInput
          maxLength={longestGender}
          value={filter.gender ?? ''}
          onChange={({ target }) => set({ gender: target.value })}
        />
      )
    case 'ageMin':
    case 'ageMax':
      return (
        <NumberInput
          inputMode="numeric"
          min={0}
          max={oldestAge}
          value={filter[name] ?? null}
          onChange={(age) => set({ [name]: age === null ? undefined : Math.round(age) })}
        />
      )
    case 'administrativeUnitId':
      return (
        <UnitSelect
          className="access-unit"
          aria-label={t('surveyAccess.administrativeUnitId')}
          allowClear
          value={filter.administrativeUnitId}
          onChange={(id) => set({ administrativeUnitId: id })}
        />
      )
    case 'siteCategoryId':
      return (
        <LookupSelect
          className="access-unit"
          aria-label={t('surveyAccess.siteCategoryId')}
          allowClear
          list={siteCategories.list}
          get={siteCategories.get}
          value={filter.siteCategoryId}
          onChange={(id) => set({ siteCategoryId: id })}
        />
      )
  }
}
