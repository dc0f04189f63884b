import { expect, test } from 'vitest'
import { isSameName } from './same-name.ts'

test.each([
  ['José Lima', 'JOSE LIMA'],
  ['Maria João Sitoe', 'SITOE, Maria João'],
  ['Maria João Sitoe', 'Maria Sitoe'],
  ['Sitoe Maria', 'maria joao sitoe'],
  ['Ana-Paula Nhaca', 'Ana Paula Nhaca'],
  ['张伟', '张伟'],
])('%s may be %s', (one, other) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([true, true])
})

test.each([
  ['Maria Sitoe', 'Mario Sitoe'],
  ['Maria Sitoe', 'Maria Nhaca'],
  ['Maria', 'Maria Sitoe'],
  ['Maria Sitoe', 'Maria João Paula Sitoe'],
  ['Ana Ana Lima', 'Ana Lima Lima'],
  ['', 'Maria Sitoe'],
  ['–', '-'],
])('%s is not %s', (one, other) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([false, false])
})
