/** A table of some rows: `<Table heads={['excel.column', endHead('excel.row')]}>{rows}</Table>`. Lists have `DataTable`. */
import type { ReactNode } from 'react'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import './table.css'

/** `words`: of a column that is named by data. */
type Head = MessageId | { text: MessageId; className: string } | { words: string; className?: string }

/** Over a column of figures. */
export function endHead(text: MessageId): Head {
  return { text, className: 'table-end' }
}

interface TableProps {
  heads: readonly Head[]
  /** Of the frame. */
  className?: string
  /** The name of a table that scrolls by itself. */
  label?: string
  caption?: string
  children: ReactNode
}

export function Table({ heads, className = '', label, caption, children }: TableProps) {
  const frame = `table-frame ${className}`
  const table = (
    <table className="table">
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <TableHead heads={heads} />
      <tbody>{children}</tbody>
    </table>
  )
  if (label === undefined) return <div className={frame}>{table}</div>
  return (
    // It takes the focus, for the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={frame} aria-label={label} tabIndex={0}>
      {table}
    </section>
  )
}

/** For a table with a look of its own. */
export function TableHead({ heads, className }: Pick<TableProps, 'heads' | 'className'>) {
  const t = useText()
  return (
    <thead className={className}>
      <tr>
        {heads.map((head, at) => {
          const { className, ...named } = typeof head === 'string' ? { text: head } : head
          return (
            <th key={at} scope="col" className={className}>
              {'words' in named ? named.words : t(named.text)}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
