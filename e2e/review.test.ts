/** A survey's responses as a table of their answers, and fifty of them reviewed by fifty keys. */
import { expect, test } from 'vitest'
import type { ResponseRow } from '#contract/responses.ts'
import { violations } from './axe.ts'
import { heard } from './browser.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made } from './records.ts'
import { inHaste } from './rest.ts'
import { blemishes, desktop, phone } from './screens.ts'

signManagerIn()

const count = 52
const keyed = 50

/** A survey with a filterable choice and number, and responses to it. */
async function reviewed(): Promise<Made> {
  const { page } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', {
    title: 'Wells by keys',
    surveyType: 'FREE',
    allowMultipleResponses: true,
  })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'Well' } })
  const ask = (code: string, type: string, more: object = {}) => {
    const body = { sectionId: section.id, code, text: { en: `The ${code} {of} it` }, type, filterable: true, ...more }
    return callApi<Made>(page, 'POST', '/questions', body)
  }
  const pump = await ask('pump', 'SINGLE')
  for (const code of ['hand', 'motor'])
    await callApi(page, 'POST', '/answers', { questionId: pump.id, code, text: { en: `Pump by ${code}` } })
  const depth = await ask('depth', 'INTEGER')
  await ask('remark', 'TEXT', { filterable: false })
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  for (let n = 1; n <= count; n++) {
    const answers = { [pump.id]: n % 2 === 0 ? 'hand' : 'motor', [depth.id]: n }
    await callApi(page, 'POST', '/responses', { surveyId: survey.id, clientUuid: `well-${n}`, answers })
  }
  return survey
}

const statusOf = async (survey: Made, status: string) =>
  (await callApi<ResponseRow[]>(manager.page, 'GET', `/responses?surveyId=${survey.id}&status=${status}&pageSize=100`))
    .length

test('answers filter and sort the list; fifty keys review fifty responses, u undoes', async () => {
  const { page, t, go } = manager
  const survey = await reviewed()
  await go(`/response?surveyId=${survey.id}&answer.depth=10..19&answer.pump=hand&sort=-answer.depth`)
  const rows = page.locator('tbody tr[data-row]')
  await rows.nth(4).waitFor()
  expect(await rows.first().textContent()).toContain('Pump by hand')
  expect(await rows.first().textContent()).toContain('18')
  await page.getByRole('columnheader', { name: 'The depth {of} it' }).waitFor()
  await page.getByRole('button', { name: 'The pump {of} it: Pump by hand', exact: true }).waitFor()
  await page.getByText(t('responses.table.indexed', { indexed: 2, all: 3 })).waitFor()
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    expect([...(await blemishes(page)), ...(await violations(page))]).toEqual([])
  }

  await go(`/response?surveyId=${survey.id}&status=RECEIVED`)
  await rows.first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const place = (at: number) => page.getByText(t('responses.place', { place: at, total: count }), { exact: true })
  /** Presses the key on the response at this place, as soon as it is there to be judged. */
  async function press(at: number, key: string) {
    await place(at).waitFor()
    await page.locator('.verdict[aria-busy=false]').waitFor()
    await page.keyboard.press(key)
  }
  await inHaste(page, async () => {
    for (let n = 1; n <= keyed; n++) await press(n, 'a')
  })
  await place(keyed + 1).waitFor()
  await page.getByText(t('responses.today', { done: keyed, all: count })).waitFor()
  expect([await statusOf(survey, 'APPROVED'), await statusOf(survey, 'RECEIVED')]).toEqual([keyed, count - keyed])

  await page.keyboard.press('u')
  await place(keyed).waitFor()
  expect([await statusOf(survey, 'APPROVED'), await statusOf(survey, 'RECEIVED')]).toEqual([keyed - 1, 3])
  await press(keyed, 'r')
  await page.locator('.verdict-reason').waitFor()
  expect([...(await blemishes(page)), ...(await violations(page))]).toEqual([])
  await page.keyboard.press('1')
  await place(keyed + 1).waitFor()
  expect(await statusOf(survey, 'REJECTED')).toBe(1)
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText(t('responses.key.reject')).waitFor()
  await page.keyboard.press('Escape')
  await press(keyed + 1, 'i')
  await page
    .locator('.verdict-reason')
    .getByRole('button', { name: t('responses.to.HAS_ISSUES') })
    .click()
  await place(keyed + 2).waitFor()
  expect(await statusOf(survey, 'HAS_ISSUES')).toBe(1)
  await press(keyed + 2, 'a')
  await heard(page, t('responses.allReviewed'))

  // The same keys in the list.
  await go(`/response?surveyId=${survey.id}&status=HAS_ISSUES`)
  await rows.first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByText(t('list.noMatch')).waitFor()
  await page.keyboard.press('u')
  await rows.first().waitFor()
  expect(await statusOf(survey, 'HAS_ISSUES')).toBe(1)
})
