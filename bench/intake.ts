/**
 * node --max-semi-space-size=16 bench/intake.ts [responses]: POST /responses to a survey of 250 questions, one after the other
 * and four at a time, with so many stored already. Half of the answers are the same in all responses.
 */
import { type BareHouse, inBareHouse, signIn } from './house.ts'

const count = Number(process.argv[2] ?? 500)
const questions = 250

async function call<T>(server: BareHouse['server'], authorization: string, url: string, payload: object): Promise<T> {
  const answer = await server.inject({ method: 'POST', url: `/api/v1${url}`, headers: { authorization }, payload })
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  return answer.json<{ data: T }>().data
}

const answersOf = (n: number) =>
  Object.fromEntries(
    Array.from({ length: questions }, (_, at) => [
      `q${at}`,
      at % 2 === 0 ? 'yes' : at % 4 === 1 ? (n * 7919 + at * 31) % 997 : `Answer ${n} in words, number ${at}`,
    ]),
  )
await inBareHouse(async ({ server, owner }) => {
  const authorization = `Bearer ${await signIn(owner)}`
  const post = <T>(url: string, body: object) => call<T>(server, authorization, url, body)
  const survey = await post<{ id: number }>('/surveys', { title: 'Bench' })
  const section = await post<{ id: number }>('/sections', { surveyId: survey.id, title: 'All' })
  for (let n = 0; n < questions; n++) {
    const type = n % 2 === 0 ? 'YES_NO' : n % 4 === 1 ? 'INTEGER' : 'TEXT'
    await post('/questions', { sectionId: section.id, code: `q${n}`, text: `Question ${n}`, type })
  }
  await post(`/surveys/${survey.id}/publish`, {})

  let next = 0
  async function send(): Promise<void> {
    const n = ++next
    await post('/responses', {
      surveyId: survey.id,
      participantPhone: `+25884${String(1_000_000 + n)}`,
      latitude: -19 + (n % 100) / 100,
      longitude: 33.5,
      answers: answersOf(n),
    })
  }
  async function run(name: string, lanes: number): Promise<void> {
    const end = next + count
    const start = performance.now()
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (next < end) await send()
      }),
    )
    const ms = performance.now() - start
    console.log(`${name}: ${((count / ms) * 1000).toFixed(0)}/s, ${(ms / count).toFixed(1)} ms each`)
  }
  await run('warm-up', 4)
  await run('one by one', 1)
  await run('four at a time', 4)
})
process.exit(0)
