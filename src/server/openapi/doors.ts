/** The doors that speak a protocol of others: OpenRosa for collecting apps, OData for readers of tables. */
import { collectPath } from '#domain/surveys/survey-token.ts'

const xml = 'text/xml'
const json = 'application/json'
const survey = '/odata/{surveyId}'
const form = `${collectPath}/forms/{formId}`
const tableWords = ['$top', '$skip', '$filter', '$orderby', '$select', '$expand', '$count', '$skiptoken']

type Door = readonly [route: string, id: string, summary: string, mime: string, query?: readonly string[]]

const routes: readonly Door[] = [
  [`GET ${collectPath}/formList`, 'listCollectForms', 'Published forms (OpenRosa)', xml, ['formID', 'verbose']],
  [`GET ${form}`, 'getCollectForm', 'One form (XForm)', xml],
  [`GET ${form}/manifest`, 'listCollectFiles', 'The files of a form', xml],
  [`GET ${form}/files/{fileId}`, 'downloadCollectFile', 'One file of a form', 'application/octet-stream'],
  [`POST ${collectPath}/submission`, 'sendCollectForm', 'Send a filled form; one instanceID is kept once', xml],
  [`GET ${survey}`, 'getFeed', 'The tables of a survey (OData 4)', json],
  [`GET ${survey}/$metadata`, 'getFeedMetadata', 'The columns of the tables', 'application/xml'],
  [`GET ${survey}/Responses`, 'readFeed', 'Responses; more behind `@odata.nextLink`', json, tableWords],
  [`GET ${survey}/Responses/$count`, 'countFeed', 'How many responses there are', 'text/plain', ['$filter']],
  [`GET ${survey}/Responses({id})`, 'readFeedRow', 'One response', json, ['$select', '$expand']],
  [`GET ${survey}/{table}`, 'readFeedTable', 'The rows of a section that repeats', json, ['$top', '$skiptoken']],
]

/** As paths of the OpenAPI document. */
export const doors: Readonly<Record<string, object>> = Object.fromEntries(routes.map(pathOf))

function pathOf([route, operationId, summary, mime, query = []]: Door): [path: string, item: object] {
  const [method = '', path = ''] = route.split(' ')
  const isPost = method === 'POST'
  const schema = { type: 'string' }
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema }))
  const refused = { description: 'Refused, in the form of the protocol', content: { [mime]: {} } }
  const submission = { type: 'object', properties: { xml_submission_file: { type: 'string', format: 'binary' } } }
  const operation = {
    operationId,
    summary,
    tags: [path.split('/')[1]],
    security: [{ basic: [] }, { surveyToken: [] }, ...(path.startsWith(collectPath) ? [{ token: [] }] : [])],
    parameters: [...names, ...query.map((name) => ({ name, in: 'query', schema }))],
    ...(isPost && { requestBody: { required: true, content: { 'multipart/form-data': { schema: submission } } } }),
    responses: {
      [isPost ? 201 : 200]: { description: 'Done', content: { [mime]: {} } },
      '4XX': refused,
      '429': { ...refused, headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } },
    },
  }
  return [path, { [method.toLowerCase()]: operation }]
}
