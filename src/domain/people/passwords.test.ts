import { expect, test } from 'vitest'
import { passwordProblem } from './passwords.ts'

const common = new Set(['password', 'welcome', 'dragon', 'senha', 'liverpool'])
const codeOf = (password: string) => passwordProblem(password, 'ana.silva', common)?.code

test('a password has 12 to 128 characters, counted as people count them', () => {
  expect(passwordProblem('elf zeichen', 'x', common)).toEqual({ code: 'TOO_SHORT', limit: 12 })
  expect(codeOf('zwölf zeiche')).toBeUndefined()
  expect(codeOf('🌍🌊🌋🏝🏔🌅🌄🌌🌠🎑🏞')).toBe('TOO_SHORT')
  expect(codeOf('🌍🌊🌋🏝🏔🌅🌄🌌🌠🎑🏞🌲')).toBeUndefined()
  expect(passwordProblem('ab cd ef gh '.repeat(11), 'x', common)).toEqual({ code: 'TOO_LONG', limit: 128 })
})

test.each([
  'password1234',
  'P@ssw0rd!2024',
  'welcomedragon',
  'Dragon-Welcome-99',
  'Liverpool2024!',
  'senha12345678',
  'aaaaaaaaaaaa',
  'abcabcabcabcabc',
  '123456789012',
  'qwertyuiop1234',
  'zyxwvutsrqpo',
  '1qaz2wsx3edc',
])('%s is what everybody would try', (password) => expect(codeOf(password)).toBe('PASSWORD_COMMON'))

test.each([
  'correct horse battery',
  'tide-lamp-orchard',
  '竹林深处有人家炊烟袅袅升起',
  'k7#vQ2!mZx9@',
  'o rio corre sem pressa',
])('%s will do', (password) => expect(codeOf(password)).toBeUndefined())

test('the user name does not make a password', () => {
  expect(codeOf('Ana.Silva2024')).toBe('PASSWORD_IS_USERNAME')
  expect(codeOf('ana.silva sails at dawn')).toBeUndefined()
})
