import { expect, test } from 'vitest'
import { readTexts } from '#words/texts.ts'
import { fieldIds, valueIds } from './value-words.ts'

const texts = readTexts('en')
const firstOf = (ids: readonly string[]) => ids.map((id) => texts[id]).find((text) => text !== undefined)

test.each([
  ['people.update', 'phone', 'Phone'],
  ['people.update', 'roleId', 'Role'],
  ['people.update', 'personal', 'Personal details changed'],
  ['responses.review', 'formStatus', 'Status'],
  ['payments.reject', 'reasonText', 'Explanation'],
  ['companies.update', 'title', 'Name'],
  ['categories.update', 'title', 'Name'],
])('in %s the field %s is called %s', (action, field, name) => {
  expect(firstOf(fieldIds(action, field))).toBe(name)
})

test.each([
  ['people.update', 'status', 'SUSPENDED', 'Suspended'],
  ['people.update', 'personal', 'birthDate', 'Date of birth'],
  ['responses.review', 'formStatus', 'APPROVED', 'Approved'],
  ['payments.approve', 'status', 'SUCCESSFUL', 'Paid'],
  ['payments.reject', 'reason', 'WRONG_PHONE', 'Wrong phone'],
  ['surveys.update', 'surveyType', 'PAID', 'Paid'],
  ['issueCategories.update', 'appliesTo', 'SITE', 'Sites'],
  ['people.update', 'role', 'AUDITOR', 'Auditor'],
  ['people.create', 'pendingRole', 'PAYMENT_APPROVER', 'Payment approver'],
  ['people.create', 'adminType', 'ADMIN', 'Staff'],
  ['people.locale', 'locale', 'zh', '中文'],
])('in %s, %s %s is called %s', (action, field, value, name) => {
  expect(firstOf(valueIds(action, field, value))).toBe(name)
})

test('a value without words of its own stays as it is', () => {
  expect(firstOf(valueIds('companies.update', 'title', 'APPROVED'))).toBeUndefined()
})
