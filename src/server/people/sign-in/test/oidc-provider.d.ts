/** As much of `oidc-provider` as the tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class Grant {
    constructor(owner: { clientId: string; accountId: string })
    addOIDCScope(scope: string): void
    addOIDCClaims(claims: readonly string[]): void
    save(): Promise<string>
  }
  interface Visit {
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      provider: { Grant: typeof Grant }
    }
  }
  interface Configuration {
    clients: Record<string, unknown>[]
    scopes: string[]
    claims: Record<string, string[]>
    cookies: { keys: string[] }
    findAccount(visit: unknown, id: string): { accountId: string; claims(): object } | undefined
    loadExistingGrant(visit: Visit): Promise<Grant>
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
