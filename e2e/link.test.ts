/** A public link: turned on by staff, filled in on a phone without a network, sent when there is one. */
import { expect, test } from 'vitest'
import { questionTypes, traitsOf } from '#domain/surveys/question-types.ts'
import { heard, signIn, visit } from './browser.ts'
import { unhandy } from './handy.ts'
import { picture } from './pictures.ts'
import { callApi, type Made } from './records.ts'
import { flaws } from './screens.ts'
import { browser } from './test-browser.ts'

test('a visitor answers by a public link without a network, and it is sent later', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const survey = await callApi<Made & { encodedId: string }>(page, 'POST', '/surveys', {
    title: 'Wells',
    surveyType: 'FREE',
  })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'Water' } })
  const question = { sectionId: section.id, text: { en: 'How deep is it?' }, type: 'INTEGER', required: true }
  await callApi(page, 'POST', '/questions', question)
  await callApi(page, 'POST', '/questions', { ...question, text: { en: 'Picture of the well' }, type: 'IMAGE' })
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  const path = `/f/${survey.encodedId}`

  const visitor = await visit(browser, 'en')
  const phone = visitor.page
  await visitor.go(path)
  await phone.getByText(t('questionnaire.link.missing')).waitFor()
  await go(`/survey/${survey.id}?tab=access&part=links`)
  await page.getByRole('switch', { name: t('surveyLink.isOn') }).check()
  await page.getByRole('button', { name: t('action.save') }).click()
  await heard(page, t('surveyLink.saved'))
  await page.getByText(path).waitFor()

  await visitor.go(path)
  const depth = () => phone.getByRole('textbox', { name: 'How deep is it?' })
  await depth().waitFor()
  await phone.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => phone.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await phone.waitForFunction('navigator.serviceWorker.controller !== null')
  await expect.poll(() => phone.evaluate(`caches.match(location.pathname).then((page) => page?.status)`)).toBe(200)
  await phone.context().setOffline(true)
  await visitor.go(path)
  await phone.getByRole('button', { name: t('questionnaire.toSummary') }).click()
  await phone.getByText(t('questionnaire.problem.REQUIRED')).first().waitFor()
  await depth().fill('12')
  await phone.locator('input[type=file]').setInputFiles(picture('well.png'))
  const isKept = () => phone.getByRole('button', { name: t('questionnaire.removeFile') }).waitFor()
  await isKept()
  await phone.reload()
  await expect.poll(() => depth().inputValue()).toBe('12')
  await isKept()
  await phone.getByRole('button', { name: t('questionnaire.toSummary') }).click()
  await phone.getByRole('button', { name: t('questionnaire.link.send') }).click()
  await phone.getByText(t('questionnaire.link.kept')).waitFor()
  await phone.getByText(t('questionnaire.link.waiting', { count: '1' })).waitFor()
  await phone.context().setOffline(false)
  await expect.poll(() => phone.getByText(t('questionnaire.link.waiting', { count: '1' })).count()).toBe(0)

  await go(`/response?surveyId=${survey.encodedId}`)
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBe(1)
  await page.locator('tbody tr[data-row] a').first().click()
  await page
    .getByRole('img', { name: /well\.png/ })
    .or(page.getByText('well.png'))
    .first()
    .waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
  await leave()
})

