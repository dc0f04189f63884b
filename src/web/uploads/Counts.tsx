import { useFormat } from '../i18n/text.ts'

/** What an upload came to, in figures. */
export function Counts({ counts }: { counts: readonly (readonly [name: string, count: number])[] }) {
  const format = useFormat()
  return (
    <dl className="excel-counts">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
