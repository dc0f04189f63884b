/** The text of a mail, in the language of its reader, as plain text and HTML from one source. */
import { bellPaths } from '#domain/people/bell.ts'
import type { Brand } from '#domain/brand.ts'
import { light } from '#domain/palette.ts'
import { linkHours } from '#domain/people/mail.ts'
import { fillIn } from '#domain/text/fill-in.ts'
import { wordIn } from '#words/texts.ts'
import { escapedHtml } from '../plain-page.ts'
import type { MailAbout, MailKind } from './outbox.ts'

export interface Letter {
  subject: string
  text: string
  html: string
}

interface Occasion {
  kind: MailKind
  about: unknown
  reader: { name: string; username: string; locale: string }
  brand: Brand
  /** `https://canvass.example.org/base`, without a slash at its end. */
  house: string
  /** Of an invitation or a reset: where the password is chosen. */
  link: string | undefined
}

interface Source {
  subject: string
  /** The last one is small: why this mail came. */
  paragraphs: string[]
  /** Text and address of each. */
  links: [string, string][]
}

export function letterOf(occasion: Occasion): Letter {
  const { reader, brand } = occasion
  const { subject, paragraphs, links } = sourceOf(occasion)
  const house = brand.name ?? 'Canvass'
  const greeting = wordFor(reader.locale)('greeting', { name: reader.name })
  const text = [greeting, ...paragraphs.slice(0, -1), ...links.map((link) => link.join('\n')), ...paragraphs.slice(-1)]
  const colour = brand.colour ?? light.accent
  const button = ([label, url]: [string, string]) =>
    `<p style="margin:0 0 16px"><a href="${escapedHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${colour};color:#ffffff;text-decoration:none">${escapedHtml(label)}</a></p>`
  const html = `<!doctype html><html lang="${escapedHtml(reader.locale)}"><body style="margin:0;padding:24px;background:#f5f6f8;font:16px/1.6 sans-serif;color:#1f2328">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid ${colour};border-radius:8px;padding:24px">
<p style="margin:0 0 16px;font-weight:600;color:${colour}">${escapedHtml(house)}</p>
${[greeting, ...paragraphs.slice(0, -1)].map((each) => part('', each)).join('\n')}
${links.map(button).join('\n')}
${paragraphs
  .slice(-1)
  .map((each) => part('font-size:13px;color:#57606a', each))
  .join('')}</div></body></html>`
  return { subject: oneLine(subject), text: `${text.join('\n\n')}\n`, html }
}

function part(style: string, body: string): string {
  return `<p style="margin:0 0 16px;${style}">${escapedHtml(body)}</p>`
}

function sourceOf({ kind, about, reader, brand, house, link = `${house}/login` }: Occasion): Source {
  const word = wordFor(reader.locale)
  const values = { house: brand.name ?? 'Canvass', username: reader.username }
  const own = (part: string, more: Record<string, string> = {}) =>
    word(`${kind.toLowerCase()}.${part}`, { ...values, ...more })
  if (kind === 'INVITATION' || kind === 'RESET') {
    const hours = String(linkHours[kind])
    return {
      subject: own('subject'),
      paragraphs: [own('text'), own('end', { hours })],
      links: [[word('choosePassword'), link]],
    }
  }
  if (kind === 'DEVICE' || kind === 'FACTOR') {
    const { at, ...facts } = about as MailAbout['DEVICE' | 'FACTOR'] & { at: string }
    const when = new Intl.DateTimeFormat(reader.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    const moment = `${when.format(new Date(at))} UTC`
    const told =
      'deed' in facts
        ? { of: `.${facts.deed}`, factor: own(facts.kind.toLowerCase(), { name: oneLine(facts.name) }) }
        : { of: '', address: facts.address, device: oneLine(facts.userAgent) }
    return {
      subject: own(`subject${told.of}`),
      paragraphs: [own(`text${told.of}`, { ...told, moment }), own('end')],
      links: [[own('look'), `${house}/account`]],
    }
  }
  if (kind === 'FILE') {
    const { jobId, name, error } = about as MailAbout['FILE']
    const of = error === null ? '' : '.failed'
    const reason = error === null ? '' : (wordIn(reader.locale, `errors.${error}`) ?? error)
    return {
      subject: own(`subject${of}`, { name: oneLine(name) }),
      paragraphs: [own(`text${of}`, { name, reason }), own('end')],
      links: [[own('look'), `${house}/jobs/${jobId}`]],
    }
  }
  const { entries } = about as MailAbout['WAITING']
  const lines = entries.map(({ kind: what, n }): [string, string] => [
    word(`waiting.${what}`, { count: new Intl.NumberFormat(reader.locale).format(n) }),
    house + ({ ...bellPaths, jobs: '/jobs' }[what] ?? ''),
  ])
  const [first = ['', '']] = lines
  return {
    subject: lines.length === 1 ? first[0] : own('subject'),
    paragraphs: [own('text'), own('end')],
    links: lines,
  }
}

function wordFor(locale: string) {
  return (id: string, values: Record<string, string> = {}): string => {
    return fillIn(wordIn(locale, `files.mail.${id}`) ?? id, values)
  }
}

/** A name with a line end must not begin a header of its own. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
