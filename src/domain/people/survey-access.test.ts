import { expect, test } from 'vitest'
import {
  accessRights,
  actRefusal,
  giveRefusal,
  type SurveyAct,
  surveyActs,
  type SurveyTie,
  tiesCovering,
} from './survey-access.ts'

/** By hand, from product.md §2 and §4: the actions that each tie allows. */
const byHand: Record<SurveyTie, string> = {
  ALL: 'see review enter export edit manage',
  OWNER: 'see review enter export edit manage',
  MANAGE: 'see review enter export edit manage',
  PUBLIC: 'see review enter export',
  REVIEW: 'see review',
  EXPORT: 'see export',
  EDIT: 'see enter edit',
  VIEW: 'see',
  COLLECT: '',
}

test.each(Object.entries(byHand))('%s lets one do just this: %s', (tie, acts) => {
  const allowed = surveyActs.filter((act) => actRefusal([tie as SurveyTie], act) === undefined)
  expect(allowed).toEqual(acts.split(' ').filter(Boolean))
  for (const act of surveyActs) expect(tiesCovering(act).includes(tie as SurveyTie)).toBe(allowed.includes(act))
})

test('an unseen survey is missing, a forbidden action is refused, and ties add up', () => {
  for (const act of surveyActs) expect(actRefusal([], act)).toBe('NOT_FOUND')
  expect(actRefusal(['COLLECT'], 'review')).toBe('NOT_FOUND')
  expect(actRefusal(['VIEW'], 'review')).toBe('GRANT_TOO_NARROW')
  expect(actRefusal(['PUBLIC'], 'edit')).toBe('GRANT_TOO_NARROW')
  expect(actRefusal(['REVIEW', 'EDIT'], 'edit')).toBeUndefined()
  expect(actRefusal(['REVIEW', 'EDIT'], 'manage' satisfies SurveyAct)).toBe('GRANT_TOO_NARROW')
})

test('a person grants no more of a survey than they have, and for no longer', () => {
  const [soon, later] = [new Date('2030-01-01'), new Date('2031-01-01')]
  for (const right of accessRights) {
    expect(giveRefusal([{ tie: 'OWNER', until: undefined }], right, undefined)).toBeUndefined()
    expect(giveRefusal([], right, undefined)).toBe('NOT_FOUND')
    for (const tie of ['PUBLIC', 'REVIEW', 'EDIT', 'EXPORT', 'VIEW'] as const)
      expect(giveRefusal([{ tie, until: undefined }], right, soon)).toBe('GRANT_TOO_NARROW')
    expect(giveRefusal([{ tie: 'MANAGE', until: soon }], right, soon)).toBeUndefined()
    expect(giveRefusal([{ tie: 'MANAGE', until: soon }], right, later)).toBe('GRANT_OUTLIVES_OWN')
    expect(giveRefusal([{ tie: 'MANAGE', until: soon }], right, undefined)).toBe('GRANT_OUTLIVES_OWN')
    const both = [
      { tie: 'MANAGE', until: soon },
      { tie: 'MANAGE', until: later },
    ] as const
    expect(giveRefusal(both, right, later)).toBeUndefined()
  }
})
