/** By whom, what, to what, when and from where; all of it lives in the URL. */
import { CloseOutlined } from '@ant-design/icons'
import dayjs from 'dayjs'
import { useText, useTextOr } from '../../i18n/text.ts'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { deedsByArea, subjectTypes } from './actions.ts'
import { logFilterNames } from './log-query.ts'
import { TextFilter } from './TextFilter.tsx'
import type { ListView } from '../../list/list-view.ts'

const day = 'YYYY-MM-DD'

export function LogFilters({ view }: { view: ListView }) {
  const t = useText()
  const textOr = useTextOr()
  const isFiltered = logFilterNames.some((name) => view.state.filters[name] !== undefined)
  return (
    <search className="log-filters" aria-label={t('logs.filters')}>
      <DayFilter view={view} name="from" />
      <DayFilter view={view} name="to" />
      <TextFilter view={view} name="actor" hint={t('logs.actorHint')} maxLength={100} />
      <ActionFilter view={view} />
      <FilterSelect
        view={view}
        name="subjectType"
        options={subjectTypes.map((value) => ({ value, label: textOr(`logs.subject.${value}`, value) }))}
      />
      <TextFilter view={view} name="subjectId" maxLength={100} />
      <TextFilter view={view} name="address" maxLength={60} />
      {isFiltered && (
        <IconButton
          label={t('logs.clearFilters')}
          icon={<CloseOutlined />}
          onClick={() => view.show(Object.fromEntries(logFilterNames.map((name) => [name, undefined])))}
        />
      )}
    </search>
  )
}

/** One deed, or all that was done in an area. */
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
    <Select<string>
      className="list-filter"
      aria-label={t('logs.field.action')}
      placeholder={t('logs.field.action')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      value={view.state.filters['action'] ?? null}
      options={options}
      onChange={(value: string | null | undefined) => view.show({ action: value ?? undefined })}
    />
  )
}

function DayFilter({ view, name }: { view: ListView; name: 'from' | 'to' }) {
  const t = useText()
  const { [name]: value, [name === 'from' ? 'to' : 'from']: other } = view.state.filters
  const chosen = value === undefined ? undefined : dayjs(value)
  const otherDay = other === undefined ? undefined : dayjs(other)
  return (
    <DatePicker
      className="log-day"
      aria-label={t(`logs.field.${name}`)}
      placeholder={t(`logs.field.${name}`)}
      format={day}
      value={chosen?.isValid() ? chosen : null}
      disabledDate={(date) => {
        if (!otherDay?.isValid()) return false
        return name === 'from' ? date.isAfter(otherDay, 'day') : date.isBefore(otherDay, 'day')
      }}
      onChange={(date) => view.show({ [name]: date?.format(day) })}
    />
  )
}
