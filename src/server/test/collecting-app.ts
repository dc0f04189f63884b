/** A client of the OpenRosa protocol, written from its specification: ODK's engine fills the forms in. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { childOf, readXml } from '../http/read-xml.ts'
import type { Caller } from './caller.ts'
import { type EngineNode, formsEngine } from './forms-engine.ts'

interface App {
  server: FastifyInstance
  token: string
}

const basic = (token: string) => `Basic ${Buffer.from(`canvass:${token}`).toString('base64')}`

export async function ask({ server, token }: App, url: string, method: 'GET' | 'HEAD' = 'GET') {
  const { pathname } = new URL(url, 'http://host')
  const answer = await server.inject({ method, url: pathname, headers: { authorization: basic(token) } })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

/** As phones send it. */
export async function send({ server, token }: App, data: FormData) {
  const body = new Response(data)
  const answer = await server.inject({
    method: 'POST',
    url: '/collect/submission',
    headers: { authorization: basic(token), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return { status: answer.statusCode, text: answer.body }
}

export function withXml(xml: string): FormData {
  const data = new FormData()
  data.append('xml_submission_file', new File([xml], 'xml_submission_file', { type: 'text/xml' }))
  return data
}

export async function makeToken(staff: Caller, surveyId: number): Promise<string> {
  const body = { kind: 'COLLECT', name: 'Phone 1' } as const
  const { data } = await staff.call(surveyTokens.create, { params: { id: surveyId }, body })
  return data.token
}

/** The form as the list names it. */
export async function loadForm(app: App) {
  const { status, headers, text } = await ask(app, '/collect/formList')
  expect([status, headers['x-openrosa-version']]).toEqual([200, '1.0'])
  const listed = childOf(readXml(text), 'xform')
  const field = (name: string) => childOf(listed, name)?.text ?? ''
  const { text: xml } = await ask(app, field('downloadUrl'))
  expect(field('hash')).toBe(`md5:${createHash('md5').update(xml).digest('hex')}`)
  expect((await ask(app, field('manifestUrl'))).text).toContain('http://openrosa.org/xforms/xformsManifest')
  return { xml, id: field('formID'), version: field('version') }
}

interface FilledForm {
  prepareInstancePayload(options?: object): Promise<{ status: string; data: readonly FormData[] }>
}

/** In the second repetition of a section `age.2`; in the third inside of it `age.2.3`. */
function nameOf({ currentState: { reference } }: EngineNode): string {
  const numbers = [...reference.matchAll(/\[(\d+)\]/g)].map(([, number]) => number)
  return [reference.replaceAll(/\[\d+\]/g, '').replace(/^.*\//, ''), ...numbers].join('.')
}

type Filled = Record<string, string | string[] | File>

interface Filling {
  /** How often sections repeat, by their names. */
  repetitions?: Record<string, number>
  /** Of a post, where the files come in several. */
  maxSize?: number
}

export async function fillIn(
  xml: string,
  answers: Filled,
  repetitions: Record<string, number> = {},
): Promise<FormData> {
  const [data = new FormData()] = await fillInParts(xml, answers, { repetitions })
  return data
}

/** Fills the form in by the names of its questions, in their order: earlier ones may say how often a section repeats. */
export async function fillInParts(
  xml: string,
  answers: Filled,
  { repetitions = {}, maxSize }: Filling,
): Promise<readonly FormData[]> {
  const { createInstance } = await formsEngine()
  const { root } = await createInstance(xml)
  const nodes = (node: EngineNode): EngineNode[] => [node, ...(node.currentState.children ?? []).flatMap(nodes)]
  const named = (name: string) => nodes(root as unknown as EngineNode).filter((node) => nameOf(node) === name)
  for (const [name, count] of Object.entries(repetitions)) named(name)[0]?.addInstances(-1, count)
  for (const [name, answer] of Object.entries(answers))
    for (const node of named(name)) {
      if (node.nodeType === 'trigger') node.setValue((answer === 'OK') as unknown as string)
      else if (answer instanceof File) node.setValue(answer as unknown as string)
      else if (Array.isArray(answer)) node.selectValues(answer)
      else if (node.nodeType === 'select') node.selectValue(answer)
      else node.setValue(answer)
    }
  const form = root as unknown as FilledForm
  const options = maxSize === undefined ? undefined : { payloadType: 'chunked', maxSize }
  const { status, data } = await form.prepareInstancePayload(options)
  expect(status).toBe('ready')
  return data
}
