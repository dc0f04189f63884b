/** Tasks follow their responses: through uploads, through reviews, and in every count. */
import { expect } from 'vitest'
import { responses } from '#contract/responses.ts'
import { tasks } from '#contract/tasks.ts'
import { taskStatuses, type TaskStatus } from '#domain/people/task.ts'
import type { ReviewTarget } from '#domain/answers/response.ts'
import { jobKinds } from '../app.ts'
import { givenWorker } from '../jobs/test/given-job.ts'
import type { GivenSurvey } from '../test/given-survey.ts'
import { refusalOf, rowsOf, send, workbook } from '../test/given-upload.ts'
import { exportedFile } from '../test/read-export.ts'
import { test, type TestApp } from '../test/with-app.ts'

/** The list's counts of a survey by status, compared with the tasks that exist. */
async function countsOf(
  { as, given, sql }: TestApp,
  { id }: GivenSurvey,
): Promise<Partial<Record<TaskStatus, number>>> {
  const { statusCounts, total } = await as(await given.admin()).call(tasks.list, { query: { surveyId: id } })
  const { rows } = await sql.owner.query<{ status: TaskStatus; n: number }>(
    `select status, count(*)::int as n from task where survey_id = $1 group by status`,
    [id],
  )
  const there = new Map(rows.map(({ status, n }) => [status, n]))
  expect(statusCounts).toEqual(Object.fromEntries(taskStatuses.map((status) => [status, there.get(status) ?? 0])))
  expect(total).toBe(rows.reduce((sum, { n }) => sum + n, 0))
  return Object.fromEntries(there)
}

interface TaskSpec {
  survey: GivenSurvey
  assigneeId: number
  status?: 0 | 1 | 5
  dueAt?: string
}

/** Work that was asked for and not done yet. */
async function askFor({ sql }: TestApp, { survey, assigneeId, status = 0, dueAt }: TaskSpec): Promise<number> {
  const { rows } = await sql.owner.query<{ id: string }>(
    `insert into task (survey_id, assignee_id, status, due_at) values ($1, $2, $3, $4) returning id`,
    [survey.id, assigneeId, status, dueAt ?? null],
  )
  return Number(rows[0]?.id)
}

test('an upload opens a submitted task per response; the same forms again open none', async ({ app }) => {
  const { given, as } = app
  const staff = as(await given.admin())
  const survey = await given.survey()
  const rows = rowsOf(survey, 12)
  await send(staff, survey, await workbook(survey, rows))
  expect(await countsOf(app, survey)).toEqual({ 2: 12 })
  const more = await workbook(survey, [...rows, ...rowsOf(survey, 1, 'more')])
  expect((await send(staff, survey, more)).data).toMatchObject({ created: 1, alreadyThere: 12 })
  expect(await countsOf(app, survey)).toEqual({ 2: 13 })
  const query = { surveyId: survey.encodedId, pageSize: 100 }
  const listed = (await staff.call(tasks.list, { query })).list
  const answered = (await staff.call(responses.list, { query })).list
  expect(new Map(listed.map(({ formId, assignee }) => [formId, assignee]))).toEqual(
    new Map(answered.map(({ id, participant }) => [id, participant])),
  )
  expect(listed[0]).toMatchObject({ surveyId: survey.id, surveyTitle: survey.title, status: 2, version: 1 })
})

test('a file that is refused leaves no task', async ({ staff, app }) => {
  const survey = await app.given.survey()
  const [good, bad] = rowsOf(survey, 2)
  await refusalOf(send(staff, survey, await workbook(survey, [{ ...good }, { ...bad, members: 99 }])))
  expect(await countsOf(app, survey)).toEqual({})
})

test('each verdict moves the task with its response, single or bulk; its undoing too', async ({ app }) => {
  const { given, as } = app
  const staff = as(await given.admin())
  const survey = await given.survey({ amount: '25.00' })
  const [first, ...rest] = await given.responses(survey, 4)
  const id = first?.id ?? 0
  const seen: unknown[] = []
  const steps: ReviewTarget[] = [
    'IN_REVIEW',
    'HAS_ISSUES',
    'IN_REVIEW',
    'REJECTED',
    'IN_REVIEW',
    'APPROVED',
    'IN_REVIEW',
  ]
  for (const formStatus of steps) {
    await staff.call(responses.move, { params: { id }, body: { formStatus, reason: 'Looked at' } })
    const { list } = await staff.call(tasks.list, { query: { surveyId: survey.id } })
    const { status, version } = list.find(({ formId }) => formId === id) ?? {}
    seen.push([formStatus, status, version])
  }
  expect(seen).toEqual([
    ['IN_REVIEW', 2, 1],
    ['HAS_ISSUES', 4, 2],
    ['IN_REVIEW', 2, 3],
    ['REJECTED', 4, 4],
    ['IN_REVIEW', 2, 5],
    ['APPROVED', 3, 6],
    ['IN_REVIEW', 2, 7],
  ])
  const bulk = { formStatus: 'APPROVED', ids: rest.map((response) => response.id) }
  await staff.call(responses.review, { body: bulk })
  expect(await countsOf(app, survey)).toEqual({ 2: 1, 3: 3 })
})

