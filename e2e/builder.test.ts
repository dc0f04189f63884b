/** A survey is built in its Content tab: everything where it is, saved as it is made, and taken back. */
import { expect, test } from 'vitest'
import { manager } from './manager.ts'
import { callApi, type Made } from './records.ts'

const rows = '[data-row^="question-"]'
const dialog = () => manager.page.getByRole('dialog')
const closed = () => dialog().waitFor({ state: 'hidden' })
const press = (text: string) =>
  dialog()
    .getByRole('button', { name: manager.t(text) })
    .click()

async function choose(field: string, option: string): Promise<void> {
  await dialog().getByLabel(field).click()
  await manager.page.locator('.ant-select-item-option-content').getByText(option, { exact: true }).click()
}

test('a questionnaire is built in place, changes are taken back, and a reload shows all', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Built in place', surveyType: 'FREE' })
  await go(`/survey/${survey.id}?tab=content`)
  const form = page.getByRole('dialog')
  const inEnglish = (field: string) => form.getByLabel(`${t(field)}, ${t('language.en')}`)
  const codes = () => page.locator(`${rows} > .content-question-head .content-code`).allInnerTexts()

  await page.getByRole('button', { name: t('surveys.addSection') }).click()
  await inEnglish('sections.field.title').fill('The borehole')
  await press('action.save')
  await closed()
  for (const [text, type] of [
    ['Does it work?', 'SINGLE'],
    ['Why not?', 'TEXT'],
    ['How many families use it?', 'INTEGER'],
  ] as const) {
    await page.getByRole('button', { name: t('surveys.addQuestion') }).click()
    await inEnglish('questions.field.text').fill(text)
    await choose(t('questions.field.type'), t(`questions.type.${type}`))
    await press('action.save')
    await closed()
  }

  await page.getByLabel(t('surveys.newOption')).fill('yes;Yes\nno;No\nSometimes')
  await page.getByRole('button', { name: t('surveys.addOptions', { count: 3 }) }).click()
  await page.locator('[data-row^="answer-"]').nth(2).waitFor()
  expect(await page.locator('[data-row^="answer-"] .content-code').allInnerTexts()).toEqual(['yes', 'no', '3'])

  await page
    .getByRole('button', { name: t('surveys.addRule') })
    .first()
    .click()
  await choose(t('skips.field.answerId'), 'Yes (yes)')
  await choose(t('skips.field.target'), 'q3: How many families use it?')
  await press('action.save')
  await closed()
  const holds = t('skips.when.EQ', { value: 'Yes' })
  const rule = page.getByText(t('skips.then.JUMP_TO_QUESTION', { holds, place: 'q3' }))
  await rule.waitFor()

  await page.getByRole('button', { name: t('surveys.editTextOf', { text: 'Why not?' }) }).click()
  await page.getByRole('textbox', { name: t('surveys.textInPlace'), exact: true }).fill('Why does it not work?')
  await page.keyboard.press('Enter')
  await page.getByText(t('surveys.saved'), { exact: true }).first().waitFor()

  await page.locator(rows).nth(2).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(codes).toEqual(['q1', 'q3', 'q2'])
  await page.keyboard.press('Control+z')
  await expect.poll(codes).toEqual(['q1', 'q2', 'q3'])

  await page.getByRole('button', { name: t('surveys.moreOf', { label: 'Does it work?' }) }).click()
  await page.getByRole('menuitem', { name: t('surveys.duplicate'), exact: true }).click()
  await expect.poll(codes).toEqual(['q1', 'q1_2', 'q2', 'q3'])

  await page.getByRole('button', { name: t('surveys.deleteThing', { label: 'Does it work?' }), exact: true }).click()
  await form.getByRole('listitem').getByText('q1', { exact: true }).waitFor()
  await form.getByRole('button', { name: t('surveys.deleteWithRules', { count: 1 }) }).click()
  await expect.poll(codes).toEqual(['q1_2', 'q2', 'q3'])
  await page.getByRole('button', { name: t('surveys.undo'), exact: true }).click()
  await expect.poll(codes).toEqual(['q1', 'q1_2', 'q2', 'q3'])

  await page.reload()
  await expect.poll(codes).toEqual(['q1', 'q1_2', 'q2', 'q3'])
  await page.getByText('Why does it not work?').waitFor()
  expect(await page.locator('.content-rule').count()).toBe(2)
  expect(await page.getByRole('button', { name: t('surveys.options', { count: 3 }) }).count()).toBe(2)
})

test('a text that another person changed meanwhile is never written over silently', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Of two editors', surveyType: 'FREE' })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'All' } })
  const body = { sectionId: section.id, text: { en: 'First' }, type: 'TEXT' }
  const { id } = await callApi<Made>(page, 'POST', '/questions', body)
  const stored = () => callApi<{ text: object }>(page, 'GET', `/questions/${id}`)
  await go(`/survey/${survey.id}?tab=content`)
  await page.getByRole('button', { name: t('surveys.editTextOf', { text: 'First' }) }).click()
  await callApi(page, 'PUT', `/questions/${id}`, { text: { en: 'Theirs', zh: '他们' } })
  await page.getByRole('textbox', { name: t('surveys.textInPlace'), exact: true }).fill('Mine')
  await page.getByText(t('surveys.textConflict', { text: 'Theirs' }), { exact: true }).waitFor()
  expect(await stored()).toMatchObject({ text: { en: 'Theirs', zh: '他们' } })
  await page.getByRole('button', { name: t('surveys.keepMine') }).click()
  await expect.poll(stored).toMatchObject({ text: { en: 'Mine', zh: '他们' } })
})
