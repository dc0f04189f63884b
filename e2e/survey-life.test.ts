/** A survey after its first draft, by its manager: how each change is said in the words of the seed, and its whole life. */
import { expect, test } from 'vitest'
import { heard, signIn } from './browser.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made } from './records.ts'
import { browser } from './test-browser.ts'

signManagerIn()

const dialog = () => manager.page.getByRole('dialog')
const press = (key: string) => manager.page.getByRole('button', { name: manager.t(key), exact: true }).click()
const choose = async (key: string) => {
  await press('surveys.more')
  await manager.page.getByRole('menuitem', { name: manager.t(key), exact: true }).click()
}
const confirm = (key: string) =>
  dialog()
    .getByRole('button', { name: manager.t(key), exact: true })
    .click()
const closed = () => dialog().waitFor({ state: 'hidden' })
const status = (name: string) =>
  manager.page
    .locator('.survey-marks')
    .getByText(manager.t(`surveys.status.${name}`), { exact: true })
    .waitFor()

/** After a survey was opened: no reviewer has access to it yet. */
async function hearMissing(): Promise<void> {
  await dialog().getByText(manager.t('surveys.unattended.review')).waitFor()
  await manager.page.keyboard.press('Escape')
  await closed()
}

/** A draft that is ready to be published. */
async function draft(title: string): Promise<Made> {
  const { page } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: 'Well' })
  await callApi(page, 'POST', '/questions', { sectionId: section.id, text: 'How deep?', type: 'INTEGER' })
  return survey
}

/** Cuts the network off for calls like these, while `work` goes on. */
async function cutOff(method: string, path: RegExp, work: () => Promise<void>): Promise<void> {
  await manager.page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()))
  await work()
  await manager.page.unroute(path)
}

test('each change of a survey reports success or failure in the words of the seed', async () => {
  const { page, t, go } = manager
  const { id } = await draft('Toasted')

  await cutOff('GET', /\/surveys\/\d+$/, async () => {
    await go(`/survey/${id}`)
    await heard(page, 'Failed to load survey.')
  })

  await go(`/survey/${id}?modal=update`)
  await dialog()
    .getByLabel(`${t('surveys.field.title')}, ${t('language.en')}`)
    .fill('Toasted again')
  await cutOff('PUT', /\/surveys\/\d+$/, async () => {
    await confirm('action.save')
    await heard(page, 'Failed to update survey.')
  })
  await confirm('action.save')
  await heard(page, 'Survey updated successfully.')
  await closed()

  await page.getByRole('switch', { name: t('surveys.pilotSwitch') }).click()
  await cutOff('PUT', /\/surveys\/pilot\//, async () => {
    await confirm('surveys.move.PILOT')
    await heard(page, 'Failed to update pilot survey.')
  })
  await confirm('surveys.move.PILOT')
  await heard(page, 'Pilot survey updated successfully.')
  await hearMissing()
  await status('PILOT')

  await press('surveys.answeringEdit')
  await dialog().getByLabel(t('surveys.field.participantLimit')).fill('20')
  // Changed by another editor in the meantime.
  await callApi(page, 'PUT', `/surveys/${id}`, { summary: 'By another editor' })
  await confirm('action.save')
  await heard(page, 'Failed to update participant.')
  await confirm('action.save')
  await heard(page, 'Survey participant updated successfully.')
  await closed()

  const multiple = page.getByRole('switch', { name: t('surveys.field.allowMultipleResponses') })
  await cutOff('PUT', /allow-multiple-responses/, async () => {
    await multiple.click()
    await heard(page, 'Failed to update allow multiple responses.')
  })
  await multiple.click()
  await heard(page, 'Allow multiple responses updated successfully.')

  const waiting = await callApi<(Made & { formKey: string })[]>(page, 'GET', '/responses?status=RECEIVED&pageSize=1')
  await go(`/response?open=${waiting[0]?.id}`)
  const begin = () => press('responses.to.IN_REVIEW')
  await cutOff('PUT', /\/locations\//, async () => {
    await begin()
    await heard(page, 'Failed to update form status.')
  })
  await begin()
  await heard(page, 'Form status updated successfully.')
  // In the same breath it names the response, a UUID by its first signs.
  await heard(page, `${waiting[0]?.formKey.slice(0, 8)}: ${t('responses.status.IN_REVIEW')}`)
})

