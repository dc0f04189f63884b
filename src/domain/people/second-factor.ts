/** The second factor: what a person proves themselves by beside the password. */

/** An authenticator app that shows codes, or passkeys. Recovery codes go in place of either. */
export const factorWays = ['APP', 'PASSKEY'] as const
export type FactorWay = (typeof factorWays)[number]

/** Whether a person may do nothing before they have set up the second factor that their role asks for. */
export function lacksFactor({ factorRequired, factors }: { factorRequired: boolean; factors: readonly unknown[] }) {
  return factorRequired && factors.length === 0
}

/** The last one stays while the role asks for one. */
export function factorRemovalRefusal(person: { factorRequired: boolean; factors: readonly unknown[] }) {
  return lacksFactor({ ...person, factors: person.factors.slice(1) }) ? ('FACTOR_NEEDED' as const) : undefined
}

/** How many recovery codes are made at once. */
export const recoveryCodes = 10
/** Without signs that look alike. 24 of them are 120 random bits, which no hash gives away. */
export const recoverySigns = '23456789abcdefghijkmnpqrstuvwxyz'
export const recoveryLength = 24

/** A recovery code as people read it: `abcd-efgh-…`. */
export function recoveryText(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-')
}

/** A code as it was typed: which kind it is, and its signs alone. */
export function typedCode(text: string): { kind: 'APP' | 'RECOVERY'; code: string } {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase()
  return { kind: /^\d{6}$/.test(code) ? 'APP' : 'RECOVERY', code }
}
