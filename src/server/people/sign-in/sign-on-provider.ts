/** The way to a provider of sign-on and back, by OpenID Connect: authorization code with PKCE, state and nonce. */
import { createHmac, randomBytes } from 'node:crypto'
import * as client from 'openid-client'
import type { SignOnClaims } from '#domain/people/sign-on.ts'
import { AppError } from '../../errors.ts'
import type { SignOnProvider } from '../../sign-on-settings.ts'

const discovered = new WeakMap<SignOnProvider, Promise<client.Configuration>>()

/** What the provider says of itself: asked for once, and again after a failure. */
function configurationOf(provider: SignOnProvider): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = provider
  // A token is checked by its signature as well, though it comes from the provider itself.
  const execute = [client.enableNonRepudiationChecks]
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
  const options = { execute, timeout: 10 }
  const found =
    discovered.get(provider) ?? client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
  discovered.set(provider, found)
  found.catch(() => discovered.delete(provider))
  return reached(found)
}

/** All of a way follows from one secret, which the browser alone keeps: any process of the house knows the way back. */
function wayOf({ name }: SignOnProvider, secret: string, carried: string) {
  const made = (part: string) => createHmac('sha256', secret).update(`${name} ${part}`).digest('base64url')
  return { state: `${made(`state ${carried}`)}.${carried}`, nonce: made('nonce'), verifier: made('verifier') }
}

/**
 * The provider's page, and the secret to come back with. `carried` comes back as it went; a proof that is older than a session
 * lasts (`hours`) is asked for again. SIGN_ON_AWAY.
 */
export async function beginWay(provider: SignOnProvider, back: string, carried: string, hours: number) {
  const secret = randomBytes(32).toString('base64url')
  const { state, nonce, verifier } = wayOf(provider, secret, carried)
  const url = client.buildAuthorizationUrl(await configurationOf(provider), {
    redirect_uri: back,
    scope: provider.scope ?? 'openid email profile',
    state,
    nonce,
    max_age: String(hours * 3600),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { url, secret }
}

/** What goes with a state; nothing of it is proven yet. */
export function carriedIn(state: unknown): string {
  return /^[^.]*\.(.*)$/.exec(String(state))?.[1] ?? ''
}

/**
 * Who came back, by the signed token and the provider's own record of them. `url`: the address that they came back to.
 * STEP_EXPIRED for a way that another browser began, or to another provider. SIGN_ON_FAILED or SIGN_ON_AWAY with a cause.
 */
export async function endWay(
  provider: SignOnProvider,
  url: URL,
  secret: string | undefined,
): Promise<SignOnClaims & { sub: string }> {
  const said = url.searchParams.get('state')
  const { state, nonce, verifier } = wayOf(provider, secret ?? '', carriedIn(said))
  if (secret === undefined || said !== state) throw new AppError('STEP_EXPIRED')
  const configuration = await configurationOf(provider)
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
  const tokens = await reached(client.authorizationCodeGrant(configuration, url, checks))
  const signed = tokens.claims()
  if (!signed) throw new AppError('SIGN_ON_FAILED')
  const { userinfo_endpoint: hasMore } = configuration.serverMetadata()
  const more = hasMore ? await reached(client.fetchUserInfo(configuration, tokens.access_token, signed.sub)) : {}
  // An address, and that it is checked, come from one place.
  const checked = signed['email'] === undefined ? {} : { email_verified: signed['email_verified'] }
  return { ...more, ...signed, ...checked }
}

/** Where one signs out of the provider as well; undefined where it has no such page. */
export async function wayOut(provider: SignOnProvider, back: string): Promise<URL | undefined> {
  const configuration = await configurationOf(provider)
  if (!configuration.serverMetadata().end_session_endpoint) return undefined
  return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back })
}

async function reached<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (cause) {
    const { code, status } = cause as { code?: unknown; status?: unknown }
    // Of `fetch` itself, out of time, or a page instead of an answer.
    const isAway = cause instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
    throw Object.assign(new AppError(isAway || Number(status) >= 500 ? 'SIGN_ON_AWAY' : 'SIGN_ON_FAILED'), { cause })
  }
}
