/** The OData feed of a survey: opened by a token of its own, which reads what its maker may read. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { test, type TestApp } from '../../test/with-app.ts'

interface Page {
  '@odata.count'?: number
  '@odata.nextLink'?: string
  value: Record<string, unknown>[]
}

/** Asks the feed; the password of Basic is the token, unless another header is given. */
function reader({ server }: Pick<TestApp, 'server'>, token: string) {
  const basic = `Basic ${Buffer.from(`excel:${token}`).toString('base64')}`
  return async (url: string, authorization: string | undefined = basic) => {
    const path = url.replace(/^http:\/\/[^/]+/, '')
    const answer = await server.inject({ url: path, headers: authorization ? { authorization } : {} })
    const type = String(answer.headers['content-type'])
    return { status: answer.statusCode, text: answer.body, page: (type.includes('json') ? answer.json() : {}) as Page }
  }
}

test('a token reads service document, metadata and all responses, page by page', async ({ app }) => {
  const { given, as } = app
  const staff = as(await given.admin())
  const survey = await given.survey()
  await given.responses(survey, 1003)
  const { data } = await staff.call(surveyTokens.create, {
    params: { id: survey.id },
    body: { kind: 'READ', name: 'Power BI', personal: true },
  })
  const ask = reader(app, data.token)
  const root = `/odata/${survey.id}`
  expect((await ask(root)).page.value).toEqual([{ name: 'Responses', kind: 'EntitySet', url: 'Responses' }])
  const { text } = await ask(`${root}/$metadata`)
  expect(text).toContain('<Property Name="members" Type="Edm.Double">')
  expect(text).toContain('<Property Name="village_other" Type="Edm.String">')
  const first = await ask(`${root}/Responses?$count=true&$select=_id,members,name,participantPhone`)
  expect([first.page['@odata.count'], first.page.value.length]).toEqual([1003, 1000])
  expect(first.page.value[0]).toMatchObject({
    participantPhone: expect.stringMatching(/^\+258\d+$/),
    name: expect.any(String),
  })
  const second = await ask(first.page['@odata.nextLink'] ?? '')
  expect([second.page.value.length, second.page['@odata.nextLink']]).toEqual([3, undefined])
  const ids = [...first.page.value, ...second.page.value].map((row) => Number(row['_id']))
  expect(new Set(ids).size).toBe(1003)

  const filter = encodeURIComponent(`_id gt ${ids[9]} and _status eq 'RECEIVED'`)
  const some = await ask(`${root}/Responses?$filter=${filter}&$top=2&$skip=1&$select=_id`, `Bearer ${data.token}`)
  expect(some.page.value).toEqual([{ _id: ids[11] }, { _id: ids[12] }])
  expect(some.page['@odata.nextLink']).toBeUndefined()
  expect((await ask(`${root}/Responses/$count?$filter=${filter}`)).text).toBe('993')
  const unknown = await ask(`${root}/Responses?$top=1&$select=members&language=constructor`)
  expect([unknown.status, unknown.page.value.length]).toEqual([200, 1])
  const counted = async (words: string, more = '') =>
    (await ask(`${root}/Responses/$count?$filter=${encodeURIComponent(words)}${more}`)).text
  expect(await counted("_status eq 'Received'")).toBe(await counted("_status eq 'RECEIVED'"))
  expect(Number(await counted("_status eq 'Received'"))).toBeGreaterThan(0)
  expect(await counted("_status eq 'Recebida'", '&language=pt-br')).toBe(await counted("_status eq 'Received'"))
  expect(await counted("_status eq 'Recieved'")).toContain("it takes 'RECEIVED'")
  for (const wrong of ["$filter=_status gt 'Received'", '$filter=x', '$select=none', '$expand=x'])
    expect((await ask(`${root}/Responses?${wrong}`)).status).toBe(400)
})

