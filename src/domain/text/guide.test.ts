import { expect, test } from 'vitest'
import { guideParts, partsWith } from './guide.ts'

const html =
  '<h1>Payer</h1>\n<p>Money in three <b>steps</b>.</p>\n<h2>Aprovação</h2>\n<p>Second hands.</p>\n<h2>Floats</h2>\n<p>Who approves; aprovacao.</p>'
const parts = guideParts('payer', html)

const headingOf = (part: string) => /<h4>(.*)<\/h4>/.exec(part)?.[1] ?? ''
const found = (asked: string) => partsWith(parts, asked).map((part) => headingOf(part.html))

test('a guide comes apart at its headings, each part with its title', () => {
  expect(parts.map((part) => [part.title, headingOf(part.html)])).toEqual([
    ['Payer', ''],
    ['Payer', 'Aprovação'],
    ['Payer', 'Floats'],
  ])
  expect(parts[1]?.html).toBe('<h4>Aprovação</h4>\n<p>Second hands.</p>')
})

test('a search finds the parts with all its words, without accents, and never the tags', () => {
  expect(found('aprovacao')).toEqual(['Aprovação', 'Floats'])
  expect(found('APROVAÇÃO hands')).toEqual(['Aprovação'])
  expect(found('steps money')).toEqual([''])
  expect(found('<b>')).toEqual([])
  expect(found('payer')).toHaveLength(3)
})
