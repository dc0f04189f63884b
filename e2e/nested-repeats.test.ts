/** Crops in fields: put inside of each other by the maker of a survey, entered by staff on a phone, corrected and read. */
import { expect, test } from 'vitest'
import { pickOption, signIn } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { flaws, phone } from './screens.ts'
import { browser } from './test-browser.ts'
import { details } from './writing.ts'

test('crops of fields are built, filled in by each field, moved with it, and read', async () => {
  const visitor = await signIn(browser, 'manager', 'en')
  const { page, t, go, leave, complaints } = visitor
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Farm', surveyType: 'FREE' })
  const add = async (title: string, code: string, text: string) => {
    const body = { surveyId: survey.id, title: { en: title }, repeat: { max: 4 } }
    const section = await callApi<Made>(page, 'POST', '/sections', body)
    await callApi(page, 'POST', '/questions', { sectionId: section.id, code, text: { en: text }, type: 'TEXT' })
  }
  await add('Field', 'field', 'What is the field called?')
  await add('Crop', 'crop', 'Which crop of ${field}?')
  await go(`/survey/${survey.id}?tab=content`)
  await page.getByRole('button', { name: t('surveys.editThing', { label: 'Crop' }), exact: true }).click()
  await details(page).getByLabel(t('sections.repeat.inside')).click()
  await pickOption(page, 'Field')
  const words = t('sections.repeatsUpTo', { max: 4 })
  await page.getByText(t('sections.repeatsInside', { words })).waitFor()
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)

  await page.setViewportSize(phone)
  await go(`/form?survey=${survey.id}`)
  const form = page.locator('.questionnaire')
  const press = (name: string, nth = 0) => form.getByRole('button', { name, exact: true }).nth(nth).click()
  const fill = (name: string, text: string, nth = 0) => form.getByRole('textbox', { name }).nth(nth).fill(text)
  for (const [nth, field] of ['River', 'Hill'].entries()) {
    await press(t('questionnaire.add', { title: 'Field' }))
    await fill('What is the field called?', field, nth)
  }
  await press(t('questionnaire.next'))
  const addCrop = t('questionnaire.add', { title: 'Crop' })
  await press(addCrop, 0)
  await form.locator('[data-repetition="1.1"] h4:focus').waitFor()
  await fill('Which crop of River?', 'maize')
  for (const [nth, crop] of ['rye', 'fig'].entries()) {
    await press(addCrop, 1)
    await fill('Which crop of Hill?', crop, nth)
  }
  expect(await flaws(visitor)).toEqual([])
  await press(t('questionnaire.toSummary'))
  await form.getByRole('heading', { name: 'Field 2 of 2: Hill › Crop 2 of 2: fig' }).waitFor()
  await press(t('questionnaire.back'))
  await press(t('questionnaire.back'))
  const crops = async () => {
    await press(t('questionnaire.next'))
    await form.getByRole('textbox').first().waitFor()
    const inputs = await form.getByRole('textbox').all()
    const found = await Promise.all(inputs.map((input) => input.inputValue()))
    await press(t('questionnaire.back'))
    return found
  }
  // With the first field goes its crop.
  const remove = form.getByRole('button', { name: new RegExp(`^${t('questionnaire.remove')}`) })
  await remove.first().click()
  await form.getByRole('button', { name: t('questionnaire.undo'), exact: true }).click()
  expect(await crops()).toEqual(['maize', 'rye', 'fig'])
  await remove.first().click()
  expect(await crops()).toEqual(['rye', 'fig'])
  await press(t('questionnaire.next'))
  await press(t('questionnaire.toSummary'))
  await page.getByLabel(t('entry.phone')).fill('+258 84 700 5577')
  await page.getByRole('button', { name: t('entry.send'), exact: true }).click()
  await page.getByText(t('entry.storedNote')).waitFor()

  await go(`/response?surveyId=${survey.id}`)
  await page.getByRole('link', { name: /\d/ }).last().click()
  await page.getByText('Field 1: Hill › Crop 2: fig').waitFor()
  expect(await flaws(visitor)).toEqual([])
  expect(complaints).toEqual([])
  await leave()
})
