import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { locales } from '#domain/text/locale.ts'
import { readTexts } from '#words/texts.ts'
import { test } from '../test/with-app.ts'
import { guideFolder, guideNames, guidePictures } from './guide.ts'
import { guideHtml } from './markdown.ts'

test('lists, headings, links and names become HTML, and nothing else does', () => {
  const html = guideHtml(
    '# A & B\n\n1. Press **Go**\n   by `go`\n2. See [b](payer.md) or [c](https://c.example)\n\n<script>\n\n![A "b"](pictures/x-y.webp)',
  )
  expect(html.replaceAll(/\n */g, '')).toBe(
    '<h1>A &amp; B</h1><ol><li>Press <strong>Go</strong> by <code>go</code></li>' +
      '<li>See <a href="payer">b</a> or c</li></ol><p>&lt;script&gt;</p>' +
      '<p><img src="pictures/x-y.webp" alt="A &quot;b&quot;" width="1280" height="800"></p>',
  )
})

test.each(locales)('guides in %s name screens and buttons as the product does, and link to guides', (language) => {
  const known = new Set(Object.values(readTexts(language)))
  const names = guideNames(language)
  expect(names).toEqual(guideNames('en'))
  for (const name of names) {
    const text = readFileSync(join(guideFolder(language), `${name}.md`), 'utf8')
    const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => word)
    const links = [...text.matchAll(/\]\(([a-z]+)\.md\)/g)].map(([, link = '']) => link)
    expect({ name, unknown: bold.filter((word) => !known.has(word)) }).toEqual({ name, unknown: [] })
    expect(links.filter((link) => !names.includes(link))).toEqual([])
  }
})

test.each(locales)('guides in %s show each of their pictures, and no picture is missing', (language) => {
  const shown = guideNames(language).flatMap((name) => {
    const text = readFileSync(join(guideFolder(language), `${name}.md`), 'utf8')
    return [...text.matchAll(/\(pictures\/([a-z-]+\.webp)\)/g)].map(([, picture = '']) => picture)
  })
  expect(shown.toSorted()).toEqual(guidePictures(language).toSorted())
  const sizes = shown.map((name) => statSync(join(guideFolder(language), 'pictures', name)).size)
  expect(sizes.filter((size) => size > 60_000)).toEqual([])
})

test('a guide opens with its pictures without a session, an unknown one is missing', async ({ server }) => {
  const page = await server.inject('/guide/pt-br/payer')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await server.inject('/guide/pt-br/..%2findex')).statusCode).toBe(404)
  const parts = (await server.inject('/guide/pt-br/parts.json')).json<{ guide: string }[]>()
  expect([...new Set(parts.map(({ guide }) => guide)), 'index', 'integrate'].sort()).toEqual(guideNames('pt-br').sort())
  expect((await server.inject('/guide/xx/parts.json')).statusCode).toBe(404)
  const picture = await server.inject('/guide/pt-br/pictures/payer-list.webp')
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await server.inject('/guide/pt-br/pictures/..%2findex.md')).statusCode).toBe(404)
})
