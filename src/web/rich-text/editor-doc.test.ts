import { expect, test } from 'vitest'
import { parseMarkdown, writeMarkdown } from '#domain/text/markdown.ts'
import { docOf, textOf } from './editor-doc.ts'

test('a text goes into the document of the editor and back without a loss', () => {
  const source =
    '# One\n\n### Three\n\na **b** ***c*** [*d*](https://a.example)\\\ne\n\n- f\n- g\n\n1. h\n\n> i\n>\n> j\n\n> k\n\nl'
  expect(writeMarkdown(textOf(docOf(parseMarkdown(source).text)))).toBe(source)
  expect(textOf(docOf([]))).toEqual([])
})
