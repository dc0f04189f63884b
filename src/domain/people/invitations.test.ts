import { expect, test } from 'vitest'
import { readInvited } from './invitations.ts'

const roles = [
  { id: 1, role: 'REVIEWER', name: 'Revisor' },
  { id: 2, role: 'PAYMENT_APPROVER', name: 'Aprovador de pagamentos' },
]
const read = (text: string, more: { roleId?: number; byMail?: boolean } = {}) =>
  readInvited(text, { roles, roleId: more.roleId, byMail: more.byMail ?? true })

const problems = (text: string) => read(text).map((each) => each.problems.map(({ path, code }) => `${path} ${code}`))

test('a line has name, address and role in any order, by any separator', () => {
  const wanted = { name: 'Rosa Muianga', email: 'Rosa.M@example.org', username: 'rosa.m', roleId: 1, problems: [] }
  for (const line of [
    'Rosa Muianga, Rosa.M@example.org, revisor',
    'Rosa Muianga\tRosa.M@example.org\tREVIEWER',
    'Revisor; "Rosa Muianga"; Rosa.M@example.org',
    'Rosa Muianga <Rosa.M@example.org>, Revisor',
  ])
    expect(read(`\r\n${line}\n  \n`)).toEqual([{ ...wanted, line }])
  expect(read('Rui Mate, rui@example.org, rui.m, Revisor')[0]).toMatchObject({ username: 'rui.m', problems: [] })
  expect(read('Rui Mate, rui@example.org', { roleId: 2 })[0]).toMatchObject({ roleId: 2, problems: [] })
  expect(read('Inês  Tembe', { roleId: 2, byMail: false })[0]).toMatchObject({ username: 'inês.tembe', problems: [] })
})

test('each problem of a line is named, and a person twice', () => {
  expect(problems('a@b, Revisor\nRui Mate, Chefe\nAna, ana@example.org, Revisor, ana, x')).toEqual([
    ['name REQUIRED', 'email BAD_EMAIL', 'username FORMAT'],
    ['email REQUIRED', 'roleId UNKNOWN_CHOICE'],
    ['roleId UNKNOWN_CHOICE'],
  ])
  expect(problems('A, ana@example.org, Revisor\nB, ANA@example.org, Revisor\nC, ana@example.com, Revisor')).toEqual([
    [],
    ['email DUPLICATE'],
    ['username DUPLICATE'],
  ])
})
