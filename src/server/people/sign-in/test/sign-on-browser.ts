/** A house with providers of sign-on, and browsers that go the way there and back by hand. */
import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/auth.ts'
import { signOn } from '#contract/sign-on.ts'
import { buildApp } from '../../../app.ts'
import { parseSettings } from '../../../settings.ts'
import { type Caller, caller } from '../../../test/caller.ts'
import type { TestApp } from '../../../test/with-app.ts'
import { client, publicUrl } from './providers.ts'

/** By the name of each provider its issuer and further settings. Several processes serve the house in turn. */
export async function openHouse(
  { services: own }: TestApp,
  providers: Record<string, { issuer: string; [setting: string]: unknown }>,
  processes = 1,
) {
  const all = Object.entries(providers).map(([name, { issuer, ...more }]) => ({
    name,
    title: name,
    issuer,
    ...client,
    ...more,
  }))
  const { signOn: read } = parseSettings({ SIGN_ON_PROVIDERS: JSON.stringify(all), PUBLIC_URL: publicUrl })
  const services = { ...own, settings: { ...own.settings, publicUrl, signOn: read } }
  const pages = `${own.settings.dataDir}/pages/`
  const apps = await Promise.all(Array.from({ length: processes }, () => buildApp(services, pages)))
  return {
    browser: () => makeBrowser(apps),
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((app) => app.close()))
    },
  }
}

/** Signs in on the pages of the real provider; where it leads back to. */
async function pass(url: URL, name: string): Promise<string> {
  const theirs = new Map<string, string>()
  const visit = async (to: URL, init: RequestInit = {}): Promise<string> => {
    const headers = { cookie: [...theirs].map((pair) => pair.join('=')).join('; ') }
    const answer = await fetch(to, { redirect: 'manual', headers, ...init })
    for (const each of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      theirs.set(key, value)
    }
    const next = answer.headers.get('location')
    if (next === null) return visit(to, { method: 'POST', body: new URLSearchParams({ prompt: 'login', login: name }) })
    return next.startsWith(publicUrl) ? next : visit(new URL(next, to))
  }
  return visit(url)
}

function makeBrowser(processes: FastifyInstance[]) {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ')
  let turn = 0

  function keep(set: string | readonly string[] | undefined): void {
    for (const each of [set ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      if (/max-age=0\b|expires=Thu, 01 Jan 1970/i.test(each)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  async function get(url: string) {
    const app = processes[(turn += 1) % processes.length]
    const answer = await app?.inject({ method: 'GET', url: url.replace(publicUrl, ''), headers: { cookie: cookie() } })
    if (!answer) throw new Error('No process')
    keep(answer.headers['set-cookie'])
    return {
      status: answer.statusCode,
      to: answer.headers.location ?? '',
      page: answer.body,
      headers: answer.headers,
    }
  }

  /** To the provider's page. */
  async function go(provider: string, query = ''): Promise<URL> {
    const { to, status, page } = await get(`/api/v1/auth/sign-on/${provider}${query}`)
    if (status !== 302) throw new Error(page)
    return new URL(to)
  }

  return {
    jar,
    get,
    go,
    pass,
    call: ((endpoint, input) => {
      const app = processes[(turn += 1) % processes.length]
      return caller(app as FastifyInstance, undefined).call(endpoint, { ...input, headers: { cookie: cookie() } })
    }) as Caller['call'],
    /** The whole way by the real provider; what the last page is. */
    async signOn(name: string, query = '') {
      return get(await pass(await go('real', query), name))
    },
    /** Back from the forger, whose code is the nonce that its token names. */
    async comeBack(url: URL, more: object = {}) {
      const { state = '', nonce = '' } = Object.fromEntries(url.searchParams)
      return get(`/api/v1/auth/sign-on/forger/back?${new URLSearchParams({ code: nonce, state, ...more })}`)
    },
    enter(code?: string) {
      return this.call(signOn.enter, { body: { code } })
    },
    signIn(username: string, password: string) {
      return this.call(auth.login, { body: { username, password } })
    },
  }
}
