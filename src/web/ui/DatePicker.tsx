/** Ant Design's calendar: three languages, the keyboard, times of day. The browser's own differs from one to the next. */
import { DatePicker as AntDatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
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
