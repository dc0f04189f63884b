/** What intake is measured beside: a bare route that stores a document and the rows that find it, and judges nothing. */
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** A response whose rows are stored again. */
interface Template {
  version: number
  answers: object
  index: object[]
  prints: object[]
}

const store = `
  with added as (
    insert into form (survey_id, survey_version, status, source, client_uuid, latitude, longitude, submitted_at)
    values ($1, $2, 'RECEIVED', 'API', gen_random_uuid()::text, $3, $4, now()) returning survey_id, id
  ),
  docs as (insert into form_doc (survey_id, id, answers) select survey_id, id, $5::jsonb from added),
  prints as (
    insert into form_print select survey_id, false, p.kind, (p.hash + $8) & 9007199254740991, added.id
    from added, jsonb_to_recordset($7::jsonb) as p(kind smallint, hash bigint)
  )
  insert into answer_index select added.id, survey_id, question_id, word, number
  from added, jsonb_to_recordset($6::jsonb) as i(question_id int, word text, number float8)`

export function openFloor(server: FastifyInstance, pool: Pool) {
  server.post('/', async (request) => {
    const { surveyId, latitude, longitude, answers, template, n } = request.body as {
      surveyId: number
      latitude: number
      longitude: number
      answers: object
      template: Template
      n: number
    }
    const client = await pool.connect()
    try {
      await client.query('begin')
      const parts = [answers, template.index, template.prints].map((part) => JSON.stringify(part))
      const values = [surveyId, template.version, latitude, longitude, ...parts, n]
      await client.query({ name: 'floor', text: store, values })
      await client.query('commit')
    } finally {
      client.release()
    }
    return {}
  })

  /** The rows of the latest response. */
  async function templateOf(surveyId: number): Promise<Template> {
    const { rows } = await pool.query<Template>(
      `select form.survey_version as version,
        (select json_agg(i) from answer_index i where i.survey_id = form.survey_id and i.form_id = form.id) as index,
        (select json_agg(p) from form_print p where p.survey_id = form.survey_id and p.id = form.id) as prints
       from form where survey_id = $1 order by id desc limit 1`,
      [surveyId],
    )
    if (!rows[0]) throw new Error('There is no response yet')
    return rows[0]
  }

  return { templateOf }
}
