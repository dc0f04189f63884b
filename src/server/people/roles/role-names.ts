/**
 * The text that a person reads as a role's name, for SQL to search by. The product's own roles have a name in every
 * language until a user renames them (web/i18n/role-name.ts).
 */
import { type RawBuilder, sql } from 'kysely'
import { seededRoles } from '#domain/people/permissions.ts'
import { inAllLanguages } from '#words/texts.ts'

/** Of the rows of `role`, in the language of the reader. */
export function shownRoleName(readerId: number): RawBuilder<string> {
  const named = seededRoles.map(({ role, name }) => ({
    role,
    name,
    shown: inAllLanguages(`role.name.${role}`),
  }))
  return sql`coalesce((
    select own.shown ->> reader.locale
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) own(role text, name text, shown jsonb), person reader
    where own.role = role.role and own.name = role.name and reader.id = ${readerId}), role.name)`
}
