/**
 * A client of the OpenRosa protocol, written from its specification: it lists forms, loads one, has it filled in by ODK's
 * engine, and sends what the engine makes of it.
 */
import { expect } from 'vitest'
import { files } from '#contract/files.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { texts } from '#contract/texts.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { clearAttachments } from '../attachments/clear.ts'
import { ask, fillIn, fillInParts, loadForm, makeToken, send, withXml } from '../test/collecting-app.ts'
import { html, png } from '../test/given-files.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { childOf, readXml } from '../http/read-xml.ts'

test('a collecting app finds the form, and what its engine makes of it is stored once', async ({
  given,
  as,
  server,
}) => {
  const staff = as(await given.admin())
  const survey = await given.survey()
  const app = { server, token: await makeToken(staff, survey.id) }
  const form = await loadForm(app)
  expect(form).toMatchObject({ id: survey.encodedId, version: '1' })
  const head = await ask(app, '/collect/submission', 'HEAD')
  expect([head.status, Number(head.headers['x-openrosa-accept-content-length']) > 1e6]).toEqual([204, true])
  const data = await fillIn(form.xml, {
    name: 'Ana <&> Sitoe',
    members: '4',
    village: 'god',
    items: ['radio'],
    phone: '+258847000021',
  })
  for (const _ of ['first', 'again after a lost answer']) {
    const { status, text } = await send(app, data)
    expect([status, readXml(text).name]).toEqual([201, 'OpenRosaResponse'])
  }
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(list).toEqual([expect.objectContaining({ source: 'API', collector: 'Phone 1', surveyVersion: 1 })])
  const { data: stored } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  expect(stored.answers).toEqual({
    [survey.question('name').id]: 'Ana <&> Sitoe',
    [survey.question('members').id]: 4,
    [survey.question('village').id]: 'god',
    [survey.question('items').id]: ['radio'],
  })
})

test('the members of a household come with the form, each with their answers', async ({ staff, given, server }) => {
  const survey = await given.survey({
    sections: [
      [{ code: 'members', type: 'INTEGER' }],
      {
        repeat: { max: 3, countCode: 'members' },
        asks: [
          { code: 'age', type: 'INTEGER', required: true },
          { code: 'work', type: 'SINGLE', options: ['farm', 'fish'], relevant: 'age > 15' },
        ],
      },
      { repeat: { max: 5 }, asks: [{ code: 'goat', type: 'TEXT' }] },
      [{ code: 'together', type: 'INTEGER', calculation: 'sum(age)' }],
    ],
  })
  const app = { server, token: await makeToken(staff, survey.id) }
  const { xml } = await loadForm(app)
  const answers = { members: '2', 'age.1': '40', 'work.1': 'fish', 'age.2': '9', 'goat.2': 'Bé' }
  expect((await send(app, await fillIn(xml, answers, { section_3: 2 }))).status).toBe(201)
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  const { data: stored } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  const id = (code: string) => survey.question(code).id
  expect(stored.answers).toEqual({
    [id('members')]: 2,
    [`${id('age')}.1`]: 40,
    [`${id('work')}.1`]: 'fish',
    [`${id('age')}.2`]: 9,
    [`s${survey.content.sections[2]?.id}`]: 2,
    [`${id('goat')}.2`]: 'Bé',
    [id('together')]: 49,
  })
})

