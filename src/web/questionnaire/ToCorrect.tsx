/** Above the questions of a response that was returned: what its reviewer asks to correct, and the way there. */
import { useId } from 'react'
import { useAsking } from './asking.ts'
import type { Page } from './pages.ts'
import type { Returned } from './returned.ts'
import { type Wrong, WrongLink } from './Summary.tsx'

interface ToCorrectProps {
  returned: Returned
  /** The questions with notes, as far as they are asked. */
  noted: readonly Wrong[]
  onOpen: (page: Page, focus?: string) => void
}

export function ToCorrect({ returned: { reason, notes }, noted, onOpen }: ToCorrectProps) {
  const { say } = useAsking()
  const id = useId()
  return (
    <section className="note tone-warning q-returned" aria-labelledby={id}>
      <h2 id={id}>{say('returned.title')}</h2>
      {reason !== '' && <p>{say('returned.reason', { reason })}</p>}
      <ul className="q-wrong">
        {noted.map((each) => (
          <li key={each.key}>
            <WrongLink wrong={each} onOpen={onOpen} /> <q>{notes[each.key]}</q>
          </li>
        ))}
      </ul>
    </section>
  )
}
