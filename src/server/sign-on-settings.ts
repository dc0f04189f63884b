/** Who else signs people in, beside their password: `SIGN_ON_PROVIDERS`, a list as JSON. */
import * as z from 'zod/mini'
import { secureAddress } from '#domain/money/payment-providers.ts'
import { roleCode } from '#domain/people/role-code.ts'

const Line = z.string().check(z.regex(/^\S(.{0,498}\S)?$/))

const SignOnProvider = z.strictObject({
  /** In its addresses. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  /** On its button, and on the trail. */
  title: Line.check(z.maxLength(40)),
  issuer: z.string().check(z.refine((value) => secureAddress(value) !== undefined)),
  clientId: Line,
  clientSecret: Line,
  scope: z.optional(Line),
  /** Where the provider says the groups of a person. */
  groupsClaim: z.optional(Line),
  /** The code of a role by the name of a group: the first that a person is in. */
  roles: z.optional(z.record(z.string(), z.string().check(z.regex(roleCode)))),
  /** What the provider says (`amr` or `acr`) where it asked for a second factor: ours is not asked for then. */
  secondFactor: z.optional(Line),
})
export type SignOnProvider = z.output<typeof SignOnProvider>

/** None without the setting; what is wrong with it is added to `problems`. */
export function signOnProviders(text: string | undefined, problems: string[]): SignOnProvider[] {
  const { data = [], error } = z.array(SignOnProvider).safeParse(jsonOf(text ?? '[]'))
  for (const issue of error?.issues ?? []) {
    const [place, ...path] = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys] : issue.path
    const wrong = `provider ${Number(place) + 1}: ${path.join('.')} is missing, wrong or unknown (docs/operations.md, Sign-on)`
    problems.push(`SIGN_ON_PROVIDERS ${place === undefined ? 'must be a list as JSON' : wrong}`)
  }
  const providers = data.map((each) => ({ ...each, issuer: new URL(each.issuer).href }))
  for (const key of ['name', 'issuer'] as const)
    if (new Set(providers.map((each) => each[key])).size < providers.length)
      problems.push(`SIGN_ON_PROVIDERS names one ${key} twice`)
  return providers
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
