import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/** The words that comments and test titles avoid: ARCHITECTURE.md, "Plain English". */
const avoided = 'whoever|somebody|nobody|by whom|what is left|to be had|anew|deeds?|stands|lies|in sight'

const root = join(import.meta.dirname, '..')
const word = new RegExp(`\\b(?:${avoided})\\b`, 'i')
const comment = /^\s*(?:\/[/*]|\*).*$|\s\/\/ .*$|\/\*\* .*\*\//gm
const sqlComment = /(?:^|\s)--\s.*$/gm

const sources = globSync('{src,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', { cwd: root }).map((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  return { file, text, titles: file.includes('.test.') ? titlesIn(file, text) : [] }
})

/** The titles of the tests in a file; one that a template builds keeps its placeholders. */
function titlesIn(file: string, text: string): string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!/^describe$|test$/i.test(calledName(callee))) return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title?.type === 'TemplateLiteral') titles.push(text.slice(title.start + 1, title.end - 1))
    },
  }).visit(parseSync(file, text).program)
  return titles
}

/** "test" for `test(...)`, `test.skipIf(...)(...)` and `test.each(...)(...)`. */
function calledName(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return calledName(callee.object)
  return callee.type === 'CallExpression' ? calledName(callee.callee) : ''
}

function avoidedIn(file: string, prose: readonly string[]): string[] {
  return prose.filter((part) => word.test(part)).map((part) => `${file}: ${part.trim()}`)
}

function commentsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([part]) => part)
}

test('comments and test titles use none of the avoided words', () => {
  const found = sources.flatMap(({ file, text, titles }) => avoidedIn(file, [...commentsIn(text, comment), ...titles]))
  expect(found, 'Say it as ARCHITECTURE.md, "Plain English".').toEqual([])
})

test('comments in SQL use none of the avoided words', () => {
  const planted = 'select 1; -- nobody\n  -- A row for each.\n'
  expect(avoidedIn('planted.sql', commentsIn(planted, sqlComment))).toEqual(['planted.sql: -- nobody'])
  // Migrations are frozen: a database has run them with their words.
  const files = globSync('src/**/*.sql', { cwd: root, exclude: ['src/server/db/migrations/**'] })
  const found = files.flatMap((file) => avoidedIn(file, commentsIn(readFileSync(join(root, file), 'utf8'), sqlComment)))
  expect(found, 'Say it as ARCHITECTURE.md, "Plain English".').toEqual([])
})

test('test titles have at most 80 characters', () => {
  const titles = sources.flatMap(({ file, titles }) => titles.map((title) => ({ file, title })))
  expect(titles.length).toBeGreaterThan(1500)
  expect(titles.filter(({ title }) => title.length > 80)).toEqual([])
})

/** Names of types that say nothing of their field. */
const vague = /^(?:export )?(?:interface|type) (?:Asked|Given|Told)\b/m

test('no type is called Asked, Given or Told', () => {
  expect(sources.filter(({ text }) => vague.test(text)).map(({ file }) => file)).toEqual([])
})
