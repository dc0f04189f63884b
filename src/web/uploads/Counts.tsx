import { useFormat } from '../i18n/text.ts'
import { Fact } from '../ui/Facts.tsx'

/** What an upload came to, in figures. */
export function Counts({ counts }: { counts: readonly (readonly [name: string, count: number])[] }) {
  const format = useFormat()
  return (
    <dl className="excel-counts">
      {counts.map(([name, count]) => (
        <Fact key={name} name={name}>
          {format.number(count)}
        </Fact>
      ))}
    </dl>
  )
}