test('an app is told in words what is wrong with a submission, and nothing is stored', async ({
  given,
  as,
  server,
}) => {
  const staff = as(await given.admin())
  const survey = await given.survey()
  const app = { server, token: await makeToken(staff, survey.id) }
  const { xml } = await loadForm(app)
  const data = await fillIn(xml, { name: 'Ana', members: '4' })
  const sent = await (data.get('xml_submission_file') as File).text()
  const refused = async (text: string) => {
    const { status, text: said } = await send(app, withXml(text))
    return [status, childOf(readXml(said), 'message')?.text]
  }
  expect(await refused(sent.replace('>4<', '>400<'))).toEqual([400, expect.stringMatching(/members: /)])
  const bomb = `<!DOCTYPE data [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${sent.replace('>Ana<', '>&b;<')}`
  expect((await refused(bomb))[0]).toBe(422)
  expect((await refused(sent.replace('</', '<')))[0]).toBe(422)
  expect((await refused('<a>'.repeat(1000)))[0]).toBe(422)
  expect((await refused(sent.replaceAll(survey.encodedId, 'another')))[0]).toBe(422)
  expect((await refused(sent.replace('version="1"', 'version="7"')))[0]).toBe(422)
  expect((await refused(sent.replace('version="1"', 'version="1.0"')))[0]).toBe(422)
  const own = (field: string, text: string) =>
    refused(sent.replace(new RegExp(`<${field}>[^<]*</${field}>|<${field}/>`), `<${field}>${text}</${field}>`))
  expect(await own('end', '9999-12-31T23:59:59-12:00')).toEqual([400, expect.stringMatching(/submittedAt: /)])
  expect(await own('place', '0 0 0 0')).toEqual([400, expect.stringMatching(/latitude: /)])
  const long = `<phone>+258841234567</phone><name>${'n'.repeat(201)}</name>`
  expect(await refused(sent.replace(/<phone\/>|<phone><\/phone>/, long))).toEqual([
    400,
    expect.stringMatching(/participantName: /),
  ])
  const pause = { params: { surveyId: survey.id }, body: { status: 'PAUSED' } } as const
  await staff.call(surveyLife.setStatus, pause)
  expect(await refused(sent)).toEqual([409, 'The survey takes no responses now. Its owner can publish or resume it.'])
  expect(childOf(readXml((await ask(app, '/collect/formList')).text), 'xform')).toBeUndefined()
  const { total } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(total).toBe(0)
})

const namedIn = (...paths: string[]) => [
  400,
  expect.stringMatching(new RegExp(paths.map((path) => `${path}: `).join('.*'))),
]

test('what a form has no place for is refused by its path, with all other problems', async ({
  staff,
  given,
  server,
}) => {
  const survey = await given.survey({
    sections: [
      [
        { code: 'head', type: 'TEXT' },
        { code: 'members', type: 'INTEGER' },
      ],
      { repeat: { max: 3 }, asks: [{ code: 'goat', type: 'TEXT' }] },
    ],
  })
  const app = { server, token: await makeToken(staff, survey.id) }
  const { xml } = await loadForm(app)
  const data = await fillIn(
    xml,
    { phone: '+258847000031', head: 'Ana', members: '4', 'goat.1': 'Bé', 'goat.2': 'Mé' },
    { section_2: 2 },
  )
  const sent = await (data.get('xml_submission_file') as File).text()
  const refused = async (...changes: [from: string | RegExp, to: string][]) => {
    const { status, text } = await send(app, withXml(changes.reduce((xml, [from, to]) => xml.replace(from, to), sent)))
    return [status, childOf(readXml(text), 'message')?.text]
  }
  expect(await refused(['</head>', '</head><shoe>42</shoe>'])).toEqual(namedIn('/section_1/shoe'))
  expect(await refused(['<section_1>', '<notes><shoe>42</shoe></notes><section_1>'])).toEqual(namedIn('/notes/shoe'))
  expect(await refused(['</head>', '</head><head>Rui</head>'])).toEqual(namedIn('/section_1/head\\[2\\]'))
  expect(await refused(['<section_1>', '<head>Rui</head><section_1>'])).toEqual(namedIn('/head'))
  expect(await refused(['>Mé<', '><age>3</age>Mé<'])).toEqual(namedIn('/section_2\\[2\\]/goat/age'))
  expect(await refused(['>4<', '>four<'], ['</head>', '</head><shoe>4</shoe>'])).toEqual(
    namedIn('/section_1/shoe', 'members'),
  )
  const { total } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(total).toBe(0)
  // A blank field says nothing, and apps tell about themselves in `meta`.
  const more = sent.replace('</head>', '</head><shoe> </shoe>').replace(/<\/(orx:)?meta>/, '<audit>a.csv</audit>$&')
  expect((await send(app, withXml(more))).status).toBe(201)
})

