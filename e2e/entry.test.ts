/** Staff enter a paper interview: refused at first, by the network and by the server, then stored and opened. */
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { picture } from './pictures.ts'
import { callApi, type Made } from './records.ts'
import { flaws } from './screens.ts'
import { browser } from './test-browser.ts'

test('a user enters a response of a paper, loses nothing by failed sends, and opens it', async () => {
  const visitor = await signIn(browser, 'manager', 'en')
  const { page, t, go, leave, complaints } = visitor
  const thanks = { title: 'Thanks', code: 'PAPER_THANKS', kind: 'MESSAGE', body: { en: 'The results come in May.' } }
  const { id: closingTextId } = await callApi<Made>(page, 'POST', '/texts', thanks)
  const about = { title: 'On paper', surveyType: 'FREE', closingTextId }
  const survey = await callApi<Made>(page, 'POST', '/surveys', about)
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'House' } })
  const ask = (text: string, type: string, more: object = {}) =>
    callApi<Made>(page, 'POST', '/questions', { sectionId: section.id, text: { en: text }, type, ...more })
  const rooms = await ask('How many rooms?', 'INTEGER', { required: true, validation: { min: 1 } })
  await ask('Picture of the roof', 'IMAGE', { required: true })
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  // A question of the draft alone: it is not asked.
  await ask('Color of the door', 'TEXT')

  const form = page.locator('.questionnaire')
  await go('/form')
  await page.getByRole('combobox', { name: t('entry.survey') }).fill('On paper')
  await page.getByText('On paper', { exact: true }).last().click()
  await form.waitFor()
  await go(`/survey/${survey.id}?tab=responses`)
  await page
    .getByRole('link', { name: t('surveys.enterResponse') })
    .last()
    .click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await form.getByRole('textbox', { name: 'How many rooms?' }).fill('3')
  await page.getByLabel(t('entry.phone')).fill('12')
  expect(await form.getByText('Color of the door').count()).toBe(0)
  const fileInput = form.locator('input[type=file]')
  await fileInput.setInputFiles({ ...picture('roof.png'), buffer: Buffer.from('<svg/>') })
  await form.getByText(t('questionnaire.problem.FILE_OTHER_TYPE')).waitFor()
  await fileInput.setInputFiles(picture('roof.png'))
  await form.getByRole('img', { name: 'roof.png' }).waitFor()
  expect(await flaws(visitor)).toEqual([])
  await press(t('questionnaire.toSummary'))

  await page.route('**/api/v1/responses', (route) => route.abort())
  await press(t('entry.send'))
  await page.getByRole('alert').waitFor()
  await page.unroute('**/api/v1/responses')
  await press(t('entry.send'))
  await page.locator('.field-problem').waitFor()
  // Of the phone; what was entered is still there.
  await expect.poll(() => page.getByLabel(t('entry.phone')).getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel(t('entry.phone')).fill('+258 84 700 1234')
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  await press(t('entry.send'))
  await page.getByText(t('errors.SURVEY_VERSION_CHANGED')).waitFor()
  await form.getByText('Color of the door').waitFor()
  await press(t('entry.send'))
  await page.getByText(t('entry.storedNote')).waitFor()
  await page.getByText('The results come in May.').waitFor()
  expect(await flaws(visitor)).toEqual([])

  await press(t('entry.next'))
  await form.getByRole('textbox', { name: 'How many rooms?' }).fill('4')
  await expect.poll(() => page.getByLabel(t('entry.phone')).inputValue()).toBe('')
  await fileInput.setInputFiles(picture('second.png'))
  await form.getByRole('img', { name: 'second.png' }).waitFor()
  await press(t('questionnaire.toSummary'))
  await press(t('entry.send'))
  await page.getByRole('link', { name: t('entry.open') }).click()
  await page.getByText('How many rooms?').waitFor()
  await page.getByRole('button', { name: t('responses.file.open', { name: 'second.png' }) }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'second.png' }).waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('action.close'), exact: true })
    .click()
  // The answer is corrected: another file takes the place of the first.
  await press(t('responses.edit'))
  await press(t('questionnaire.removeFile'))
  await page.locator('.answers-editor input[type=file]').setInputFiles(picture('third.png'))
  await page.locator('.answers-editor').getByRole('img', { name: 'third.png' }).first().waitFor()
  expect(await flaws(visitor)).toEqual([])
  await press(t('responses.edit.save'))
  await page.getByRole('button', { name: t('responses.file.open', { name: 'third.png' }) }).waitFor()
  const rows = await callApi<{ id: number; source: string }[]>(page, 'GET', `/responses?surveyId=${survey.id}`)
  expect(rows.map(({ source }) => source)).toEqual(['STAFF', 'STAFF'])

  // A reviewer returns it: it comes back to who entered it.
  const notes = [{ questionId: rooms.id, note: 'With the kitchen?' }]
  await callApi(page, 'PUT', `/locations/${rows[0]?.id}`, { formStatus: 'IN_REVIEW' })
  await callApi(page, 'PUT', `/locations/${rows[0]?.id}`, { formStatus: 'HAS_ISSUES', reason: 'Too few', notes })
  await go('/form')
  // Other journeys return responses of this user too.
  const mine = page.getByRole('link', { name: `${t('entry.returned.correct')} On paper` })
  await mine.click()
  await form.getByText(t('questionnaire.returned.note', { note: 'With the kitchen?' })).waitFor()
  expect(await flaws(visitor)).toEqual([])
  await press(t('questionnaire.toSummary'))
  await press(t('entry.returned.send'))
  await page.locator('[role=alert] .field-problem', { hasText: t('entry.returned.remarkHelp') }).waitFor()
  await page.getByLabel(t('entry.returned.remark')).fill('It has none')
  await press(t('entry.returned.send'))
  await page.getByText(t('entry.onlyOpen')).waitFor()
  await expect.poll(() => mine.count()).toBe(0)

  await go(`/survey/${survey.id}?tab=responses`)
  await press(t('list.tool.export'))
  await page.getByLabel(t('responses.download.format.zip')).check()
  await page.getByText(t('responses.download.files', { count: 2 })).waitFor()
  expect(await flaws(visitor)).toEqual([])
  const archive = page.waitForEvent('download')
  await press(t('responses.download.count', { count: 2 }))
  expect((await archive).suggestedFilename()).toMatch(/^On paper .* files\.zip$/)
  expect(complaints).toEqual([])
  await leave()
})

