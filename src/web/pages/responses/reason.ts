/** Why a response has issues or is rejected. */
export interface Reason {
  /** Of the reasons of the house. */
  issueCategoryId?: number | undefined
  note: string
  /** At single answers, by their keys. */
  notes?: readonly { questionId: string; note: string }[]
}

/** As the call takes it. */
export function reasonBody({ issueCategoryId, note, notes = [] }: Reason): object {
  const reason = note.trim()
  const written = notes.filter((each) => each.note.trim() !== '')
  return {
    ...(written.length === 0 ? {} : { notes: written }),
    ...(reason === '' ? {} : { reason }),
    ...(issueCategoryId === undefined ? {} : { issueCategoryId }),
  }
}
