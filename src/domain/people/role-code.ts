/** The code of a role: `FIELD_LEAD`. */
export const roleCode = /^[A-Z][A-Z0-9_]{1,49}$/

/** `Field lead (Sofala)` → `FIELD_LEAD_SOFALA`; undefined when the name has too few Latin letters to make a code of. */
export function roleCodeOf(name: string): string | undefined {
  const code = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[^A-Z]+|_+$/g, '')
    .slice(0, 50)
  return code.length >= 2 ? code : undefined
}
