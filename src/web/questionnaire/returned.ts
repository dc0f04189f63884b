/** What a reviewer asks to correct in answers that were returned. Pure. */
export interface Returned {
  /** About the whole of them; empty when nothing was written. */
  reason: string
  /** By `answerKey`. */
  notes: Readonly<Record<string, string>>
}

interface Noted {
  reason: string | null
  issueCategoryTitle: string | null
  notes: readonly { key: string; note: string }[]
}

export function returnedWith({ reason, issueCategoryTitle, notes }: Noted): Returned {
  return {
    reason: [issueCategoryTitle, reason].filter(Boolean).join(' · '),
    notes: notesByAnswer(notes),
  }
}

/** By `answerKey`: a note at the text of "other" is one at its question. */
export function notesByAnswer(notes: Noted['notes']): Returned['notes'] {
  return Object.fromEntries(notes.map(({ key, note }) => [key.replace(/\.other$/, ''), note]))
}
