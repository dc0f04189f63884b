import { useFormat } from '../i18n/text.ts'
import { fact, Facts } from '../ui/Facts.tsx'

/** What an upload came to, in figures. */
export function Counts({ counts }: { counts: readonly (readonly [name: string, count: number])[] }) {
  const format = useFormat()
  return <Facts className="excel-counts" of={counts.map(([name, count]) => fact(name, format.number(count)))} />
}
