import { expect, test } from 'vitest'
import { aroundProblem, choiceAt, isInText, offersFor, wordAt } from './expression-words.ts'

const completions = ['age', 'members', 'memberAge', 'sum'].map((name) => ({
  name,
  insert: name,
  kind: 'question' as const,
  about: name === 'sum' ? 'How much in all?' : 'Somewhere',
}))

const choiceAtEnd = (source: string) => choiceAt(source, source.length)
const names = (text: string) => offersFor(completions, text).map(({ name }) => name)

test('the word at the caret is replaced as a whole', () => {
  expect(wordAt('age > mem', 9)).toEqual({ begin: 6, end: 9, text: 'mem' })
  expect(wordAt('age > members', 9)).toEqual({ begin: 6, end: 13, text: 'mem' })
  expect(wordAt('age > ', 6)).toEqual({ begin: 6, end: 6, text: '' })
  expect(wordAt('age > 15', 8)).toEqual({ begin: 8, end: 8, text: '' })
  expect(wordAt('${ag} > 1', 4)).toEqual({ begin: 0, end: 5, text: 'ag' })
})

test('inside of a text in quotation marks nothing is offered', () => {
  expect([7, 10].map((caret) => isInText("a = 'mem' and b", caret))).toEqual([true, false])
})

test('codes that begin with the word come before those that hold it', () => {
  expect(names('MEM')).toEqual(['members', 'memberAge'])
  expect(names('age')).toEqual(['age', 'memberAge'])
  expect(names('')).toEqual(['age', 'members', 'memberAge', 'sum'])
  expect(names('in all')).toEqual(['sum'])
  expect(names('x')).toEqual([])
})

test('the place of a problem is the word there', () => {
  expect(aroundProblem('age > oops + 1', 7)).toEqual(['age > ', 'oops', ' + 1'])
  expect(aroundProblem('age > ', 7)).toEqual(['age > ', '', ''])
  expect(aroundProblem('age # 1', 5)).toEqual(['age ', '#', ' 1'])
})

test('a choice is written behind a comparison, and as what is selected', () => {
  expect(choiceAtEnd('age > 3 and crop = ')).toMatchObject({ code: 'crop', begin: 19, text: '' })
  expect(choiceAtEnd("${crop} != 'mai")).toMatchObject({ code: 'crop', begin: 11, text: 'mai' })
  expect(choiceAtEnd("selected(crops, 'b")).toMatchObject({ code: 'crops', begin: 16, text: 'b' })
  expect(choiceAt("crop = 'maize' or a", 10)).toMatchObject({ begin: 7, end: 14 })
  expect([choiceAtEnd("crop = 'maize'"), choiceAtEnd('crop >= 3'), choiceAtEnd('crop = maize and ')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
