import { expect, test } from 'vitest'
import { emptyDraft, filterNames, problemsOf, ruleOf, withRight } from './access-draft.ts'

const subject = { subjectType: 'SITE' as const, subjectId: 5, name: 'Market', detail: null }

test('another kind of right empties the subject, another right of the kind keeps it', () => {
  const person = { ...subject, subjectType: 'USER' as const }
  const draft = { ...emptyDraft, subject: person }
  expect(withRight(draft, 'VIEW').subject).toBe(person)
  expect(withRight(draft, 'COLLECT')).toEqual({ right: 'COLLECT', kind: 'ROLE', subject: undefined, filter: {} })
})

test('a rule holds just the conditions that its kind of subject takes', () => {
  const filter = { gender: 'F', siteCategoryId: 3, ageMin: 40, ageMax: 30 }
  const draft = { right: 'COLLECT' as const, kind: 'SITE' as const, subject, filter }
  expect(ruleOf(draft)?.filter).toEqual({ gender: 'F', ageMin: 40, ageMax: 30 })
  expect(problemsOf(draft).map(({ path }) => path)).toEqual(['filter.ageMin'])
  expect(filterNames({ ...draft, kind: 'USER' })).toEqual([])
  expect(ruleOf({ ...draft, right: 'VIEW' })?.filter).toBeNull()
  expect(ruleOf({ ...draft, subject: undefined })).toBeUndefined()
})
