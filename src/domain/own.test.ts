import { expect, test } from 'vitest'
import { functionNamed } from './expressions/expression-functions.ts'
import { own } from './own.ts'
import { textIn } from './surveys/survey.ts'

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s names nothing of ours', (name) => {
  expect(own({ known: 1 }, name)).toBeUndefined()
  expect(textIn({ en: 'Village' }, name)).toBe('Village')
  expect(functionNamed(name)).toBeUndefined()
})
