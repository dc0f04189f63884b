/** Providers of sign-on on this machine: a real one, and one that signs whatever it is told to. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { vi } from 'vitest'

export const publicUrl = 'http://127.0.0.1:9'
export const client = { clientId: 'canvass', clientSecret: 'a secret of the client, long enough' }

async function listening(answer: (issuer: string) => RequestListener) {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', answer(issuer))
  return {
    issuer,
    async [Symbol.asyncDispose]() {
      vi.restoreAllMocks()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What the provider says of a person by the name that they sign in with. */
export type Known = Record<string, { email: string; email_verified: boolean; name?: string; groups?: string[] }>

/** `oidc-provider`, as certified by the OpenID Foundation; it consents by itself. `house`: where browsers come back to. */
export function openRealProvider(known: Known, house = publicUrl) {
  // What it warns of matters to no test.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  return listening((issuer) => {
    const { clientId: client_id, clientSecret: client_secret } = client
    return new Provider(issuer, {
      clients: [
        {
          client_id,
          client_secret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${house}/api/v1/auth/sign-on/real/back`],
          post_logout_redirect_uris: [`${house}/login`],
        },
      ],
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      cookies: { keys: ['of the test'] },
      findAccount: (_, id) => known[id] && { accountId: id, claims: () => ({ sub: id, ...known[id] }) },
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    }).callback()
  })
}

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

export interface Forgery {
  claims?: Record<string, unknown>
  alg?: 'RS256' | 'HS256' | 'none'
  isOtherKey?: boolean
  /** What it says besides, unsigned. */
  more?: Record<string, unknown>
}

/** Says and signs what `next` tells; a code brings the nonce that the token is for. */
export async function openForger() {
  const next: { forgery: Forgery; isAway: boolean } = { forgery: {}, isAway: false }
  const served = await listening((issuer) => (request, response) => {
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (next.isAway) return void request.socket.destroy()
    if (request.url === '/.well-known/openid-configuration')
      return void send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/more`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      })
    if (request.url === '/keys')
      return void send({ keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    const { claims, more } = next.forgery
    if (request.url === '/more') return void send({ sub: claims?.['sub'] ?? 'forged', ...more })
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const nonce = new URLSearchParams(body).get('code')
      send({ access_token: 'opens nothing', token_type: 'bearer', id_token: tokenOf(issuer, nonce, next.forgery) })
    })
  })
  return { next, ...served }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(issuer: string, nonce: string | null, { claims, alg = 'RS256', isOtherKey }: Forgery): string {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: issuer, aud: client.clientId, sub: 'forged', iat: now, exp: now + 300, nonce, ...claims }
  const text = `${part({ alg, kid: 'one' })}.${part(all)}`
  return `${text}.${signatureOf(text, alg, isOtherKey ? otherKey : key.privateKey)}`
}

function signatureOf(text: string, alg: string, by: KeyObject): string {
  if (alg === 'none') return ''
  if (alg === 'HS256') return createHmac('sha256', client.clientSecret).update(text).digest('base64url')
  return sign('sha256', Buffer.from(text), by).toString('base64url')
}