test('a token without personal rights reads no personal answers, and dies when revoked', async ({ app }) => {
  const { given, as, sql } = app
  const maker = await given.admin()
  const staff = as(maker)
  const survey = await given.survey()
  const other = await given.survey()
  await given.responses(survey, 1)
  const params = { id: survey.id }
  const { data } = await staff.call(surveyTokens.create, { params, body: { kind: 'READ', name: 'Excel' } })
  const ask = reader(app, data.token)
  const { page } = await ask(`/odata/${survey.id}/Responses`)
  expect(page.value[0]).not.toHaveProperty('name')
  expect(page.value[0]?.['participantPhone']).toMatch(/•/)
  expect((await ask(`/odata/${other.id}/Responses`)).status).toBe(404)
  expect((await ask(`/odata/${survey.id}/Responses`, '')).status).toBe(401)
  expect((await ask(`/odata/${survey.id}/Responses?token=${data.token}`, '')).status).toBe(401)
  const ofSurvey = `select action from audit where action in ('surveys.tokenMade', 'responses.feed') and subject_id = $1 order by id`
  const { rows } = await sql.owner.query(ofSurvey, [String(survey.id)])
  expect(rows.map(({ action }: { action: string }) => action)).toEqual(['surveys.tokenMade', 'responses.feed'])

  const { list } = await staff.call(surveyTokens.list, { params })
  expect(list).toMatchObject([{ name: 'Excel', personal: false, lastUsedAt: expect.any(String) }])
  expect(JSON.stringify(list)).not.toContain(data.token)
  await sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [maker.id])
  expect((await ask(`/odata/${survey.id}/Responses`)).status).toBe(401)
  await sql.owner.query(`update person set status = 'ACTIVE' where id = $1`, [maker.id])
  expect((await ask(`/odata/${survey.id}`)).status).toBe(200)
  await staff.call(surveyTokens.revoke, { params: { ...params, tokenId: data.id } })
  expect((await ask(`/odata/${survey.id}`)).status).toBe(401)
})

test('a token that sends responses reads no personal answers, and says so when made', async ({ staff, given }) => {
  const params = { id: (await given.survey()).id }
  const body = { kind: 'COLLECT', name: 'Phone 1', personal: true } as const
  await expect(staff.call(surveyTokens.create, { params, body })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'personal', code: 'NOT_ALLOWED' }],
  })
  await staff.call(surveyTokens.create, { params, body: { ...body, personal: false } })
})