test('an unknown address below the door is missing in the words of the protocol', async ({ server }) => {
  for (const [method, url] of [
    ['GET', '/collect/nope'],
    ['GET', '/collect'],
    ['POST', '/collect/formList'],
  ] as const) {
    const { statusCode, headers, body } = await server.inject({ method, url })
    expect([statusCode, headers['content-type'], headers['x-openrosa-version']]).toEqual([
      404,
      'text/xml; charset=utf-8',
      '1.0',
    ])
    expect(childOf(readXml(body), 'message')?.attributes).toEqual({ nature: 'error' })
  }
})

test('a token that was revoked, has expired or is of another kind opens nothing', async ({
  given,
  as,
  server,
  sql,
}) => {
  const staff = as(await given.admin())
  const survey = await given.survey()
  const params = { id: survey.id }
  const token = await makeToken(staff, survey.id)
  expect((await ask({ server, token }, '/collect/formList')).status).toBe(200)
  const { list } = await staff.call(surveyTokens.list, { params })
  expect(list).toEqual([expect.objectContaining({ kind: 'COLLECT', name: 'Phone 1', lastUsedAt: expect.any(String) })])
  await staff.call(surveyTokens.revoke, { params: { ...params, tokenId: list[0]?.id ?? 0 } })
  const reading = { kind: 'READ', name: 'Excel' } as const
  const { data: reader } = await staff.call(surveyTokens.create, { params, body: reading })
  const expiresAt = new Date(Date.now() - 1000).toISOString()
  const expired = { kind: 'COLLECT', name: 'Old', expiresAt } as const
  const { data: old } = await staff.call(surveyTokens.create, { params, body: expired })
  for (const wrong of [token, reader.token, old.token, 'x', '']) {
    const { status, headers } = await ask({ server, token: wrong }, '/collect/formList')
    expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')])
  }
  await expect(sql.app.query('update survey_token set survey_id = 1')).rejects.toThrow(/permission denied/)
})

/** Three pictures, of which a post holds one. */
async function givenPictures({ given, as, server }: TestApp) {
  const staff = as(await given.admin())
  const codes = ['roof', 'door', 'face']
  const pictures = codes.map((code) => ({ code, type: 'IMAGE', required: code === 'roof' }) as const)
  const survey = await given.survey({ sections: [[...pictures, { code: 'remark', type: 'TEXT' }]] })
  const app = { server, token: await makeToken(staff, survey.id) }
  const { xml } = await loadForm(app)
  const bytes = [await png(11), await png(12), await png(13)]
  const files = bytes.map(
    (each, index) => new File([new Uint8Array(each)], `${'n'.repeat(300)}-${codes[index]}.png`, { type: 'image/png' }),
  )
  const [roof = new File([], ''), door = roof, face = roof] = files
  const mostBytes = 12_000
  const posts = await fillInParts(xml, { roof, door, face, remark: 'Tin' }, { maxSize: mostBytes })
  posts.slice(0, -1).forEach((post) => post.append('*isIncomplete*', 'yes'))
  return { staff, survey, app, posts, bytes, codes }
}

