/** What the server wrote into the page: where the app lives, and the nonce by which our styles are let in. */
import { type Brand, noBrand } from '#domain/brand.ts'
import type { HighestAmounts } from '#domain/surveys/highest-amount.ts'

function meta(name: string): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
}

/** '' or '/canvass': in front of every screen, call and file (seed §9: base path by a page-level setting). */
export const basePath = meta('canvass-base').replace(/\/+$/, '')

export const cspNonce = meta('csp-nonce')

/** The country of phone numbers without a country code, for all entries here; undefined: none. */
export const phoneCountry = meta('canvass-phone-country') || undefined

/** Who may sign in to the demo; '' in any other house. */
export const demoUsers = meta('canvass-demo-users').replace(/^__.*/, '')

/** Whether a forgotten password is reset by mail. */
export const hasMail = meta('canvass-mail') === 'on'

/** Whether users of this house may sign in by passkeys. */
export const hasPasskeys = meta('canvass-passkeys') === 'on'

const signOnText = meta('canvass-sign-on')

/** Providers of sign-on: name and title of each. */
export const signOnProviders = (signOnText.startsWith('[') ? JSON.parse(signOnText) : []) as [string, string][]

const brandText = meta('canvass-brand')

/** What the organisation is called and looks like. */
export const brand: Brand = brandText.startsWith('{') ? (JSON.parse(brandText) as Brand) : noBrand

export const houseName = brand.name ?? 'Canvass'

/** `icon-192`: on a home screen; a house without a logo has its own. */
export function brandPicture(name: 'logo' | 'icon-192' | 'icon-512'): string {
  return `${basePath}/brand/${name}.png?v=${brand.logoId ?? 0}`
}

const tileUrl = meta('canvass-tiles')

/** Where maps get their pictures; undefined: the operator named no source, and an outline is drawn. */
export const mapTiles =
  tileUrl === ''
    ? undefined
    : { url: tileUrl, attribution: meta('canvass-tiles-by'), isFile: tileUrl.endsWith('.pmtiles') }

/** Of one payment, where the operator set it. */
export function highestAmounts(): HighestAmounts {
  return JSON.parse(meta('canvass-highest') || '{}') as HighestAmounts
}