test('the feed answers one response by its key; an unknown path is an OData error', async ({ app }) => {
  const { given, as } = app
  const staff = as(await given.admin())
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  const [foreign] = await given.responses(await given.survey(), 1)
  const body = { kind: 'READ', name: 'Power BI', personal: true } as const
  const { data } = await staff.call(surveyTokens.create, { params: { id: survey.id }, body })
  const ask = reader(app, data.token)
  const root = `/odata/${survey.id}`
  const one = await ask(`${root}/Responses(${response?.id})?$select=_id,formKey`)
  expect([one.status, one.page]).toEqual([
    200,
    {
      '@odata.context': expect.stringMatching(/\$metadata#Responses\(_id,formKey\)\/\$entity$/),
      _id: response?.id,
      formKey: response?.formKey,
    },
  ])
  for (const missing of [`Responses(${foreign?.id})`, 'Responses(x)', 'Members', 'Responses/nothing/here']) {
    const { status, page } = await ask(`${root}/${missing}`)
    expect([missing, status, page]).toEqual([
      missing,
      404,
      { error: { code: 'NotFound', message: expect.any(String) } },
    ])
  }
  expect((await ask(`${root}/Members`, '')).status).toBe(401)
  const { text } = await ask(`${root}/$metadata`)
  const [, closed = ''] = /NonFilterableProperties"><Collection>(.*?)<\/Collection>/.exec(text) ?? []
  expect([closed.includes('>participantPhone<'), closed.includes('>_status<')]).toEqual([true, false])
})

const answersOf = (village: string | undefined, ages: number[]) => ({
  ...(village === undefined ? {} : { village, remark: `In ${village}` }),
  size: ages.length,
  ...Object.fromEntries(ages.map((age, at) => [`age.${at + 1}`, age])),
})

test('sections that repeat are tables of the feed, and answers are in its filters', async ({ app }) => {
  const { given, as } = app
  const staff = as(await given.admin())
  const survey = await given.survey({
    sections: [
      [
        { code: 'village', type: 'SINGLE', options: ['god', 'good'] },
        { code: 'size', type: 'INTEGER' },
        { code: 'remark', type: 'TEXT' },
      ],
      { repeat: { max: 100, countCode: 'size' }, asks: [{ code: 'age', type: 'INTEGER' }] },
    ],
  })
  const ids: number[] = []
  for (const answers of [
    answersOf('god', [40, 9]),
    answersOf('good', []),
    ...Array.from({ length: 12 }, () =>
      answersOf(
        undefined,
        Array.from({ length: 100 }, (_, at) => at),
      ),
    ),
  ]) {
    const { data } = await staff.call(entry.send, { body: { surveyId: survey.id, answers } })
    ids.push(data.id)
  }
  const body = { kind: 'READ', name: 'Power BI', personal: true } as const
  const { data } = await staff.call(surveyTokens.create, { params: { id: survey.id }, body })
  const ask = reader(app, data.token)
  const root = `/odata/${survey.id}`
  const set = String((await ask(root)).page.value[1]?.['name'])
  const property = set.replace('Responses_', '')

  const first = await ask(`${root}/${set}`)
  const second = await ask(first.page['@odata.nextLink'] ?? '')
  const all = [...first.page.value, ...second.page.value]
  expect([first.page.value.length, all.length, second.page['@odata.nextLink']]).toEqual([1000, 1202, undefined])
  expect(new Set(all.map(({ __id }) => __id)).size).toBe(1202)
  expect(all[1]).toMatchObject({ __id: `${ids[0]}.2`, __Responses_id: ids[0], _repetition: 2, age: 9 })
  const dotted = await ask(`${root}/${set.replace('_', '.')}?$top=1`)
  expect([dotted.page.value.length, dotted.page['@odata.nextLink']]).toEqual([1, undefined])
  expect((await ask(`${root}/${set}?$count=true`)).status).toBe(400)
  const expanded = await ask(`${root}/Responses?$expand=*&$select=_id,village,village_label`)
  expect(expanded.page.value[0]).toEqual({
    _id: ids[0],
    village: 'god',
    village_label: expect.any(String),
    [property]: [expect.objectContaining({ age: 40 }), expect.objectContaining({ age: 9 })],
  })
  expect((await ask(`${root}/Responses(${ids[1]})?$expand=${property}`)).page).toMatchObject({ [property]: [] })

  const inOrder = async (words: string) =>
    (await ask(`${root}/Responses?$select=_id&${words}`)).page.value.map((row) => Number(row['_id']))
  const [god = 0, good = 0, ...blank] = ids
  const orders = {
    village: [...blank, god, good],
    'village desc': [good, god, ...blank],
    'size desc,village': [...blank, god, good],
    'size,_id desc': [good, god, ...blank.toReversed()],
    '_status,_id desc,size': ids.toReversed(),
  }
  for (const [words, wanted] of Object.entries(orders))
    for (const [at, last] of [[0, 0] as const, ...wanted.map((id, index) => [index + 1, id] as const)])
      expect([words, await inOrder(`$orderby=${words}&$skiptoken=${last}`)]).toEqual([words, wanted.slice(at)])
  const [foreign] = await given.responses(await given.survey(), 1)
  expect((await ask(`${root}/Responses?$orderby=size&$skiptoken=${foreign?.id}`)).status).toBe(400)
  expect((await ask(`${root}/${set}?$orderby=age`)).status).toBe(400)

  const many = Array.from({ length: 12 }, (_, at) => at + 2)
  const found = async (filter: string) => {
    const words = encodeURIComponent(filter)
    const { status, page, text } = await ask(`${root}/Responses?$filter=${words}&$count=true&$select=_id`)
    expect([filter, status, page['@odata.count'] === page.value?.length, text]).toEqual([filter, 200, true, text])
    return page.value.map(({ _id }) => ids.indexOf(Number(_id)))
  }
  expect(await found("village eq 'god'")).toEqual([0])
  expect(await found("village ne 'god'")).toEqual([1, ...many])
  expect(await found('village eq null')).toEqual(many)
  expect(await found("not (village eq 'god' or size ge 100)")).toEqual([1])
  expect(await found("village in ('god', 'good') and startswith(remark, 'In g')")).toEqual([0, 1])
  expect(await found("not contains(remark, 'oo')")).toEqual([0, ...many])
  expect(await found('size lt 1.5')).toEqual([1])
  const wrong = await ask(`${root}/Responses?$filter=${encodeURIComponent('nothing eq 1')}`)
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('remark')])

  const { text } = await ask(`${root}/$metadata`)
  expect(text).toContain(`<NavigationProperty Name="${property}" Type="Collection(Canvass.${set})"/>`)
  const [, closed = ''] = /NonFilterableProperties"><Collection>(.*?)<\/Collection>/.exec(text) ?? []
  expect([closed.includes('>village<'), closed.includes('>village_label<')]).toEqual([false, true])
})