test('Back goes a page back in a public form, and forgets the pages once it is sent', async () => {
  const { page, t, leave } = await signIn(browser, 'manager', 'en')
  const about = { title: 'Gardens', surveyType: 'FREE', questionPerPage: true }
  const survey = await callApi<Made & { encodedId: string }>(page, 'POST', '/surveys', about)
  for (const title of ['Beds', 'Trees', 'Tools']) {
    const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: title } })
    for (const text of title === 'Beds' ? ['Beds?', 'Paths?'] : [`${title}?`])
      await callApi(page, 'POST', '/questions', { sectionId: section.id, text: { en: text }, type: 'TEXT' })
  }
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  await callApi(page, 'PUT', `/surveys/${survey.id}/link`, { isOn: true })
  const visitor = await visit(browser, 'en')
  const phone = visitor.page
  const press = (word: 'next' | 'back' | 'toSummary' | 'link.send') =>
    phone.getByRole('button', { name: t(`questionnaire.${word}`), exact: true }).click()
  const shown = (title: string) => phone.getByRole('heading', { name: title, level: 2 }).waitFor()
  await visitor.go(`/f/${survey.encodedId}`)
  await phone.getByLabel('Beds?').fill('Four')
  // One question a page, as the survey says.
  expect(await phone.getByLabel('Paths?').count()).toBe(0)
  await press('next')
  await phone.getByLabel('Paths?').fill('None')
  await press('next')
  await phone.getByLabel('Trees?').fill('Two')
  await press('next')
  await shown('Tools')
  await phone.goBack()
  await phone.locator('h2:focus', { hasText: 'Trees' }).waitFor()
  await expect.poll(() => phone.getByLabel('Trees?').inputValue()).toBe('Two')
  await phone.reload()
  await shown('Trees')
  // The step back of the page is the same way back.
  await press('back')
  await phone.getByLabel('Paths?').waitFor()
  await phone.goForward()
  await shown('Trees')
  await press('next')
  await press('toSummary')
  await press('link.send')
  await phone.getByText(t('questionnaire.link.sent')).waitFor()
  await expect.poll(() => phone.evaluate('history.state.depth')).toBe(0)
  await phone.goBack()
  expect(phone.url()).toContain('/login')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
  await leave()
})

test('the page of a public link is for all users, on any screen', async () => {
  const { page, leave } = await signIn(browser, 'manager', 'en')
  const survey = await callApi<Made & { encodedId: string }>(page, 'POST', '/surveys', {
    title: 'Roads',
    surveyType: 'FREE',
  })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'Road' } })
  const text = { en: 'Is it **paved**? _See_ [the map](https://example.org/map), not <b>this</b>' }
  await callApi(page, 'POST', '/questions', { sectionId: section.id, text, type: 'YES_NO' })
  // Each type on a page of its own.
  for (const type of questionTypes.filter((each) => !traitsOf(each).isRecorded)) {
    const { id: sectionId } = await callApi<Made>(page, 'POST', '/sections', {
      surveyId: survey.id,
      title: { en: type },
    })
    const { id } = await callApi<Made>(page, 'POST', '/questions', { sectionId, text: { en: `${type}?` }, type })
    if (traitsOf(type).options === 'OWN')
      for (const code of ['mud', 'sand'])
        await callApi(page, 'POST', '/answers', { questionId: id, code, text: { en: code } })
  }
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  await callApi(page, 'PUT', `/surveys/${survey.id}/link`, { isOn: true })
  const visitor = await visit(browser, 'en')
  await visitor.go(`/f/${survey.encodedId}`)
  const group = visitor.page.getByRole('radiogroup', { name: 'Is it paved? See the map, not <b>this</b>' })
  await group.locator('strong', { hasText: 'paved' }).waitFor()
  expect(await group.getByRole('link').getAttribute('href')).toBe('https://example.org/map')
  expect(await flaws(visitor)).toEqual([])
  // It can be put on the home screen, under the name of the survey.
  const browserOf = await visitor.page.context().newCDPSession(visitor.page)
  const { url, data, errors } = await browserOf.send('Page.getAppManifest')
  expect({ isKept: url.startsWith('data:'), errors }).toEqual({ isKept: true, errors: [] })
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    name: 'Roads',
    start_url: visitor.page.url(),
    display: 'standalone',
  })
  // The window is that of a phone by now.
  const wrong: Record<string, string[]> = {}
  const phone = visitor.page
  while ((await phone.locator('.q-answers').count()) === 0) {
    const title = await phone.getByRole('heading', { level: 2 }).first().innerText()
    const found = await unhandy(phone)
    if (found.length > 0) wrong[title] = found
    await phone.locator('.q-steps .primary').click()
    await expect.poll(() => phone.getByRole('heading', { level: 2 }).first().innerText()).not.toBe(title)
  }
  const atEnd = await unhandy(phone)
  expect({ ...wrong, atEnd }).toEqual({ atEnd: [] })
  await visitor.leave()
  await leave()
})

