import { expect, test } from 'vitest'
import { dutyOf, moneyRights, ownNameProblem, paymentSteps, permissionEntries, seededRoles } from './permissions.ts'

const held = new Map(seededRoles.map(({ role, permissions }) => [role, new Set<string>(permissions)]))

test('no seeded role holds two payment steps, and the administrator none', () => {
  for (const [role, permissions] of held) {
    const steps = paymentSteps.filter((step) => permissions.has(step))
    expect([role, steps.length]).toEqual([role, role.startsWith('PAYMENT_') ? 1 : 0])
  }
})

test('the administrator holds all permissions but those over money; each has a role', () => {
  const names = permissionEntries.map((entry) => entry.name)
  expect(names.filter((name) => !held.get('ADMINISTRATOR')?.has(name))).toEqual(moneyRights)
  for (const step of moneyRights) expect([...held.values()].some((permissions) => permissions.has(step))).toBe(true)
})

test('the auditor changes nothing and sees no phone in full', () => {
  const changing = [...(held.get('AUDITOR') ?? [])].filter((name) => !/\.(read|all|export)$/.test(name))
  expect(changing).toEqual([])
})

test('no seeded role releases money and grants rights', () => {
  for (const [role, permissions] of held) {
    const duties = new Set([...permissions].map(dutyOf).filter((duty) => duty !== undefined))
    expect([role, duties.size]).toEqual([role, duties.size > 1 ? 'both' : duties.size])
  }
})

test.each([
  ['fieldApp.sync', undefined],
  ['visit.companies', undefined],
  ['Exportação', undefined],
  ['导出 Excel', undefined],
  ['Экспорт', undefined],
  ['payments.approve', 'PRODUCT_NAME'],
  [' Páyments–Approve', 'PRODUCT_NAME'],
  ['ｐａｙｍｅｎｔｓ.approve', 'PRODUCT_NAME'],
  ['pay ments.approve', 'PRODUCT_NAME'],
  ['roles.own', 'PRODUCT_NAME'],
  ['pаyments.approve', 'FORMAT'],
  ['admıns.write', 'FORMAT'],
])('a permission that people call %j has the problem %s', (name, problem) => {
  expect(ownNameProblem(name)).toBe(problem)
})
