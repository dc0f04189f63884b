/** Passkeys in the browser: a device makes one, or signs a challenge of the server with one. It comes when asked for. */
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { auth, type PasskeyProof } from '#contract/auth.ts'
import type { NewPasskey } from '#contract/second-factor.ts'
import { httpError } from '../api/api-error.ts'
import { call, isCancelled } from '../api/client.ts'
import { houseName } from '../api/page-settings.ts'

/** Throws an `ApiError`: PASSKEY_NONE, or PASSKEY_ELSEWHERE. */
export async function signByPasskey(): Promise<PasskeyProof> {
  const { challenge, rpId } = await askChallenge()
  const { id, response } = await startAuthentication({
    optionsJSON: { challenge, rpId, userVerification: 'required' },
  }).catch(refuse)
  const { clientDataJSON, authenticatorData, signature } = response
  return { challenge, id, clientDataJSON, authenticatorData, signature }
}

interface Owner {
  username: string
  name: string
  /** The passkeys that they have: a device makes one of them alone. */
  known: readonly string[]
}

/** Throws an `ApiError` like `signByPasskey`, and DUPLICATE on a device that has one already. */
export async function makePasskey({ username, name, known }: Owner): Promise<Omit<NewPasskey, 'name'>> {
  const { challenge, rpId } = await askChallenge()
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: houseName },
      // A device keeps one for each such id: with that of the account, two houses of one host would share it.
      user: { id: crypto.randomUUID().replaceAll('-', ''), name: username, displayName: name },
      pubKeyCredParams: [-7, -257].map((alg) => ({ alg, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map((each) => ({ id: each, type: 'public-key' })),
    },
  }).catch(refuse)
  const { clientDataJSON, authenticatorData = '' } = response
  return { challenge, id, clientDataJSON, authenticatorData }
}

async function askChallenge() {
  const answer = await call(auth.passkeyChallenge)
  if (isCancelled(answer)) throw httpError(0, '', { code: 'PASSKEY_NONE' })
  return answer
}

function refuse(error: unknown): never {
  const why = error instanceof WebAuthnError ? error.code : ''
  if (why === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw httpError(0, '', { code: 'DUPLICATE' })
  const isElsewhere = why === 'ERROR_INVALID_DOMAIN' || why === 'ERROR_INVALID_RP_ID'
  throw httpError(0, '', { code: isElsewhere ? 'PASSKEY_ELSEWHERE' : 'PASSKEY_NONE' })
}
