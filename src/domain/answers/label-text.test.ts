import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelLines, plainIn, plainLabel } from './label-text.ts'

const text = (words: string, marks: object = {}) => ({ text: words, ...marks })

test.each<[string, ReturnType<typeof labelLines>]>([
  [
    'How **old** is _she_?',
    [
      {
        kind: 'text',
        spans: [text('How '), text('old', { bold: true }), text(' is '), text('she', { italic: true }), text('?')],
      },
    ],
  ],
  [
    '# Part 2\nAll of it',
    [
      { kind: 'heading', spans: [text('Part 2')] },
      { kind: 'text', spans: [text('All of it')] },
    ],
  ],
  [
    'See [our page](https://example.org/a?b=1)',
    [{ kind: 'text', spans: [text('See '), text('our page', { href: 'https://example.org/a?b=1' })] }],
  ],
  ['[x](javascript:alert(1)) [y](mailto:a@b.c)', [{ kind: 'text', spans: [text('x y')] }]],
  ['<b>Age</b> & <script>', [{ kind: 'text', spans: [text('<b>Age</b> & <script>')] }]],
  [
    '**${first_name}** of ${last_name}',
    [{ kind: 'text', spans: [text('${first_name}', { bold: true }), text(' of ${last_name}')] }],
  ],
])('the label %j has this form', (label, lines) => {
  const joined = labelLines(label).map(({ kind, spans }) => ({
    kind,
    spans: spans.reduce<{ text: string }[]>((all, span) => {
      const last = all.at(-1)
      const isAlike = last && JSON.stringify({ ...last, text: '' }) === JSON.stringify({ ...span, text: '' })
      return isAlike ? [...all.slice(0, -1), { ...last, text: last.text + span.text }] : [...all, span]
    }, []),
  }))
  expect(joined).toEqual(lines)
})

test.each([
  '1. How many?',
  '- a dash',
  'snake_case_name',
  'Name: ____',
  '2 * 3',
  '#1 crop',
  '> 18',
  'a [b] (c)',
  '',
  ' ',
])('the label %j is shown as it is written', (label) => expect(plainLabel(label)).toBe(label))

test('headings of files have the words without the marks', () => {
  expect(plainIn({ en: '## **Crops** of [the farm](https://a.b)' }, 'pt-br')).toBe('Crops of the farm')
})

const part = fc.constantFrom(
  '**',
  '_',
  '# ',
  '[',
  '](',
  ')',
  'https://a.b',
  'javascript:x',
  'data:,x',
  '<img src=x>',
  '${q}',
  '\\',
  '\n',
  'é',
  ' ',
)

test('no label makes HTML, an address that runs something, or longer words than it has', () => {
  const label = fc.oneof(
    fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(label, (given) => {
      const lines = labelLines(given)
      for (const { kind, spans } of lines) {
        expect(['text', 'heading']).toContain(kind)
        for (const span of spans) {
          // Elements are made of these four words alone.
          expect(Object.keys(span).filter((key) => !['text', 'bold', 'italic', 'href'].includes(key))).toEqual([])
          if (span.href !== undefined) expect(span.href).toMatch(/^https?:\/\/[^\s<>"'`]+$/i)
        }
      }
      expect(plainLabel(given).length).toBeLessThanOrEqual(given.length)
    }),
    { numRuns: 2000 },
  )
})
