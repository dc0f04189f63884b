/** What a response is called: a key that no person gave it is long, and its beginning is enough. */
const givenByPrograms = /^(?:uuid:)?([\da-f]{8})-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i

export function formName(formKey: string): string {
  return givenByPrograms.exec(formKey)?.[1] ?? formKey
}
