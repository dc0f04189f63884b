/** Where the words of a field and of its value are found. Pure: what they are is in the locale files. */

/** Areas whose fields are called by the words of others; the rest by their own. */
const called: Readonly<Record<string, readonly string[]>> = {
  auth: ['admins'],
  people: ['participants', 'admins'],
  grants: ['grants', 'roles'],
  forms: ['responses'],
}

/** Fields whose values are called by the words of another field. */
const valuesOf: Readonly<Record<string, string>> = {
  formStatus: 'status',
  paymentAggregation: 'aggregation',
}

function lookedUp(action: string): readonly string[] {
  const [area = ''] = action.split('.')
  return called[area] ?? [area]
}

/** Message ids that may name the field, the best first. */
export function fieldIds(action: string, field: string): string[] {
  const ids = lookedUp(action).map((area) => `${area}.field.${field}`)
  return [...ids, `logs.changed.${field}`]
}

/** Message ids that may name the value of a field: `payments.status.APPROVED`. */
export function valueIds(action: string, field: string, value: string): string[] {
  const [area = ''] = action.split('.')
  if (field === 'personal') return fieldIds(action, value)
  if (field === 'locale') return [`language.${value}`]
  if (area === 'people' && /^(role|pendingRole)$/.test(field)) return [`role.name.${value}`]
  return [area, ...lookedUp(action)].map((each) => `${each}.${valuesOf[field] ?? field}.${value}`)
}
