/** A survey from a file: its report, the survey that it makes, and the files that this one gives back. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manager, signManagerIn } from './manager.ts'
import { heard, visit } from './browser.ts'
import { film, picture, sound } from './pictures.ts'
import { callApi, type Made } from './records.ts'
import { desktop, flaws } from './screens.ts'
import { browser } from './test-browser.ts'
import { details } from './writing.ts'

signManagerIn()

const form = readFileSync(new URL('../docs/household-form.xlsx', import.meta.url))
const table = readFileSync(new URL('../docs/household-interviews.csv', import.meta.url))
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
test('an XLSForm is looked at, becomes a survey, and comes back as XLSForm and XForm', async () => {
  const { page, t, go } = manager
  await go('/survey')
  await page.getByRole('button', { name: t('surveys.fromFile') }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from(',\n') })
  await dialog.getByText(t('form-file.remark.NOTHING_TO_MAKE')).waitFor()

  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'interviews.csv', mimeType: 'text/csv', buffer: table })
  await dialog.getByText(t('form-file.remark.COLUMN_TAKEN', { name: 'farm_area_ha', value: 'DECIMAL' })).waitFor()

  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'household.xlsx', mimeType: xlsx, buffer: form },
    { name: 'villages.csv', mimeType: 'text/csv', buffer: Buffer.from('name,label\nna,Namaacha\n') },
  ])
  await dialog.getByText(t('form-file.partly')).waitFor()
  await dialog.getByRole('cell', { name: t('form-file.remark.SETTING_OWN', { value: 'household_farming' }) }).waitFor()
  expect(await flaws(manager)).toEqual([])
  await page.setViewportSize(desktop)
  await dialog.getByLabel(t('form-file.surveyTitle')).fill('Households of 2026')
  await dialog.getByRole('button', { name: t('form-file.make') }).click()
  await heard(page, t('form-file.made'))
  await page.getByRole('heading', { name: 'Households of 2026' }).waitFor()
  await page.getByText('Crops of the last season').first().waitFor()
  const kept = page.getByRole('region', { name: t('surveys.files.heading') }).getByRole('rowheader')
  await expect.poll(() => kept.allTextContents()).toEqual(['villages.csv'])

  for (const [kind, ending] of [
    ['xlsform', /\.xlsx$/],
    ['xform', /\.xml$/],
  ] as const) {
    await page.getByRole('button', { name: t('surveys.more'), exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: t(`form-file.export.${kind}`) }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(ending)
  }
})

test('a list that a question chooses from is added as a file, offered, and taken out', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Villages from a file', surveyType: 'FREE' })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'Place' } })
  const asks = { sectionId: section.id, code: 'village', text: { en: 'Which village' }, type: 'SINGLE' }
  const question = await callApi<Made>(page, 'POST', '/questions', asks)
  await go(`/survey/${survey.id}?tab=content`)
  const files = page.getByRole('region', { name: t('surveys.files.heading') })
  const add = async (bytes: Buffer) =>
    page.getByLabel(t('surveys.files.add')).setInputFiles({ name: 'villages.csv', mimeType: 'text/csv', buffer: bytes })
  await add(Buffer.from('89504e470d0a1a0a0000', 'hex'))
  await files.getByRole('alert').getByText(t('problems.FILE_OTHER_TYPE')).waitFor()
  await add(Buffer.from('name,label\nna,Namaacha\nbo,Boane\n'))
  await files.getByRole('rowheader', { name: 'villages.csv' }).waitFor()
  await files.getByText(t('surveys.files.rows', { rows: 2 })).waitFor()
  await go(`/survey/${survey.id}?tab=content&form=question:${question.id}`)
  await details(page).getByText(t('questions.list.file'), { exact: true }).click()
  await details(page).getByText(t('questions.list.label')).waitFor()
  await page.getByText(t('surveys.saved'), { exact: true }).waitFor()
  expect(await flaws(manager)).toEqual([])
  await page.setViewportSize(desktop)
  await page.getByText(t('surveys.optionsFrom', { name: 'villages.csv', rows: 2 })).waitFor()
  expect(await flaws(manager)).toEqual([])
  await page.setViewportSize(desktop)
  await go(`/survey/${survey.id}?tab=preview`)
  await page.getByText('Boane').first().waitFor()
  await go(`/survey/${survey.id}?tab=content`)
  await files.getByRole('button', { name: t('surveys.files.remove') }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: t('surveys.files.remove') })
    .click()
  await files.getByRole('rowheader').waitFor({ state: 'hidden' })
  const missing = t('problems.LIST_FILE_MISSING', { names: 'villages.csv' })
  await page.getByText(missing).first().waitFor()
  await files.getByRole('button', { name: t('surveys.files.addListOf') }).click()
  await page.getByRole('button', { name: t('surveys.files.addList'), exact: true }).click()
  await files.getByRole('rowheader', { name: 'sites.csv' }).waitFor()
  await files.getByText(t('surveys.files.alwaysNow', { of: t('surveys.files.of.SITES') })).waitFor()
})

test('pictures, sounds and films are chosen for a form and seen without a network', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made & { encodedId: string }>(page, 'POST', '/surveys', {
    title: 'Animals',
    surveyType: 'FREE',
  })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'Farm' } })
  const asks = {
    sectionId: section.id,
    code: 'animal',
    text: { en: 'Which animal?', zh: '哪种动物？' },
    type: 'SINGLE',
  }
  const { id: questionId } = await callApi<Made>(page, 'POST', '/questions', asks)
  const goat = await callApi<Made>(page, 'POST', '/answers', { questionId, text: { en: 'Goat' } })
  await callApi(page, 'POST', '/answers', { questionId, text: { en: 'Hen' }, media: { image: { en: 'hen.png' } } })
  await go(`/survey/${survey.id}?tab=content&form=answer:${goat.id}`)
  const files = page.getByRole('region', { name: t('surveys.files.heading') })
  await details(page).getByLabel(t('surveys.files.add')).setInputFiles(picture('goat.png'))
  await details(page).getByTitle('goat.png').waitFor()
  await page.getByText(t('surveys.saved'), { exact: true }).waitFor()
  expect(await flaws(manager)).toEqual([])
  await page.setViewportSize(desktop)
  await files.getByRole('row', { name: 'goat.png' }).getByText('animal').waitFor()
  await page
    .getByText(t('problems.LIST_FILE_MISSING', { names: 'hen.png' }))
    .first()
    .waitFor()
  await files.getByLabel(t('surveys.files.add')).setInputFiles([picture('hen.png'), sound('moo.wav'), film('film.mp4')])
  await files.getByRole('rowheader', { name: 'film.mp4' }).waitFor()
  const media = { image: { en: 'hen.png', zh: 'goat.png' }, audio: { en: 'moo.wav' }, video: { en: 'film.mp4' } }
  const { version } = await callApi<Made>(page, 'GET', `/questions/${questionId}`)
  await callApi(page, 'PUT', `/questions/${questionId}`, { version, media })
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  await callApi(page, 'PUT', `/surveys/${survey.id}/link`, { isOn: true })
  await page.reload()
  await files
    .getByRole('row', { name: 'hen.png' })
    .getByRole('button', { name: t('surveys.files.remove') })
    .click()
  await page.getByText(t('surveys.files.usedBy', { names: 'animal' })).waitFor()
  await page.keyboard.press('Escape')
  await go(`/survey/${survey.id}?tab=preview`)
  await page.getByRole('img', { name: t('questionnaire.picture', { text: 'Which animal?' }) }).waitFor()

  const drawn = `[...document.querySelectorAll('.q-option img')].map((image) => image.naturalWidth > 0)`
  const visitor = await visit(browser, 'en')
  const phone = visitor.page
  const seen = async () => {
    await phone.getByRole('img', { name: t('questionnaire.picture', { text: 'Which animal?' }) }).waitFor()
    await phone.getByLabel(t('questionnaire.sound', { text: 'Which animal?' })).waitFor()
    await expect.poll(() => phone.evaluate(drawn)).toEqual([true, true])
  }
  await visitor.go(`/f/${survey.encodedId}`)
  await seen()
  await phone.getByLabel(t('questionnaire.film', { text: 'Which animal?' })).waitFor()
  await phone.waitForFunction('navigator.serviceWorker.controller !== null')
  await expect.poll(() => phone.evaluate(`caches.match(location.pathname).then((page) => page?.status)`)).toBe(200)
  await phone.context().setOffline(true)
  await visitor.go(`/f/${survey.encodedId}`)
  await seen()
  await phone.context().setOffline(false)
  expect(await flaws(visitor)).toEqual([])
  await phone.getByRole('radio', { name: 'Goat', exact: true }).focus()
  await phone.keyboard.press('Space')
  await phone.keyboard.press('ArrowDown')
  expect(await phone.getByRole('radio', { name: 'Hen', exact: true }).isChecked()).toBe(true)
  await phone.locator('.q-option img').first().click()
  expect(await phone.getByRole('radio', { name: 'Goat', exact: true }).isChecked()).toBe(true)
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
