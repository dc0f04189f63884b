/** Why a response has issues or is rejected. */
export interface Reason {
  /** Of the reasons of the house. */
  issueCategoryId?: number | undefined
  note: string
}

/** As the call takes it. */
export function reasonBody({ issueCategoryId, note }: Reason): object {
  const reason = note.trim()
  return { ...(reason === '' ? {} : { reason }), ...(issueCategoryId === undefined ? {} : { issueCategoryId }) }
}
