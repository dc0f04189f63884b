/** Filters by user, action, subject, time and address; the URL holds all of them. */
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
import type { LogTable } from './use-log-table.ts'

const day = 'YYYY-MM-DD'

export function LogFilters({ table }: { table: LogTable }) {
  const t = useText()
  const textOr = useTextOr()
  const isFiltered = logFilterNames.some((name) => table.state.filters[name] !== undefined)
  return (
    <search className="log-filters" aria-label={t('logs.filters')}>
      <DayFilter table={table} name="from" />
      <DayFilter table={table} name="to" />
      <TextFilter table={table} name="actor" hint={t('logs.actorHint')} maxLength={100} />
      <ActionFilter table={table} />
      <FilterSelect
        table={table}
        name="subjectType"
        options={subjectTypes.map((value) => ({ value, label: textOr(`logs.subject.${value}`, value) }))}
      />
      <TextFilter table={table} name="subjectId" maxLength={100} />
      <TextFilter table={table} name="address" maxLength={60} />
      {isFiltered && (
        <IconButton
          label={t('logs.clearFilters')}
          icon={<CloseOutlined />}
          onClick={() => table.show(Object.fromEntries(logFilterNames.map((name) => [name, undefined])))}
        />
      )}
    </search>
  )
}

/** One action, or all actions of an area. */
function ActionFilter({ table }: { table: LogTable }) {
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
      value={table.state.filters['action'] ?? null}
      options={options}
      onChange={(value: string | null | undefined) => table.show({ action: value ?? undefined })}
    />
  )
}

function DayFilter({ table, name }: { table: LogTable; name: 'from' | 'to' }) {
  const t = useText()
  const { [name]: value, [name === 'from' ? 'to' : 'from']: other } = table.state.filters
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
      onChange={(date) => table.show({ [name]: date?.format(day) })}
    />
  )
}
