/** A survey with a filterable question of each kind, and four responses `a` to `d` to it. */
import type { Answers } from '#domain/answers/answers.ts'
import { overPool } from '../../db/pool.ts'
import type { TestApp } from '../../test/with-app.ts'
import type { FormRow } from '../intake/check-form.ts'
import { lockIntakeSurvey, takeForms } from '../intake/intake-store.ts'

export type GivenAnswered = Awaited<ReturnType<typeof givenAnswered>>

const filterable = true

export async function givenAnswered(app: TestApp) {
  const staff = app.as(await app.given.admin())
  const survey = await app.given.survey({
    sections: [
      [
        { code: 'sex', type: 'SINGLE', options: ['f', 'm'], filterable, required: false },
        { code: 'crops', type: 'MULTIPLE', options: ['rice', 'maize'], filterable, required: false },
        { code: 'age', type: 'INTEGER', filterable, required: false },
        { code: 'born', type: 'DATE', filterable, required: false },
        { code: 'seen', type: 'DATETIME', filterable, required: false },
        { code: 'village', type: 'TEXT', filterable, required: false },
        { code: 'note', type: 'TEXT', required: false },
      ],
    ],
  })
  const rows: [key: string, answers: Answers][] = [
    ['a', { sex: 'f', crops: ['rice', 'maize'], age: 31, seen: '2026-03-02T00:30:00+01:00', village: 'São João' }],
    ['b', { sex: 'm', crops: ['rice'], age: 55, seen: '2026-03-01T23:00:00Z', village: 'Beira' }],
    ['c', { age: 40, born: '1990-01-31' }],
    ['d', { sex: 'f', village: 'Joao Belo' }],
  ]
  const ids = new Map(survey.content.sections.flatMap(({ questions }) => questions.map(({ code, id }) => [code, id])))
  const where = { latitude: null, longitude: null, accuracy: null, fence: null, fenceDistance: null, flags: [] }
  const forms = rows.map(([formKey, answers], row): FormRow => {
    const byId = Object.entries(answers).map(([code, value]) => [ids.get(code), value])
    const submittedAt = `2026-01-0${4 - row}T08:00:00Z`
    return { row, formKey, phone: null, name: '', submittedAt, ...where, answers: Object.fromEntries(byId) as Answers }
  })
  const pool = overPool(app.sql.owner, 'unnamed')
  await pool.transaction().execute(async (db) => {
    const intake = { survey: await lockIntakeSurvey(db, survey.id), version: survey.version, source: 'API' as const }
    await takeForms(db, intake, [JSON.stringify(forms)])
  })
  return { staff, survey }
}
