/** The kept texts that a survey uses around its questions: what people agree to, how they answer, what is said at the end. */

export const textKinds = ['CONSENT', 'INSTRUCTIONS', 'MESSAGE'] as const

/** A kept text as a survey shows it: published, it stays this one. */
export interface Notice {
  /** The text, and which save of it. */
  id: number
  version: number
  title: string
  /** Markdown by language (`markdown.ts`). */
  body: Record<string, string>
}

export const noticePlaces = ['consent', 'instructions', 'closing'] as const
export type NoticePlace = (typeof noticePlaces)[number]

/** A place without a text has no key. */
export type Notices = { [Place in NoticePlace]?: Notice | undefined }

/** Only what a survey publishes of its texts; undefined for none. */
export function noticesOf(given: Notices | undefined): Notices | undefined {
  const used = noticePlaces.flatMap((place) => {
    const { [place]: notice } = given ?? {}
    if (!notice) return []
    const { id, version, title, body } = notice
    return [[place, { id, version, title, body }] as const]
  })
  return used.length === 0 ? undefined : Object.fromEntries(used)
}

/** What a person who answers agreed to: when, and in which language it was shown. */
export interface Consent {
  at: string
  language: string
}

/** With the text and the save of it that the version of the survey had. */
export interface GivenConsent extends Consent {
  id: number
  version: number
}
