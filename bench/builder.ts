/**
 * node bench/builder.ts [rounds]: the content tab of a survey of 500 questions in 20 sections, a third of them with options
 * and every tenth with a rule, in Chromium. From the press on the tab until its last question is there, and from a key in
 * the text of a question until the letter is painted; both against their bars. Needs built pages.
 */
import type { Page } from 'playwright-core'
import { inBrowser, password } from './product.ts'
import { quantile } from './table.ts'

const rounds = Number(process.argv[2] ?? 5)
const keys = 60
const bars = { openMs: 1000, typeMs: 50 }

interface Made {
  id: number
}

async function callApi<Data>(page: Page, path: string, data: object): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const url = new URL(`/api/v1${path}`, page.url()).href
  const answer = await page.request.post(url, { headers: { authorization: `Bearer ${token}` }, data })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return ((await answer.json()) as { data: Data }).data
}

/** 20 sections of 25 questions; answers the survey's id. */
async function seed(page: Page): Promise<number> {
  const { id } = await callApi<Made>(page, '/surveys', { title: 'Of 500 questions', surveyType: 'FREE' })
  for (let section = 0; section < 20; section += 1) {
    const title = { en: `Section ${section + 1}`, 'pt-br': `Seção ${section + 1}` }
    const { id: sectionId } = await callApi<Made>(page, '/sections', { surveyId: id, title })
    const made: number[] = []
    for (let n = 0; n < 25; n += 1) {
      const type = n % 3 === 0 ? 'SINGLE' : 'INTEGER'
      const text = { en: `What is the answer to question ${n + 1} of section ${section + 1}?` }
      const question = await callApi<Made>(page, '/questions', { sectionId, text, type })
      made.push(question.id)
      const options = type === 'SINGLE' ? ['Yes', 'No', 'Unknown'] : []
      for (const option of options) await callApi(page, '/answers', { questionId: question.id, text: { en: option } })
    }
    for (const at of [1, 10]) {
      const rule = { operator: 'GE', value: 5, action: 'JUMP_TO_QUESTION', target: made[at + 2] }
      await callApi(page, '/skips', { fromQuestionId: made[at], ...rule })
    }
  }
  return id
}

/** From the press of the tab to the frame behind the one with the last question. */
async function open(page: Page, id: number, url: string): Promise<number> {
  await page.goto(`${url}/survey/${id}`)
  await page.locator('a[href*="tab=content"]').waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate<number>(`new Promise((done) => {
    const start = performance.now()
    document.querySelector('a[href*="tab=content"]').click()
    const look = () => {
      if (document.querySelectorAll('.content-question').length < 500) return requestAnimationFrame(look)
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
    }
    look()
  })`)
}

/** From each key to the frame behind the one that has its letter, while the text saves itself in the pauses. */
async function type(page: Page): Promise<number[]> {
  await page.locator('.content-question .content-edit').nth(250).click()
  await page.evaluate(`
    globalThis.times = []
    addEventListener('keydown', ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))), true)`)
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('x')
    // Each tenth key comes after a pause, while what was typed before is on its way.
    await page.waitForTimeout(key % 10 === 9 ? 730 : 60)
  }
  return page.evaluate<number[]>('times')
}

await inBrowser(async (browser, url) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.locator('.login input').first().fill('manager')
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  const id = await seed(page)
  const openings: number[] = []
  const typing: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    openings.push(await open(page, id, url))
    typing.push(...(await type(page)))
  }
  await context.close()
  console.log(`the tab opens: ${said(openings)} (bar ${bars.openMs} ms)`)
  console.log(`a letter is painted: ${said(typing)} of ${typing.length} (bar ${bars.typeMs} ms for 95 %)`)
  if (quantile(openings, 0.5) > bars.openMs || quantile(typing, 0.95) > bars.typeMs) process.exitCode = 1
})

function said(times: number[]): string {
  const [median, most, worst] = [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)]
  return `median ${median.toFixed(0)} ms, 95 % ${most.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`
}