test('answers to a survey that was paused meanwhile stay on the phone, and go later', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const survey = await callApi<Made & { encodedId: string }>(page, 'POST', '/surveys', {
    title: 'Ferries',
    surveyType: 'FREE',
  })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'Ferry' } })
  await callApi(page, 'POST', '/questions', { sectionId: section.id, text: { en: 'Does it float?' }, type: 'YES_NO' })
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  await callApi(page, 'PUT', `/surveys/${survey.id}/link`, { isOn: true })
  const setStatus = (status: string) =>
    callApi(page, 'PUT', `/surveys/${survey.id}/status`, { status, reason: 'High water' })
  const visitor = await visit(browser, 'en')
  const phone = visitor.page
  const shown = (word: 'paused' | 'begun' | 'unsent') => phone.getByText(t(`questionnaire.link.${word}`))
  const radio = phone.getByRole('radio').first()
  await visitor.go(`/f/${survey.encodedId}`)
  await radio.check()
  await setStatus('PAUSED')
  await phone.reload()
  await shown('paused').waitFor()
  await shown('begun').waitFor()
  await phone.getByRole('heading', { name: 'Ferries' }).waitFor()
  expect(await phone.getByRole('radio').count()).toBe(0)
  await setStatus('PUBLISHED')
  await phone.reload()
  await expect.poll(() => radio.isChecked()).toBe(true)
  await phone.getByRole('button', { name: t('questionnaire.toSummary') }).click()
  await setStatus('PAUSED')
  await phone.getByRole('button', { name: t('questionnaire.link.send') }).click()
  await shown('paused').waitFor()
  await shown('unsent').waitFor()
  expect(await shown('begun').count()).toBe(0)
  expect(await phone.getByRole('radio').count()).toBe(0)
  expect(await flaws(visitor)).toEqual([])
  await setStatus('PUBLISHED')
  await phone.reload()
  await radio.waitFor()
  await expect.poll(() => shown('unsent').count()).toBe(0)
  await go(`/response?surveyId=${survey.encodedId}`)
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBe(1)
  await visitor.leave()
  await leave()
})

test('a manager makes tokens, and collects by their own in a browser and offline', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const about = { title: 'Bridges', surveyType: 'FREE', allowMultipleResponses: true }
  const survey = await callApi<Made & { encodedId: string }>(page, 'POST', '/surveys', about)
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'Bridge' } })
  await callApi(page, 'POST', '/questions', { sectionId: section.id, text: { en: 'Does it hold?' }, type: 'YES_NO' })
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  await go(`/survey/${survey.id}?tab=access&part=links`)
  await page.getByRole('textbox', { name: t('surveyToken.name') }).fill('Celso')
  await page.getByRole('button', { name: t('surveyToken.make') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: t('surveyToken.picture') }).waitFor()
  await dialog
    .getByRole('button', { name: t('action.close') })
    .last()
    .click()
  await page.getByRole('button', { name: t('surveyToken.revoke') }).click()
  await dialog.getByRole('button', { name: t('surveyToken.revoke') }).click()
  await expect.poll(() => page.getByRole('button', { name: t('surveyToken.revoke') }).count()).toBe(0)
  // One's own opens all surveys.
  await go('/account')
  await page.getByRole('textbox', { name: t('surveyToken.name') }).fill('My phone')
  await page.getByRole('button', { name: t('surveyToken.make') }).click()
  await dialog.getByRole('img', { name: t('surveyToken.picture') }).waitFor()
  const address = new URL((await dialog.getByText('/c/#').textContent()) ?? '')

  const visitor = await visit(browser, 'en')
  const phone = visitor.page
  const form = phone.getByRole('link', { name: 'Bridges' })
  const press = (word: 'toSummary' | 'link.send') =>
    phone.getByRole('button', { name: t(`questionnaire.${word}`) }).click()
  await visitor.go(address.pathname + address.hash)
  await form.waitFor()
  expect(await flaws(visitor)).toEqual([])
  await phone.waitForFunction('navigator.serviceWorker.controller !== null')
  await expect.poll(() => phone.evaluate(`caches.match(location.pathname).then((page) => page?.status)`)).toBe(200)
  await phone.context().setOffline(true)
  await form.click()
  await phone.getByRole('radio').first().check()
  await phone.goBack()
  await form.getByText(t('questionnaire.collector.begun')).waitFor()
  await form.click()
  await expect.poll(() => phone.getByRole('radio').first().isChecked()).toBe(true)
  await press('toSummary')
  await press('link.send')
  await phone.getByText(t('questionnaire.link.kept')).waitFor()
  await phone.getByRole('link', { name: t('questionnaire.collector.all') }).click()
  await form.getByText(t('questionnaire.collector.waiting', { count: '1' })).waitFor()
  // The token ends meanwhile: the answers stay, and go by the next one of the same person.
  for (const { id } of await callApi<Made[]>(page, 'GET', '/auth/app-tokens'))
    await callApi(page, 'DELETE', `/auth/app-tokens/${id}`)
  await phone.context().setOffline(false)
  await phone.getByText(t('questionnaire.link.revoked')).waitFor()
  await phone.getByText(t('questionnaire.collector.stays')).waitFor()
  expect(await form.count()).toBe(0)
  const { token } = await callApi<{ token: string }>(page, 'POST', '/auth/app-tokens', { name: 'My phone' })
  await visitor.go(`/c/#${token}`)
  await form.getByText(t('questionnaire.collector.sentToday', { count: '1' })).waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
  await leave()
})

