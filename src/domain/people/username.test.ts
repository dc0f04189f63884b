import { expect, test } from 'vitest'
import { usernameFault } from './username.ts'

test.each([
  'ana',
  'Ana.Silva-2',
  'joão@example.org',
  '+258841234567',
  'nguyễn',
  'ışık',
  'ɖeƙa',
  'анна_3',
  'ґанна',
  'άννα',
  'علي.2',
  'אנה',
  'आनंद',
  'อนันต์',
  '王芳',
  'さくらアン',
  '김민수',
  'አበበ',
])('%s is a user name', (name) => expect(usernameFault(name)).toBeUndefined())

test.each([
  ['figures alone', '12345', 'FORMAT'],
  ['one letter', 'a', 'FORMAT'],
  ['what erased people are called', 'Anonymous-12', 'FORMAT'],
  ['a blank', 'ana silva', 'FORMAT'],
  ['figures of another script', 'ana٣', 'FORMAT'],
  ['an invisible sign', 'ad\u200Dmin', 'FORMAT'],
  ['full-width letters', 'ａｄｍｉｎ', 'USERNAME_LETTERS'],
  ['mathematical letters', '𝐚𝐝𝐦𝐢𝐧', 'USERNAME_LETTERS'],
  ['a ligature', 'oﬃce', 'USERNAME_LETTERS'],
  ['an accent apart from its letter', 'jose\u0301', 'USERNAME_LETTERS'],
  ['accents piled up', 'a\u0332dmin', 'USERNAME_LETTERS'],
  ['phonetic letters', 'ɑdmin', 'USERNAME_LETTERS'],
  ['a script that is not taken', 'ᎠᎡ', 'USERNAME_LETTERS'],
  ['one Cyrillic letter in a Latin name', 'аdmin', 'SCRIPTS_MIXED'],
  ['one Greek letter in a Latin name', 'anοther', 'SCRIPTS_MIXED'],
  ['Han beside Latin', 'ana王', 'SCRIPTS_MIXED'],
])('a name with %s is refused', (_, name, fault) => expect(usernameFault(name)).toBe(fault))
