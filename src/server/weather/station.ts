/** Asks the operator's weather provider, seldom: many screens share one answer. */
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'
import { isIP } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { WeatherResult } from '#contract/weather.ts'
import { isPublicAddress, lookupAllowing } from '../public-address.ts'

const Answer = z.object({ results: z.array(WeatherResult).check(z.minLength(1)) })

const freshMs = 10 * 60_000
/** After a failure the provider is left alone for a while. */
const restMs = 60_000
const patienceMs = 5000
const mostBytes = 64 * 1024

export interface WeatherSource {
  /** Of the provider, with the place in its query; the key is added as `key`. */
  url: string
  key: string
}

export class WeatherStation {
  readonly #source: WeatherSource
  readonly #isAllowed: (address: string) => boolean
  #last: WeatherResult[] | undefined
  #askedAt = -Infinity
  #validMs = 0
  #asking: Promise<WeatherResult[] | undefined> | undefined

  constructor(source: WeatherSource, isAllowed = isPublicAddress) {
    this.#source = source
    this.#isAllowed = isAllowed
  }

  /** Not older than some minutes while the provider answers; undefined when it never did. */
  async now(): Promise<WeatherResult[] | undefined> {
    if (performance.now() - this.#askedAt < this.#validMs) return this.#last
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #ask(): Promise<WeatherResult[] | undefined> {
    try {
      const { results } = Answer.parse(JSON.parse(await this.#load()))
      this.#last = results
      this.#validMs = freshMs
    } catch {
      // Without the error: it names the address, which holds the key.
      this.#validMs = restMs
    }
    this.#askedAt = performance.now()
    return this.#last
  }

  async #load(): Promise<string> {
    const url = new URL(this.#source.url)
    url.searchParams.set('key', this.#source.key)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !this.#isAllowed(host)) throw new Error('a private address')
    const get = url.protocol === 'https:' ? getSecure : getPlain
    const options = { lookup: lookupAllowing(this.#isAllowed), signal: AbortSignal.timeout(patienceMs) }
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const request = get(url, options, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > mostBytes) response.destroy(new Error('too long'))
      })
      if (response.statusCode === 200) text(response).then(resolve, reject)
      else response.destroy(new Error(`status ${response.statusCode}`)).on('close', () => reject(new Error('refused')))
    })
    request.on('error', reject)
    return promise
  }
}
