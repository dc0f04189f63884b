/** The filter of the list, which is words of a URL, as the body of a bulk review takes it. Pure. */
export function reviewFilter({ surveyId, status, ...words }: Readonly<Record<string, string>>): object {
  return {
    ...words,
    ...(surveyId === undefined ? {} : { surveyId: /^\d+$/.test(surveyId) ? Number(surveyId) : surveyId }),
    ...(status === undefined ? {} : { status: status.split(',') }),
  }
}