test('the next responses of a person do waiting tasks, urgent first; pilots do none', async ({ app }) => {
  const { given, as, sql } = app
  const staff = as(await given.admin())
  const survey = await given.survey({ allowMultipleResponses: true, status: 'PILOT' })
  const person = await given.participant()
  const other = await given.participant()
  const whenever = await askFor(app, { survey, assigneeId: person.id })
  const urgent = await askFor(app, { survey, assigneeId: person.id, status: 1, dueAt: '2030-01-01T00:00:00Z' })
  await askFor(app, { survey, assigneeId: other.id })
  await askFor(app, { survey, assigneeId: person.id, status: 5 })
  const answer = async (count: number, prefix: string) => {
    const rows = rowsOf(survey, count, prefix).map((row) => ({ ...row, participantPhone: person.phone }))
    await send(staff, survey, await workbook(survey, rows))
  }
  const done = async () =>
    (await staff.call(tasks.list, { query: { assigneeId: person.id, surveyId: survey.id } })).list
      .filter(({ status }) => status === 2)
      .map((task) => task.id)
  await answer(1, 'pilot')
  expect(await countsOf(app, survey)).toEqual({ 0: 2, 1: 1, 2: 1, 5: 1 })
  await sql.owner.query(`update survey set status = 'PUBLISHED' where id = $1`, [survey.id])
  await answer(1, 'a')
  expect(await done()).toEqual([expect.any(Number), urgent])
  await answer(2, 'b')
  expect(await done()).toEqual([expect.any(Number), expect.any(Number), urgent, whenever])
  expect(await countsOf(app, survey)).toEqual({ 0: 1, 2: 4, 5: 1 })
})

test('a task that was called off stays so, also when its response changes', async ({ app }) => {
  const { given, as, sql } = app
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  await sql.owner.query(`update task set status = 5 where survey_id = $1`, [survey.id])
  const body = { formStatus: 'APPROVED' }
  await as(await given.admin()).call(responses.move, { params: { id: response?.id ?? 0 }, body })
  expect(await countsOf(app, survey)).toEqual({ 5: 1 })
})

test('counts stay exact while reviewers and uploads work at the same moment', async ({ app }) => {
  const { given, as } = app
  const survey = await given.survey()
  const staff = await Promise.all(Array.from({ length: 4 }, () => given.admin()))
  const forms = await given.responses(survey, 60)
  const files = await Promise.all(['x', 'y'].map((prefix) => workbook(survey, rowsOf(survey, 20, prefix))))
  const verdicts = ['APPROVED', 'REJECTED', 'IN_REVIEW', 'APPROVED'] as const
  await Promise.all([
    ...files.map((bytes) => send(as(staff[0]), survey, bytes)),
    ...forms.flatMap(({ id }, n) =>
      // Two judge each response; one of them may be refused.
      [n, n + 1].map((turn) => {
        const body = { formStatus: verdicts[turn % 4], reason: 'Looked at' }
        return as(staff[turn % 4]).raw(responses.move, { params: { id }, body })
      }),
    ),
    ...verdicts.map((formStatus, n) =>
      as(staff[n]).raw(responses.review, {
        body: { formStatus, reason: 'Looked at', ids: forms.slice(n * 10, n * 10 + 30).map(({ id }) => id) },
      }),
    ),
  ])
  const counts = await countsOf(app, survey)
  expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(100)
  const { statusCounts: said } = await as(staff[0]).call(responses.list, { query: { surveyId: survey.id } })
  expect(counts).toEqual(
    Object.fromEntries(
      [
        [2, said.RECEIVED + said.IN_REVIEW],
        [3, said.APPROVED],
        [4, said.REJECTED],
      ].filter(([, n]) => n !== 0),
    ),
  )
})

test('the list pages newest first, takes several statuses, finds the tasks of a person', async ({ app }) => {
  const { given, as } = app
  const survey = await given.survey()
  const staff = as(await given.admin())
  await given.responses(survey, 7)
  await given.responses(survey, 3, { status: 'APPROVED' })
  await given.responses(survey, 2, { status: 'REJECTED' })
  const all = await staff.call(tasks.list, { query: { surveyId: survey.id, pageSize: 100 } })
  const ids = all.list.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  const paged: number[] = []
  for (const page of [1, 2, 3, 4]) {
    const answer = await staff.call(tasks.list, { query: { surveyId: survey.id, pageSize: 5, page } })
    expect(answer.pagination).toEqual({ current: page, pageSize: 5, total: 12 })
    paged.push(...answer.list.map(({ id }) => id))
  }
  expect(paged).toEqual(ids)
  const judged = await staff.call(tasks.list, { query: { surveyId: survey.id, status: '3,4' } })
  expect([judged.total, judged.list.length, judged.statusCounts[2]]).toEqual([5, 5, 7])
  const assigneeId = all.list[0]?.assignee?.id
  const own = await staff.call(tasks.list, { query: { assigneeId, status: '4' } })
  expect([own.total, own.list, own.statusCounts]).toMatchObject([1, [{ id: ids[0], status: 4 }], { 2: 0, 4: 1 }])
  for (const query of [{ status: '6' }, { status: '2,' }, { status: 'OPEN' }, { assigneeId: '0' }, { sort: 'id' }])
    await expect(staff.call(tasks.list, { query })).rejects.toMatchObject({ status: 400 })
})

