/** A day or a moment. By itself in a chunk: the calendar is heavy and few forms need it. */
import dayjs from 'dayjs'
import { useState } from 'react'
import type { DateProps } from './controls.tsx'
import { FieldFrame } from './Field.tsx'
import { useForm } from './form-context.ts'
import { DatePicker } from '../ui/DatePicker.tsx'

export function DateControl({ name, help, withTime = false }: DateProps) {
  const { values, set, readOnly } = useForm()
  const [open, setOpen] = useState(false)
  const value = values[name]
  return (
    <FieldFrame name={name} help={help}>
      <DatePicker
        className="field-wide"
        disabled={readOnly}
        showTime={withTime ? { format: 'HH:mm' } : false}
        format={withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
        value={typeof value === 'string' && value !== '' ? dayjs(value) : null}
        open={open}
        onOpenChange={setOpen}
        onKeyDown={(event) => {
          // Enter opens the calendar or takes the typed date; it does not send the form.
          if (event.key === 'Enter') event.preventDefault()
          if (event.key === 'Enter' || event.key === 'ArrowDown') setOpen(true)
        }}
        onChange={(day) => set(name, withTime ? day?.toISOString() : day?.format('YYYY-MM-DD'))}
      />
    </FieldFrame>
  )
}
