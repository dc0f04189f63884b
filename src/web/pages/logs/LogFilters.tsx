/** The controls of the trail beside its filters: the action, and the record that it is about. */
import { subjectTypes } from '#contract/logs.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { deedsByArea } from './actions.ts'
import { SubjectNumber } from './SubjectNumber.tsx'
import type { ListView } from '../../list/list-view.ts'

export function LogFilters({ view }: { view: ListView }) {
  const t = useText()
  const textOr = useTextOr()
  return (
    <search className="log-filters" aria-label={t('logs.filters')}>
      <ActionFilter view={view} />
      <FilterSelect
        view={view}
        name="subjectType"
        options={subjectTypes.map((value) => ({ value, label: textOr(`logs.subject.${value}`, value) }))}
      />
      <SubjectNumber view={view} />
    </search>
  )
}

/** One action, or all actions of an area. */
function ActionFilter({ view }: { view: ListView }) {
  const t = useText()
  const textOr = useTextOr()
  const options = Object.entries(deedsByArea).map(([area, deeds]) => {
    const name = textOr(`logs.area.${area}`, area)
    const single = deeds.map((deed) => {
      const value = `${area}.${deed}`
      return { value, label: textOr(`logs.action.${value}`, value) }
    })
    return { label: name, options: [{ value: area, label: t('logs.anyDeed', { area: name }) }, ...single] }
  })
  return (
    <NativeSelect<string>
      className="list-filter"
      aria-label={t('logs.field.action')}
      none={t('logs.field.action')}
      value={view.state.filters['action']}
      options={options}
      onChange={(action) => view.show({ action })}
    />
  )
}
