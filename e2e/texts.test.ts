/** Texts of the house: written in two languages, cleaned when pasted, and the consent of a survey. */
import { expect, test } from 'vitest'
import { heard, signIn, visit } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { flaws } from './screens.ts'
import { browser } from './test-browser.ts'

/** As the browser gives it to a page. */
const paste = (html: string) => `{
  const data = new DataTransfer()
  data.setData('text/html', ${JSON.stringify(html)})
  const page = document.querySelector('.rich-editor-page')
  page.focus()
  page.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}`

test('a manager writes consent in two languages; no question comes before it', async () => {
  const visitor = await signIn(browser, 'manager', 'en')
  const { page, t, go, complaints, leave } = visitor
  await go('/editor?modal=create')
  const dialog = page.getByRole('dialog')
  const body = (language: string) => `${t('texts.field.body')}, ${language}`
  const pane = (name: 'rich' | 'html' | 'markdown' | 'preview') =>
    dialog.getByRole('radio', { name: t(`rich.pane.${name}`), exact: true }).check()
  await dialog.getByRole('textbox', { name: t('texts.field.title'), exact: true }).fill('Consent to interviews')
  await dialog.getByRole('textbox', { name: t('texts.field.code'), exact: true }).fill('INTERVIEW_CONSENT')
  await dialog.getByRole('combobox', { name: t('texts.field.kind') }).click()
  await page.getByText(t('texts.kind.CONSENT'), { exact: true }).last().click()
  const rich = dialog.getByRole('textbox', { name: body('English') })
  await rich.waitFor()
  await page.evaluate(
    paste(`<h2 style="color:red">Your choice</h2><p onclick="alert(1)">You <b>may</b> stop.<script>alert(1)</script></p>
      <img src=x onerror="alert(1)"><a href="javascript:alert(1)">More</a>`),
  )
  await dialog.getByText(t('rich.leftOut.IMAGE'), { exact: false }).waitFor()
  await rich.getByRole('heading', { name: 'Your choice' }).waitFor()
  await rich.press('ControlOrMeta+End')
  await dialog.getByRole('button', { name: t('rich.bullets') }).click()
  await page.keyboard.type('No names')
  await pane('markdown')
  expect(await dialog.getByRole('textbox', { name: body('English') }).inputValue()).toContain('You **may** stop.')
  await pane('html')
  expect(await dialog.getByRole('textbox', { name: body('English') }).inputValue()).toContain('<li>')
  expect(await dialog.getByRole('textbox', { name: body('English') }).inputValue()).not.toMatch(
    /script|onclick|<img|style/,
  )
  await dialog.getByRole('radio', { name: /Portug.* · missing/ }).check()
  await pane('markdown')
  await dialog.getByRole('textbox', { name: /Portug/ }).fill('Pode **parar** a qualquer momento.')
  await pane('preview')
  await dialog.getByText('parar').waitFor()
  expect(await flaws(visitor)).toEqual([])
  await dialog.getByRole('button', { name: t('action.save') }).click()
  await heard(page, t('form.saved'))
  await page.getByRole('link', { name: 'Consent to interviews' }).click()
  await page.getByRole('heading', { name: t('texts.versions') }).waitFor()
  await page.getByText('No names').waitFor()
  expect(await flaws(visitor)).toEqual([])
  const textId = Number(new URL(page.url()).pathname.split('/').at(-1))

  const survey = await callApi<Made & { encodedId: string }>(page, 'POST', '/surveys', {
    title: 'Asked first',
    surveyType: 'FREE',
    consentTextId: textId,
  })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'House' } })
  await callApi(page, 'POST', '/questions', { sectionId: section.id, text: { en: 'How many rooms?' }, type: 'INTEGER' })
  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  await callApi(page, 'PUT', `/surveys/${survey.id}/link`, { isOn: true })

  await go(`/form?survey=${survey.id}`)
  const agree = page.getByRole('checkbox', { name: t('questionnaire.agree') })
  await agree.waitFor()
  const rooms = page.getByRole('textbox', { name: 'How many rooms?' })
  expect(await rooms.count()).toBe(0)
  await agree.check()
  await rooms.fill('3')
  expect(await flaws(visitor)).toEqual([])
  await page.getByRole('button', { name: t('questionnaire.toSummary') }).click()
  await page.getByRole('button', { name: t('entry.send') }).click()
  await page.getByRole('link', { name: t('entry.open') }).click()
  await page.getByText(/Consent to interviews, version 1/).click()
  await page.getByText('No names').waitFor()

  const other = await visit(browser, 'pt-br')
  await other.go(`/f/${survey.encodedId}?lang=pt-br`)
  const agreeing = other.page.getByRole('checkbox')
  await agreeing.waitFor()
  expect(await other.page.getByRole('textbox').count()).toBe(0)
  await agreeing.check()
  await other.page.getByRole('textbox').last().fill('4')
  expect(await flaws(other)).toEqual([])
  await other.page.getByRole('button', { name: t('questionnaire.toSummary') }).click()
  await other.page.getByRole('button', { name: t('questionnaire.link.send') }).click()
  await other.page.getByText(t('questionnaire.link.sent')).waitFor()
  expect([...complaints, ...other.complaints]).toEqual([])
  await other.leave()
  await leave()
})
