/** The further columns of an option, which the filter of its question looks at: `district = north`, one a line. */
import { useState } from 'react'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { TextArea } from '../../../ui/TextInput.tsx'

type Columns = Record<string, string>

export function ColumnsField() {
  const { values, set, readOnly } = useForm()
  const [text, setText] = useState(() => linesOf(values['columns'] as Columns | null | undefined))
  return (
    <FieldFrame name="columns" help="answers.columnsHelp">
      <TextArea
        rows={2}
        spellCheck={false}
        readOnly={readOnly}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          set('columns', columnsOf(target.value))
        }}
      />
    </FieldFrame>
  )
}

function linesOf(columns: Columns | null | undefined): string {
  return Object.entries(columns ?? {})
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n')
}

/** Null without any. */
function columnsOf(text: string): Columns | null {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const [name = '', ...rest] = line.split('=')
    const value = rest.join('=').trim()
    return name.trim() === '' || value === '' ? [] : [[name.trim(), value]]
  })
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}