test('a participant answers by their own link, and corrects there what is returned', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const survey = await callApi<Made & { encodedId: string }>(page, 'POST', '/surveys', {
    title: 'Mills',
    surveyType: 'FREE',
  })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'Mill' } })
  await callApi(page, 'POST', '/questions', { sectionId: section.id, text: { en: 'Does it turn?' }, type: 'YES_NO' })
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  const known = { surveyId: survey.id, participantPhone: '+258847000088', participantName: 'Zulmira Mbanze' }
  const { id } = await callApi<Made>(page, 'POST', '/responses', { ...known, answers: {} })
  await callApi(page, 'DELETE', `/responses/${id}`)
  await go(`/survey/${survey.id}?tab=access&part=links`)
  const panel = page.locator('.panel', { has: page.getByRole('heading', { name: t('surveyLink.own.heading') }) })
  await panel.getByRole('combobox', { name: t('surveyLink.own.participant') }).fill('Zulmira')
  await page.getByTitle('Zulmira Mbanze').click()
  await panel.getByRole('button', { name: t('surveyLink.own.make') }).click()
  const address = (await panel.getByText(`/f/${survey.encodedId}#`).textContent()) ?? ''
  await panel.getByRole('listitem').getByText('Zulmira Mbanze').waitFor()

  const visitor = await visit(browser, 'en')
  const phone = visitor.page
  await visitor.go(new URL(address).pathname + new URL(address).hash)
  await phone.getByText(t('questionnaire.link.you', { name: 'Zulmira Mbanze' })).waitFor()
  expect(await phone.getByRole('textbox', { name: t('questionnaire.link.phone') }).count()).toBe(0)
  await phone.getByRole('radio').first().check()
  await phone.getByRole('button', { name: t('questionnaire.toSummary') }).click()
  await phone.getByRole('button', { name: t('questionnaire.link.send') }).click()
  await phone.getByText(t('questionnaire.link.sent')).waitFor()
  await phone.reload()
  await phone.getByText(t('questionnaire.link.answered')).waitFor()

  await go(`/response?surveyId=${survey.encodedId}`)
  await page.locator('tbody tr[data-row] a').first().click()
  await page.getByRole('button', { name: t('responses.to.HAS_ISSUES') }).click()
  const verdict = page.locator('.verdict-reason')
  await verdict.getByText(t('responses.wayBack.LINK')).waitFor()
  await verdict.getByRole('combobox', { name: t('responses.notes.add') }).selectOption('Does it turn?')
  await verdict.getByRole('textbox', { name: 'Does it turn?' }).fill('Look again')
  await verdict.getByRole('button', { name: t('responses.to.HAS_ISSUES') }).click()
  await page.getByText(t('responses.notes.at', { note: 'Look again' })).waitFor()
  await phone.reload()
  await phone.getByRole('heading', { name: t('questionnaire.returned.title') }).waitFor()
  await phone.getByText(t('questionnaire.returned.note', { note: 'Look again' })).waitFor()
  await expect.poll(() => phone.getByRole('radio').first().isChecked()).toBe(true)
  expect(await flaws(visitor)).toEqual([])
  await phone.getByRole('radio').last().check()
  await phone.getByRole('button', { name: t('questionnaire.toSummary') }).click()
  await phone.getByRole('button', { name: t('questionnaire.returned.send') }).click()
  await phone.getByText(t('questionnaire.returned.sent')).waitFor()
  await phone.reload()
  await phone.getByText(t('questionnaire.link.answered')).waitFor()
  await page.reload()
  await page.getByText(t('responses.status.EDITED')).first().waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
  await leave()
})