test('pictures with long names, sent in several posts and again, reach one response', async ({ app: house }) => {
  const { staff, survey, app, posts, bytes, codes } = await givenPictures(house)
  expect(posts.length).toBeGreaterThan(1)
  const listed = () => staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  for (const post of posts) {
    expect((await listed()).total).toBe(0)
    expect((await send(app, post)).status).toBe(201)
  }
  for (const post of posts) expect((await send(app, post)).status).toBe(201)
  const { list } = await listed()
  expect(list).toHaveLength(1)
  const { data } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  for (const [index, code] of codes.entries()) {
    const { file = 0 } = (data.answers[survey.question(code).id] ?? {}) as { file?: number }
    const { url } = await staff.call(files.ticket, { params: { id: file } })
    const opened = await staff.raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })
    expect(opened.bytes.equals(bytes[index] ?? Buffer.alloc(0))).toBe(true)
  }
  const { rows } = await house.sql.owner.query('select from attachment where survey_id = $1', [survey.id])
  expect(rows).toHaveLength(3)
})

test('a form with missing or undeclared pictures is refused, and its files go later', async ({ app: house }) => {
  const { staff, survey, app, posts } = await givenPictures(house)
  const [first = new FormData(), ...others] = posts
  await send(app, first)
  const lonely = await send(app, withXml(await (first.get('xml_submission_file') as File).text()))
  expect(lonely.status).toBe(400)
  expect(childOf(readXml(lonely.text), 'message')?.text).toMatch(/(roof|door|face): This is not a stored file/)
  const wrong = new FormData()
  for (const [name, part] of others.at(-1)?.entries() ?? [])
    wrong.append(
      name,
      name === 'xml_submission_file' ? part : new File([html], (part as File).name, { type: 'image/png' }),
    )
  const refused = await send(app, wrong)
  expect([refused.status, childOf(readXml(refused.text), 'message')?.text]).toEqual([
    400,
    expect.stringMatching(/The content of this file is of another type/),
  ])
  expect((await staff.call(responses.list, { query: { surveyId: survey.encodedId } })).total).toBe(0)
  await house.sql.owner.query(`update attachment set expires_at = now() - interval '1 second' where survey_id = $1`, [
    survey.id,
  ])
  await clearAttachments(house.services)
  const { rows } = await house.sql.owner.query('select from collect_file where survey_id = $1', [survey.id])
  expect(rows).toHaveLength(0)
  // The phone still has them all.
  for (const post of posts) expect((await send(app, post)).status).toBe(201)
  await staff.call(surveyLife.setStatus, { params: { surveyId: survey.id }, body: { status: 'PAUSED' } })
  expect((await send(app, first)).status).toBe(201)
})

test('a collecting app asks for the survey’s consent, and the response records it', async ({
  staff,
  given,
  server,
}) => {
  const make = async (kind: 'CONSENT' | 'INSTRUCTIONS', body: Record<string, string>) =>
    (await staff.call(texts.create, { body: { title: kind, code: `COLLECT_${kind}`, kind, body } })).data.id
  const consentTextId = await make('CONSENT', { en: 'I *agree*.', 'pt-br': 'Concordo.' })
  const instructionsTextId = await make('INSTRUCTIONS', { en: 'Answer slowly.' })
  const survey = await given.survey({ sections: [[{ code: 'work', type: 'TEXT' }]] })
  const body = { consentTextId, instructionsTextId }
  await staff.call(surveys.update, { params: { id: survey.id }, body })
  await staff.call(surveys.publish, { params: { surveyId: survey.id } })
  const app = { server, token: await makeToken(staff, survey.id) }
  const { xml } = await loadForm(app)
  expect(xml).toContain('I *agree*.')
  expect(xml).toContain('Answer slowly.')
  await expect(fillIn(xml, { work: 'Farmer' })).rejects.toThrow()
  const begun = Date.now() - 1000
  expect(await send(app, await fillIn(xml, { consent: 'OK', name: 'Ana', work: 'Farmer' }))).toMatchObject({
    status: 201,
  })
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  const { data } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  expect(data.consent).toMatchObject({ id: consentTextId, version: 1, language: 'en' })
  expect(Date.parse(data.consent?.at ?? '')).toBeGreaterThan(begun)
})
