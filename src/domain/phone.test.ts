import { expect, test } from 'vitest'
import { looksLikePhone } from './phone.ts'

test.each(['84 123 4567', '(84) 123-4567', '00258841234567', '+1 650 253 0000', '８４１２３４５６７', '4002'])(
  '%s may be the number of a phone',
  (text) => expect(looksLikePhone(text)).toBe(true),
)

test.each(['', '123', 'no number', '+', '84 123 4567 ext. 5', '841234567;', '8.41e8', '1'.repeat(21)])(
  '%j is none anywhere',
  (text) => expect(looksLikePhone(text)).toBe(false),
)
