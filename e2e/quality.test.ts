/** A copied response is flagged and the flag dismissed; answers are shown in charts, and read by a feed. */
import { expect, test } from 'vitest'
import type { ResponseDetail } from '#contract/responses.ts'
import { heard } from './browser.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made } from './records.ts'
import { flaws } from './screens.ts'

signManagerIn()

/** Other journeys make surveys of their own. */
async function demoSurvey(): Promise<number> {
  const [survey] = await callApi<[Made]>(manager.page, 'GET', '/surveys?q=sanitation&pageSize=1')
  return survey.id
}

/** The latest response to a survey of the demo, given a second time. */
async function copied(): Promise<ResponseDetail> {
  const { page } = manager
  const [latest] = await callApi<Made[]>(
    page,
    'GET',
    `/responses?surveyId=${await demoSurvey()}&source=EXCEL&pageSize=1`,
  )
  const { surveyId, answers } = await callApi<ResponseDetail>(page, 'GET', `/responses/${latest?.id}`)
  const { id } = await callApi<Made>(page, 'POST', '/responses', {
    surveyId,
    answers,
    participantPhone: '+258847999001',
    consent: { at: new Date().toISOString(), language: 'en' },
  })
  return callApi<ResponseDetail>(page, 'GET', `/responses/${id}`)
}

test('a copy is flagged with a way to the other response, and dismissed with a note', async () => {
  const { page, t, go } = manager
  const copy = await copied()
  const flagged = t('responses.flags.IDENTICAL_ANSWERS')
  await go(`/survey/${copy.surveyId}?tab=responses`)
  await page.getByRole('link', { name: flagged }).click()
  await page.locator(`.list a[href$="open=${copy.id}"]`).click()
  const flags = page.getByRole('region', { name: t('responses.field.flags') })
  await flags.getByRole('link', { name: t('responses.flag.other') }).waitFor()
  expect(await flaws(manager)).toEqual([])
  await flags.getByRole('button', { name: t('responses.flag.dismiss') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('responses.flag.note')).fill('Two neighbours, seen on site')
  await dialog.getByRole('button', { name: t('responses.flag.dismiss') }).click()
  await heard(page, t('responses.flag.done'))
  await flags.getByText('Two neighbours, seen on site').waitFor()
})

test('answers are shown in charts under a status, and saved as a picture', async () => {
  const { page, t, go } = manager
  const surveyId = await demoSurvey()
  await go(`/survey/${surveyId}?tab=responses&status=RECEIVED`)
  await page.getByRole('heading', { name: t('insight.heading') }).waitFor()
  expect(await flaws(manager)).toEqual([])
  const download = page.waitForEvent('download')
  await page.locator('.insight-chart header button').first().click()
  await page.getByRole('menuitem', { name: t('insight.png') }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^\w+\.png$/)
})

test('a question is compared in one click, kept in a report, written about and printed', async () => {
  const { page, t, go, complaints } = manager
  const surveyId = await demoSurvey()
  await go(`/survey/${surveyId}?tab=responses&status=APPROVED`)
  await page.getByRole('combobox', { name: /drinking water come from/ }).selectOption('village')
  const crossing = page.locator('.insight-cross')
  await crossing.locator('canvas').waitFor()
  await page.waitForURL(/status=APPROVED.*rows=water_source&by=village/)
  await crossing.getByText(t('chart.table')).click()
  await crossing.getByRole('rowheader', { name: t('insight.all'), exact: true }).waitFor()
  expect(await flaws(manager)).toEqual([])
  await crossing.locator('.insight-note button').click()
  await page.getByRole('menuitem', { name: t('reports.pinToNew') }).click()
  await page.locator('.toasts').getByRole('paragraph').waitFor()
  await go(`/survey/${surveyId}?tab=reports`)
  await page.locator('.reports a').last().click()
  await page.locator('.report canvas').waitFor()
  await page.getByRole('button', { name: t('reports.addText') }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Wells are few.')
  await page.getByRole('button', { name: t('action.save') }).click()
  await page.getByText('Wells are few.').waitFor()
  expect(await flaws(manager)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await page.locator('.paper-head').waitFor()
  await expect.poll(() => page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  expect(complaints).toEqual([])
})

test('a token of the feed is made, reads the responses, and is revoked', async () => {
  const { page, t, go } = manager
  const surveyId = await demoSurvey()
  await go(`/survey/${surveyId}?tab=access&part=feed`)
  await page.getByLabel(t('surveyAccess.feed.name')).fill('Power BI')
  await page.getByRole('button', { name: t('surveyAccess.feed.create') }).click()
  await page.getByText(t('surveyAccess.feed.once')).waitFor()
  const [token = ''] = /[\w-]{43}/.exec(await page.locator('.feed-new').innerText()) ?? []
  const read = () =>
    page.request.get(`${new URL(page.url()).origin}/odata/${surveyId}/Responses?$top=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await read()).status()).toBe(200)
  expect(await flaws(manager)).toEqual([])
  await page.getByRole('button', { name: t('surveyToken.revoke') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('surveyToken.revoke') })
    .click()
  await expect.poll(async () => (await read()).status()).toBe(401)
})
