/** Ant Design's calendar: three languages, the keyboard, times of day. The browser's own differs from one to the next. */
import { DatePicker as AntDatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { AriaAttributes, KeyboardEvent } from 'react'
import { statusOf } from './antd-status.ts'

interface DatePickerProps extends AriaAttributes {
  id?: string
  className?: string
  placeholder?: string
  disabled?: boolean
  format: string
  showTime?: { format: string } | false
  minDate?: Dayjs
  disabledDate?: (day: Dayjs) => boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  onKeyDown?: (event: KeyboardEvent) => void
  value: Dayjs | null
  onChange: (day: Dayjs | null) => void
}

export function DatePicker(props: DatePickerProps) {
  return <AntDatePicker {...props} {...statusOf(props)} />
}

interface LastDayPickerProps extends Omit<DatePickerProps, 'format' | 'value' | 'onChange'> {
  /** The end of the day, as an ISO moment. */
  value: string | null
  onChange: (end: string | null) => void
}

/** The last day on which something holds, from today on. */
export function LastDayPicker({ value, onChange, ...props }: LastDayPickerProps) {
  return (
    <DatePicker
      {...props}
      format="YYYY-MM-DD"
      minDate={dayjs()}
      value={value === null ? null : dayjs(value)}
      onChange={(day) => onChange(day?.endOf('day').toISOString() ?? null)}
    />
  )
}
