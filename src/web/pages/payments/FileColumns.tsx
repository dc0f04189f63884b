/** How a provider's file is read: its first lines, the heading of each value, and how its days and amounts are written. */
import type { ReactNode } from 'react'
import type { Conventions } from '#domain/text/written-values.ts'
import { FieldBox } from '../../form/FieldBox.tsx'
import { useText } from '../../i18n/text.ts'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { Table } from '../../ui/Table.tsx'
import { Choice } from './Choice.tsx'
import './file-columns.css'

export interface FileMapping<Name extends string> extends Conventions {
  /** The row of the headings, as Excel counts. */
  headingRow: number
  columns: Partial<Record<Name, string>>
}

interface FileColumnsProps<Name extends string> {
  /** The first rows of the file. */
  rows: readonly (readonly string[])[]
  mapping: FileMapping<Name>
  names: readonly Name[]
  missing: readonly Name[]
  labelOf: (name: Name) => string
  change: (changes: Partial<FileMapping<Name>>) => void
  /** What else is to be said of such a file. */
  children?: ReactNode
}

export function FileColumns<Name extends string>(props: FileColumnsProps<Name>) {
  const { rows, mapping, names, missing, labelOf, change, children } = props
  const t = useText()
  const { headingRow, columns } = mapping
  const cells = rows[headingRow - 1] ?? []
  const headings = [...new Set(cells.map((text) => text.trim()))].filter((text) => text !== '')
  const setColumn = (name: Name, heading: string | undefined) => {
    const others = { ...columns }
    delete others[name]
    change({ columns: heading === undefined ? others : { ...others, [name]: heading } })
  }
  return (
    <>
      <SampleTable headings={cells} rows={rows.slice(headingRow, headingRow + 5)} />
      <div className="file-columns">
        <Choice
          label={t('statements.headingRow')}
          value={headingRow}
          options={rows.map((_, at) => [at + 1, String(at + 1)])}
          onChange={(next) => change({ headingRow: next, columns: {} })}
        />
        {names.map((name) => (
          <FieldBox key={name} label={labelOf(name)} required={missing.includes(name)}>
            <NativeSelect<string>
              none={t('statements.noColumn')}
              value={columns[name]}
              options={headings.map((value) => ({ value, label: value }))}
              onChange={(heading) => setColumn(name, heading)}
            />
          </FieldBox>
        ))}
        <Choice
          label={t('statements.dates')}
          value={mapping.dates}
          options={[
            ['DAY_FIRST', t('statements.dayFirst')],
            ['MONTH_FIRST', t('statements.monthFirst')],
          ]}
          onChange={(dates) => change({ dates })}
        />
        <Choice
          label={t('statements.decimals')}
          value={mapping.decimals}
          options={[
            ['POINT', '1,250.50'],
            ['COMMA', '1.250,50'],
          ]}
          onChange={(decimals) => change({ decimals })}
        />
        {children}
      </div>
    </>
  )
}

interface SampleTableProps {
  headings: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** The first lines of a file. */
export function SampleTable({ headings, rows }: SampleTableProps) {
  const t = useText()
  return (
    <Table heads={headings.map((words) => ({ words }))} className="file-sample" label={t('statements.sample')}>
      {rows.map((row, at) => (
        <tr key={at}>
          {headings.map((_, place) => (
            <td key={place}>{row[place]}</td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
