/** The guides of `words/<language>/guide/`, as pages that anybody may read: `/guide/pt-br/payer`. Their pictures lie beside them. */
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { guideParts, titleOf } from '#domain/text/guide.ts'
import { type Locale, locales } from '#domain/text/locale.ts'
import { folderOf } from '#words/texts.ts'
import { AppError } from '../errors.ts'
import { plainPage, plainPolicy } from '../plain-page.ts'
import { guideHtml } from './markdown.ts'

export function guideFolder(language: Locale): string {
  return join(folderOf(language), 'guide')
}

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
  return new Map(locales.flatMap((language) => guidesIn(language)))
}

function guidesIn(language: Locale): [path: string, text: string][] {
  const read = (name: string) => guideHtml(readFileSync(join(guideFolder(language), `${name}.md`), 'utf8'))
  const index = titleOf(read('index'))
  const guides = guideNames(language).map((name) => ({ name, html: read(name) }))
  // For the panel beside a screen: no list of the guides, and no programs.
  const parts = guides.flatMap(({ name, html }) => (/^in(dex|tegrate)$/.test(name) ? [] : guideParts(name, html)))
  return [
    [`${language}/parts.json`, JSON.stringify(parts)],
    ...guides.map(({ name, html }): [string, string] => {
      const back = name === 'index' ? '' : `<nav><a href="index">${index}</a></nav>`
      return [`${language}/${name}`, plainPage({ language, title: titleOf(html), body: `${back}<main>${html}</main>` })]
    }),
  ]
}

export function serveGuides(server: FastifyInstance): void {
  let guides: ReadonlyMap<string, string> | undefined
  server.get<{ Params: { language: string; name: string } }>('/guide/:language/:name', ({ params }, reply) => {
    guides ??= readGuides()
    const text = guides.get(`${params.language}/${params.name}`)
    if (text === undefined) throw new AppError('ROUTE_NOT_FOUND')
    return reply
      .header('content-security-policy', plainPolicy)
      .header('cache-control', 'no-cache')
      .type(`${params.name === 'parts.json' ? 'application/json' : 'text/html'}; charset=utf-8`)
      .send(text)
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