test('a survey is piloted, published, paused, resumed, closed, reopened and archived', async () => {
  const { page, t, go } = manager
  const { id } = await draft('Long lived')
  await go(`/survey/${id}`)
  const move = async (name: string, reason = '') => {
    await (name === 'RESUME' ? press : choose)(`surveys.move.${name}`)
    if (reason) {
      await confirm(`surveys.move.${name}`)
      await dialog().getByText(t('errors.REASON_REQUIRED')).waitFor()
      await dialog().getByLabel(t('surveys.reason')).fill(reason)
    }
    await confirm(`surveys.move.${name}`)
    if (name === 'PILOT') await hearMissing()
    await closed()
  }
  await move('PILOT')
  await status('PILOT')
  await press('surveys.move.PUBLISH')
  await dialog()
    .getByRole('button', { name: t('surveys.publishVersion', { version: 1 }) })
    .click()
  await hearMissing()
  await status('PUBLISHED')
  for (const [name, then, reason] of [
    ['PAUSE', 'PAUSED'],
    ['RESUME', 'PUBLISHED'],
    ['CLOSE', 'CLOSED'],
    ['REOPEN', 'PUBLISHED', 'One village was forgotten'],
    ['CLOSE', 'CLOSED'],
    ['ARCHIVE', 'ARCHIVED', 'The report is out'],
  ] as const) {
    await move(name, reason)
    await status(then)
  }
  await page.getByRole('link', { name: t('surveys.tab.history') }).click()
  await page.getByText(t('logs.action.surveys.archive')).waitFor()

  await choose('surveys.erase')
  await confirm('erasures.ask')
  await dialog().locator('.field-problem').waitFor()
  await dialog().getByLabel(t('erasures.when')).selectOption('12')
  await dialog()
    .getByLabel(new RegExp(`^${t('erasures.reason')}`))
    .fill('The donor asks for it')
  await confirm('erasures.ask')
  await closed()
  const second = await signIn(browser, 'admin', 'pt-br')
  await second.go('/user?view=erasures')
  const inSecond = (role: 'button' | 'menuitem', name: string) => second.page.getByRole(role, { name, exact: true })
  await inSecond('button', second.t('list.rowMenu', { label: 'Long lived' })).click()
  await inSecond('menuitem', `${second.t('erasures.confirm')}…`).click()
  await inSecond('button', second.t('erasures.confirm')).click()
  await second.page.locator('tbody').getByText(second.t('erasures.inForce')).waitFor()
  await second.leave()
  await go(`/survey/${id}`)
  await page.getByText(/^12 months after the survey is closed: /).waitFor()
})

test('tabs count surveys by status; a row’s menu duplicates one and explains the rest', async () => {
  const { page, t, go } = manager
  await draft('Copied soon')
  await go('/survey?status=DRAFT&q=copied')
  const tabs = page.getByRole('navigation', { name: t('surveys.field.status') })
  await tabs.getByRole('link', { name: `${t('surveys.status.DRAFT')} 1` }).waitFor()
  await page.getByRole('button', { name: t('list.rowMenu', { label: 'Copied soon' }) }).click()
  const entry = (key: string) => page.getByRole('menuitem', { name: new RegExp(`^${t(key)}`) })
  expect(await entry('surveys.move.PAUSE').getAttribute('aria-disabled')).toBe('true')
  expect(await entry('surveys.move.PAUSE').innerText()).toContain(t('surveys.status.DRAFT'))
  await entry('surveys.duplicate').click()
  await page.getByRole('heading', { name: 'Copied soon (copy)', level: 1 }).waitFor()
  await go('/survey?q=copied')
  await tabs.getByRole('link', { name: `${t('surveys.all')} 2` }).waitFor()
})

test('a form that was left begins again with the defaults, and a new survey opens', async () => {
  const { page, t, go } = manager
  await go('/survey')
  const titleIn = (language: string) => dialog().getByLabel(`${t('surveys.field.title')}, ${t(`language.${language}`)}`)
  await press('action.new')
  await titleIn('en').fill('Given up')
  await dialog()
    .getByRole('switch', { name: t('surveys.field.allowMultipleResponses') })
    .click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('form.discard') }).click()
  await closed()
  await press('action.new')
  expect(await titleIn('en').inputValue()).toBe('')
  const multiple = dialog().getByRole('switch', { name: t('surveys.field.allowMultipleResponses') })
  expect(await multiple.isChecked()).toBe(false)
  await dialog().getByText(t('surveys.accessibility.PRIVATE'), { exact: true }).waitFor()
  await dialog().getByText(t('surveys.surveyType.FREE'), { exact: true }).waitFor()
  await dialog()
    .getByLabel(t('surveys.languageOf', { label: t('surveys.field.title') }))
    .selectOption('pt-br')
  await titleIn('pt-br').fill('Poços novos')
  await confirm('action.save')
  await page.waitForURL('**/survey/*?tab=content')
  await page.getByRole('heading', { name: 'Poços novos', level: 1 }).waitFor()
})