test('a caller who does not see a survey finds none of its tasks, also by participant', async ({ given, as }) => {
  const permissions = ['tasks.read' as const]
  const [owner, stranger] = [await given.admin({ permissions }), await given.admin({ permissions })]
  const survey = await given.survey({ ownerId: owner.id })
  await given.responses(survey, 2)
  const { list, statusCounts } = await as(owner).call(tasks.list)
  expect([list.length, statusCounts[2]]).toEqual([2, 2])
  for (const query of [{}, { assigneeId: list[0]?.assignee?.id }]) {
    const { total, statusCounts: seen } = await as(stranger).call(tasks.list, { query })
    expect([total, Object.values(seen)]).toEqual([0, [0, 0, 0, 0, 0, 0]])
  }
  const hidden = as(stranger).call(tasks.list, { query: { surveyId: survey.id } })
  await expect(hidden).rejects.toMatchObject({ status: 404 })
})

test('the database keeps one task per response, and no open task with one', async ({ given, sql }) => {
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  const insert = (formId: number | null, status: number) =>
    sql.app.query(`insert into task (survey_id, form_id, status) values ($1, $2, $3)`, [survey.id, formId, status])
  await expect(insert(response?.id ?? 0, 2)).rejects.toMatchObject({ constraint: 'task_form' })
  await expect(insert(response?.id ?? 0, 0)).rejects.toMatchObject({ constraint: 'task_form_given' })
  await expect(insert(987_654_321, 2)).rejects.toMatchObject({ code: '23503' })
})

test('tasks are found by their participant and narrowed by the unit of their site', async ({ staff, given, sql }) => {
  const survey = await given.survey()
  await given.responses(survey, 3)
  const [first, second] = (await staff.call(tasks.list, { query: { surveyId: survey.id } })).list
  await sql.owner.query(`update person set name = 'Ngozi Adeyemi' where id = $1`, [first?.assignee?.id])
  const { rows } = await sql.owner.query<{ id: number; unit: number }>(
    `with unit as (insert into administrative_unit (code, name) values ('U1', 'North') returning id)
       insert into site (title, site_category_id, administrative_unit_id) select 'Clinic', $1, id from unit
       returning id::int, administrative_unit_id::int as unit`,
    [(await given.siteCategory()).id],
  )
  const [site] = rows
  await sql.owner.query(`update task set site_id = $1 where id = $2`, [site?.id, second?.id])
  const found = async (query: Record<string, string | number | undefined>) =>
    (await staff.call(tasks.list, { query })).list.map(({ id }) => id)
  expect(await found({ q: 'adeyemi' })).toEqual([first?.id])
  expect(await found({ q: 'adeyemi ngozi', status: '2' })).toEqual([first?.id])
  expect(await found({ q: 'nothing of the kind' })).toEqual([])
  for (const query of [{ siteId: site?.id }, { administrativeUnitId: site?.unit }, { administrativeUnitId: '!~' }])
    expect([query, await found(query)]).toEqual([query, [second?.id]])
  expect(await found({ administrativeUnitId: '~', surveyId: survey.id })).toHaveLength(2)
  const { statusCounts } = await staff.call(tasks.list, { query: { q: 'adeyemi', status: '4' } })
  expect(statusCounts).toMatchObject({ 2: 1, 4: 0 })
})

test('a file of tasks says statuses and sites in words', async ({ app }) => {
  const { given, sql } = app
  const person = await given.admin()
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  await sql.owner.query(
    `with site as (insert into site (title, site_category_id) values ('Clinic', $1) returning id)
       update task set site_id = site.id from site where form_id = $2`,
    [(await given.siteCategory()).id, response?.id],
  )
  givenWorker(app, jobKinds)
  const columns = ['status', 'site'].map((key) => ({ key, title: key }))
  const order = { format: 'CSV', locale: 'pt-br', columns, filter: { surveyId: String(survey.id) } }
  const bytes = await exportedFile(app, person, tasks.export, order)
  expect(bytes.toString()).toBe('\uFEFFstatus,site\r\nEnviada,Clinic\r\n')
})
