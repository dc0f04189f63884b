/**
 * How this browser names what it keeps: `s1` the open link of a survey, `s1#token` a participant's own, `s1@p7` the form of a
 * collector, `s1@p7/12` a returned response of theirs. A collector may have another token tomorrow. Pure.
 */
interface LinkParts {
  encodedId: string
  /** Of a participant. */
  token?: string | undefined
  /** `@p7` */
  collector?: string | undefined
  /** The number of a returned response. */
  returned?: number | undefined
}

export function partsOf(link: string): LinkParts {
  const [, encodedId = '', token, collector, returned] = /^([^#@]*)(?:#(.*)|(@[^/]*)(?:\/(\d+))?)?$/.exec(link) ?? []
  return { encodedId, token, collector, returned: returned === undefined ? undefined : Number(returned) }
}

/** Whether it is the link, or one of the collector's when `of` is a collector. */
export function isOf(link: string, of: string): boolean {
  return link === of || partsOf(link).collector === of
}
