/** Payments that people enter by hand: what deserves a second look before they are put forward. */

/** What a person must tick before rows like these are taken: each may be right, none is usual. */
export const manualWarnings = ['SAME_PHONE', 'UNDER_WAY', 'PAID_RECENTLY', 'UNKNOWN_PERSON', 'OTHER_COUNTRY'] as const
export type ManualWarning = (typeof manualWarnings)[number]

/** The number of days in which a payment is recent. */
export const recentDays = 30
/** The most rows of one file. */
export const maxManualRows = 50_000
