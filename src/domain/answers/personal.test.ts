import { expect, test } from 'vitest'
import { repeatingPersonal } from './personal.ts'
import { smallSurvey } from './test/small-survey.ts'

test('texts of personal answers are personal, by way of others too; numbers are not', () => {
  const content = smallSurvey([
    [
      { code: 'name', type: 'TEXT', personal: true },
      { code: 'born', type: 'DATE', personal: true },
      { code: 'instance_name', type: 'TEXT', calculation: "concat('Visit to ', called)" },
      { code: 'called', type: 'TEXT', calculation: "if(name = 'x', '', name)" },
      { code: 'again', type: 'LONG_TEXT', initial: 'name' },
      { code: 'age', type: 'INTEGER', calculation: 'int((today() - born) / 365)' },
      { code: 'place', type: 'TEXT', calculation: "'name'" },
      { code: 'broken', type: 'TEXT', calculation: 'name +' },
    ],
  ])
  expect(repeatingPersonal(content).map(({ code }) => code)).toEqual(['called', 'again', 'instance_name'])
  expect(repeatingPersonal(smallSurvey([[{ code: 'name', type: 'TEXT' }]]))).toEqual([])
})
