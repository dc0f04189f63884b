/** What a reviewer wrote at one question of a response that was returned. */
import { useAsking } from './asking.ts'

export function NoteAt({ id, answer }: { id: string; answer: string }) {
  const { notes, say } = useAsking()
  const note = notes[answer]
  if (note === undefined) return null
  return (
    <p id={id} className="q-noted">
      {say('returned.note', { note })}
    </p>
  )
}
