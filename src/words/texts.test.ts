/** The files of each language say the same things, and everything that is said somewhere is there. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createIntl } from 'react-intl'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { companies } from '#contract/companies.ts'
import type { ObjectSchema } from '#contract/endpoint.ts'
import { referenceData } from '#contract/reference-data.ts'
import { errorStatuses } from '#domain/errors.ts'
import { furtherLocales, type Locale, locales } from '#domain/text/locale.ts'
import { type ProblemCode, problemText, problemTexts } from '#domain/problems.ts'
import { permissionEntries, seededRoles } from '#domain/people/permissions.ts'
import { ownTexts, readTexts, type Texts, textFiles } from './texts.ts'

const web = join(import.meta.dirname, '../web')
const english = ownTexts('en')
/** As the build makes them of the files. */
const texts = Object.fromEntries(locales.map((locale) => [locale, readTexts(locale)])) as Record<Locale, Texts>
const ids = Object.keys(texts.en)

/** The names that react-intl asks for until it can format a message, in the branch of one and in that of many. */
function argumentsIn(locale: Locale): Record<string, string[]> {
  let complaint = ''
  const onError = (error: Error) => void (complaint = error.message)
  const { formatMessage } = createIntl({ locale, messages: texts[locale], onError })
  function namesAsked(id: string, amount: number): string[] {
    const values: Record<string, number> = {}
    for (;;) {
      complaint = ''
      formatMessage({ id }, values)
      if (complaint === '') return Object.keys(values)
      const name = /variable "(\w+)" was not provided/.exec(complaint)?.[1]
      if (name === undefined) throw new Error(complaint)
      values[name] = amount
    }
  }
  const names = (id: string) => [...new Set([1, 5].flatMap((amount) => namesAsked(id, amount)))].sort()
  return Object.fromEntries(Object.keys(texts[locale]).map((id) => [id, names(id)]))
}

const argumentsOf = Object.fromEntries(locales.map((locale) => [locale, argumentsIn(locale)]))

/** The keys of a language's files, by file. */
function keysOf(language: Locale): [file: string, keys: string[]][] {
  return textFiles(language).map((file) => [
    basename(file),
    Object.keys(JSON.parse(readFileSync(file, 'utf8')) as Texts),
  ])
}

test.each(locales)('%s has the files of en, each with its keys in the same order', (locale) => {
  expect(keysOf(locale)).toEqual(keysOf('en'))
})

/** The demo's surveys are written in three languages, as any user may write hers. */
const namingLanguages = ['domain/text/locale.ts', 'server/demo/content/words.ts']

test('no source names a language of the product but its row', () => {
  const sources = readdirSync(join(web, '..'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.(tsx?|sql)$/.test(name),
  )
  const further = new RegExp(`['"](${furtherLocales.join('|')})['"]|^ *(${furtherLocales.join('|')}):`, 'm')
  const naming = sources.filter((name) => {
    const source = readFileSync(join(web, '..', name), 'utf8').replace(/^ *(\/?\*|\/\/|--).*$/gm, '')
    return !name.startsWith('server/test/') && further.test(source)
  })
  expect(naming.toSorted()).toEqual(namingLanguages)
})

test('every text is in one file only', () => {
  const all = keysOf('en').flatMap(([, keys]) => keys)
  expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([])
})

test.each(locales)('%s uses the same arguments as en in every message, and no message is empty', (locale) => {
  const empty = Object.entries(texts[locale]).filter(([, message]) => message.trim() === '')
  expect(empty).toEqual([])
  expect(argumentsOf[locale]).toEqual(argumentsOf['en'])
})

interface Said {
  file: string
  id: string
  /** Undefined where the values are not written out beside it. */
  given: string[] | undefined
}

/** Every text that a page asks for by its name, with the names of the values that it gives. */
function saidIn(file: string): Said[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const said: Said[] = []
  new Visitor({
    CallExpression({ callee, arguments: [asked, values] }) {
      if (callee.type !== 'Identifier' || asked === undefined) return
      const choices = asked.type === 'ConditionalExpression' ? [asked.consequent, asked.alternate] : [asked]
      for (const choice of choices)
        if (choice.type === 'Literal' && typeof choice.value === 'string' && choice.value in texts.en)
          said.push({ file: basename(file), id: choice.value, given: namesGiven(values) })
    },
  }).visit(program)
  return said
}

function namesGiven(values: ESTree.Argument | undefined): string[] | undefined {
  if (values === undefined) return []
  if (values.type !== 'ObjectExpression') return undefined
  const names = values.properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined,
  )
  return names.every((name) => name !== undefined) ? names : undefined
}

