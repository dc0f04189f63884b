/** What a provider of sign-on says of a person, and what follows from it. */

/** As the provider signed it: any of it may be missing, or of another shape. */
export type SignOnClaims = Readonly<Record<string, unknown>>

/** The address, where the provider has seen itself that it is the person's. */
export function verifiedAddress({ email, email_verified: isVerified }: SignOnClaims): string | undefined {
  return typeof email === 'string' && isVerified === true ? email : undefined
}

/** When the provider asked for a proof last, in seconds: it may let people in who proved themselves hours ago. */
export function provenAt({ auth_time: said }: SignOnClaims, now: number): number {
  return typeof said === 'number' && said > 0 ? Math.min(said, now) : now
}

/** Whether the provider says that it asked for more than a password: `wanted` among its ways (`amr`), or as its `acr`. */
export function askedForMore({ amr, acr }: SignOnClaims, wanted: string | undefined): boolean {
  return wanted !== undefined && [acr, amr].flat().includes(wanted)
}

/**
 * The code of the role after a sign-on; null: none. `roles`: a role by the name of its group, of which the first counts that
 * the provider says (`groups`: one, or a list). `givable`: those without a right over money or people, which people grant
 * alone. A role that is none of them, or waits (`isPending`), was given by people and stays.
 */
export function roleAfterSignOn(
  held: { role: string | null; isPending: boolean },
  { roles, groups }: { roles: Readonly<Record<string, string>>; groups: unknown },
  givable: { has(role: string): boolean },
): string | null {
  if (held.isPending || (held.role !== null && !givable.has(held.role))) return held.role
  const said = new Set([groups].flat())
  return Object.entries(roles).find(([group, role]) => said.has(group) && givable.has(role))?.[1] ?? null
}