test('a user goes on with an entry in another browser, and discards it', async () => {
  const [first, second] = [await signIn(browser, 'manager', 'en'), await signIn(browser, 'manager', 'en')]
  const { t } = first
  const survey = await callApi<Made>(first.page, 'POST', '/surveys', { title: 'Begun here', surveyType: 'FREE' })
  const section = await callApi<Made>(first.page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'House' } })
  await callApi(first.page, 'POST', '/questions', { sectionId: section.id, text: { en: 'Remarks' }, type: 'TEXT' })
  await callApi(first.page, 'POST', `/surveys/${survey.id}/publish`)
  const remarks = ({ page }: typeof first) => page.getByRole('textbox', { name: 'Remarks' })
  const kept = ({ page }: typeof first) => page.getByText(/^Kept on the server/).waitFor()
  const press = ({ page }: typeof first, name: string) => page.getByRole('button', { name }).first().click()

  await first.go(`/form?survey=${survey.id}`)
  await remarks(first).fill('Typed here')
  await kept(first)
  expect(await flaws(first)).toEqual([])
  await second.go('/form')
  const row = second.page.getByRole('listitem').filter({ hasText: 'Begun here' })
  await row.getByText(t('entry.draft.answered', { count: 1 })).waitFor()
  expect(await flaws(second)).toEqual([])
  await row.getByRole('link').click()
  await expect.poll(() => remarks(second).inputValue()).toBe('Typed here')
  const saved = second.page.waitForResponse(
    (response) => response.url().endsWith(`/forms/${survey.id}/draft`) && response.ok(),
  )
  await remarks(second).fill('Typed there')
  await saved
  await kept(second)

  await remarks(first).fill('Both')
  await press(first, t('entry.draft.loadOther'))
  await kept(first)
  await expect.poll(() => remarks(first).inputValue()).toBe('Typed there')
  await press(first, t('entry.draft.discard'))
  await first.page
    .getByRole('dialog')
    .getByRole('button', { name: t('entry.draft.discard') })
    .click()
  await first.page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => remarks(first).inputValue()).toBe('')
  await first.go('/form')
  await first.page.getByRole('combobox', { name: t('entry.survey') }).waitFor()
  expect(await first.page.getByText('Begun here').count()).toBe(0)
  await first.leave()
  await second.leave()
})

test('nothing moves under a press when the choice of surveys comes late', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const [held, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('maxTagCount')) {
      held.resolve(undefined)
      await released.promise
    }
    await route.fulfill({ response })
  })
  await go('/form')
  await held.promise
  const below = page.getByText(t('entry.onlyOpen'))
  let before = await below.boundingBox()
  // Other parts of the page may still be on their way.
  const isStill = async () => isDeepStrictEqual(before, (before = await below.boundingBox()))
  await expect.poll(isStill, { interval: 300 }).toBe(true)
  const choice = page.getByRole('combobox', { name: t('entry.survey') })
  expect(await choice.count()).toBe(0)
  released.resolve(undefined)
  await choice.waitFor()
  expect(await below.boundingBox()).toEqual(before)
  await leave()
})
