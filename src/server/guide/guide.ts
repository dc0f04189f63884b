/** The guides of `words/<language>/guide/`, as pages that anybody may read: `/guide/pt-br/payer`. Their pictures lie beside them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Locale, locales } from '#domain/text/locale.ts'
import { folderOf } from '#words/texts.ts'
import { AppError } from '../errors.ts'
import { guideHtml } from './markdown.ts'

export function guideFolder(language: Locale): string {
  return join(folderOf(language), 'guide')
}

const style = `:root{color-scheme:light dark}body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif}
li{margin:.35rem 0}h2{margin-top:2rem}code{font-size:.9em}
img{max-width:100%;height:auto;border:1px solid #8886;border-radius:6px}`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`

export function guideNames(language: Locale): string[] {
  const files = readdirSync(guideFolder(language))
  return files.filter((file) => file.endsWith('.md')).map((file) => file.replace(/\.md$/, ''))
}

/** Made by `npm run guide:pictures`. */
export function guidePictures(language: Locale): string[] {
  return readdirSync(join(guideFolder(language), 'pictures'))
}

/** Read once, when the first of them is asked for: no address leads to any other file. */
function readGuides(): ReadonlyMap<string, string> {
  const pages = locales.flatMap((language) => guideNames(language).map((name) => pageOf(language, name)))
  return new Map(pages)
}

function pageOf(language: Locale, name: string): [path: string, html: string] {
  const markdown = readFileSync(join(guideFolder(language), `${name}.md`), 'utf8')
  const index = readFileSync(join(guideFolder(language), 'index.md'), 'utf8')
  const title = titleOf(markdown)
  const back = name === 'index' ? '' : `<nav><a href="index">${titleOf(index)}</a></nav>`
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title} · Canvass</title><style>${style}</style></head>
<body>${back}<main>${guideHtml(markdown)}</main></body></html>`
  return [`${language}/${name}`, html]
}

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? ''
}

export function serveGuides(server: FastifyInstance): void {
  let guides: ReadonlyMap<string, string> | undefined
  server.get<{ Params: { language: string; name: string } }>('/guide/:language/:name', ({ params }, reply) => {
    guides ??= readGuides()
    const html = guides.get(`${params.language}/${params.name}`)
    if (html === undefined) throw new AppError('ROUTE_NOT_FOUND')
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  })
  const pictures = new Map(
    locales.flatMap((language) =>
      guidePictures(language).map((name) => [`${language}/${name}`, join(guideFolder(language), 'pictures', name)]),
    ),
  )
  server.get<{ Params: { language: string; name: string } }>(
    '/guide/:language/pictures/:name',
    async ({ params: { language, name } }, reply) => {
      const file = pictures.get(`${language}/${name}`)
      if (file === undefined) throw new AppError('ROUTE_NOT_FOUND')
      reply.header('cache-control', 'no-cache').type('image/webp')
      return readFile(file)
    },
  )
}