test('a text that is asked for by its name gets every value that it needs', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const said = files.flatMap((name) => saidIn(join(web, name)))
  expect(said.length).toBeGreaterThan(1000)
  const lacking = said.flatMap(({ file, id, given }) => {
    const names = given && argumentsOf['en']?.[id]?.filter((name) => !given.includes(name))
    return names === undefined || names.length === 0 ? [] : [`${file}: ${id} lacks ${names.join(', ')}`]
  })
  expect(lacking).toEqual([])
})

test('every permission, its area and every role of the product are explained in words', () => {
  const needed = [
    ...permissionEntries.flatMap(({ name, area }) => [`roles.permission.${name}`, `roles.area.${area}`]),
    ...seededRoles.map(({ role }) => `roles.about.${role}`),
  ]
  expect(needed.filter((id) => !ids.includes(id))).toEqual([])
})

test('the texts of the light pages are plain, as they are shown without react-intl', () => {
  const light = Object.values(texts).flatMap((texts) =>
    Object.entries(texts).filter(([id]) => /^(login|errors|screen|language|questionnaire)\./.test(id)),
  )
  for (const [id, text] of light) {
    expect(text.replaceAll(/\{\w+\}/g, ''), id).not.toMatch(/[{}<>#']/)
  }
})

test('every error code has a text', () => {
  expect(Object.keys(errorStatuses).filter((code) => english[`errors.${code}`] === undefined)).toEqual([])
})

test('every problem code has a text, and no other; English says what the server says', () => {
  const named = ids.filter((id) => id.startsWith('problems.')).map((id) => id.slice('problems.'.length))
  expect(named.toSorted()).toEqual(Object.keys(problemTexts).toSorted())
  const values = { limit: 7, row: 12, names: 'A > B > A' }
  const { formatMessage } = createIntl({ locale: 'en', messages: texts.en })
  for (const code of Object.keys(problemTexts) as ProblemCode[]) {
    const ours = problemText({ code, limit: values.limit, otherRow: values.row, names: values.names })
    expect(formatMessage({ id: `problems.${code}` }, values), code).toBe(ours)
  }
})

test.each([companies, ...referenceData])('every field of $path has a label', ({ path, row, fields }) => {
  const names = [row, fields].flatMap((shape: ObjectSchema) => Object.keys(shape.shape))
  const shown = names.filter((name) => !['id', 'version'].includes(name))
  expect(shown.filter((name) => !ids.includes(`${path}.field.${name}`))).toEqual([])
  expect(ids).toEqual(expect.arrayContaining([`${path}.title`, `${path}.new`, `${path}.edit`]))
})

test('every message that the pages name exists', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
  )
  const named = sources.flatMap((file) => {
    const source = readFileSync(join(web, file), 'utf8')
    const uses = [...source.matchAll(/\b(?:t|basicText)\(\s*'([^']+)'|\b(?:title|help|label)="([\w-]+\.[\w.-]+)"/g)]
    return uses.map(([, called, property]) => `${called ?? property} in ${file}`)
  })
  expect(named.length).toBeGreaterThan(50)
  const unknown = named.filter((use) => !ids.includes(use.split(' ')[0] ?? ''))
  expect(unknown).toEqual([])
})
