/** A survey is built in its Content tab: everything where it is, saved as it is made, and taken back. */
import { expect, test } from 'vitest'
import { heard, pickOption } from './browser.ts'
import { manager } from './manager.ts'
import { callApi, type Made } from './records.ts'

const rows = '[data-row^="question-"]'
const dialog = () => manager.page.getByRole('dialog')
const closed = () => dialog().waitFor({ state: 'hidden' })
const press = (text: string) =>
  dialog()
    .getByRole('button', { name: manager.t(text) })
    .click()

const save = async () => (await press('action.save'), await closed())

async function choose(field: string, option: string): Promise<void> {
  await dialog().getByLabel(field).click()
  await pickOption(manager.page, option)
}

test('a questionnaire is built in place, changes are undone, and a reload shows all', async () => {
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

  const option = page.getByLabel(t('surveys.newOption'))
  await option.fill('yes;Yes\nno;No')
  await page.getByRole('button', { name: t('surveys.addOptions', { count: 2 }) }).click()
  // A fast hand: the two before are not saved yet.
  for (const text of ['Sometimes', 'Seldom']) {
    await option.fill(text)
    await option.press('Enter')
  }
  await page.locator('[data-row^="answer-"]').nth(3).waitFor()
  expect(await page.locator('[data-row^="answer-"] .content-code').allInnerTexts()).toEqual(['yes', 'no', '3', '4'])
  const typed = 'Maybe\nno;Again'
  await option.fill(typed)
  await page.getByRole('button', { name: t('surveys.addOptions', { count: 2 }) }).click()
  await page.getByText(t('surveys.pasteProblem', { line: 2, problem: t('problems.DUPLICATE') })).waitFor()
  expect(await option.inputValue()).toBe(typed)
  await option.fill('')

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
  expect(await page.getByRole('button', { name: t('surveys.options', { count: 4 }) }).count()).toBe(2)
})

test('undo says what it took back, and takes no rule of another person along', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Taken back', surveyType: 'FREE' })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'All' } })
  const ask = (text: string) =>
    callApi<Made>(page, 'POST', '/questions', { sectionId: section.id, text: { en: text }, type: 'INTEGER' })
  const first = await ask('How many?')
  await ask('How much?')
  await go(`/survey/${survey.id}?tab=content`)
  const rules = page.getByRole('button', { name: t('skips.title'), exact: true })
  await rules.first().click()
  await page.getByRole('button', { name: t('surveys.addRule') }).click()
  await dialog().getByLabel(t('skips.field.value')).fill('3')
  await choose(t('skips.field.action'), t('skips.action.END'))
  await save()
  await page.keyboard.press('Control+z')
  const line = t('skips.then.END', { holds: t('skips.when.EQ', { value: '3' }) })
  await heard(page, t('surveys.undone', { what: t('surveys.did.add', { label: `q1: ${line}` }) }))
  expect(await callApi<Made[]>(page, 'GET', `/skips?surveyId=${survey.id}`)).toEqual([])

  await page.getByRole('button', { name: t('surveys.addQuestion') }).click()
  await dialog()
    .getByLabel(`${t('questions.field.text')}, ${t('language.en')}`)
    .fill('Why?')
  await save()
  const questions = () => callApi<Made[]>(page, 'GET', `/questions?surveyId=${survey.id}`)
  const made = (await questions()).find(({ id }) => id > first.id + 1)
  await callApi(page, 'POST', '/skips', {
    fromQuestionId: first.id,
    operator: 'EQ',
    value: 7,
    action: 'JUMP_TO_QUESTION',
    target: made?.id,
  })
  await page.getByRole('button', { name: t('surveys.undo'), exact: true }).click()
  await page.locator('.content-saving[data-step=failed]').waitFor()
  expect([(await questions()).length, await page.locator('.content-rule').count()]).toEqual([3, 1])
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

test('a household roster is built, tried, published, filled in and read', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Who lives here', surveyType: 'FREE' })
  await go(`/survey/${survey.id}?tab=content`)
  const inEnglish = (field: string) => dialog().getByLabel(`${t(field)}, ${t('language.en')}`)

  await page.getByRole('button', { name: t('surveys.addSection') }).click()
  await inEnglish('sections.field.title').fill('Member')
  await dialog().getByLabel(t('sections.repeat.added')).check()
  await dialog().getByLabel(t('sections.repeat.max')).fill('3')
  await save()
  await page.getByText(t('sections.repeatsUpTo', { max: 3 })).waitFor()
  for (const [text, type, code] of [
    ['Name', 'TEXT', 'name'],
    ['Age', 'INTEGER', 'age'],
    ['Work', 'TEXT', 'work'],
  ] as const) {
    await page.getByRole('button', { name: t('surveys.addQuestion') }).click()
    await inEnglish('questions.field.text').fill(text)
    if (type !== 'TEXT') await choose(t('questions.field.type'), t(`questions.type.${type}`))
    await dialog().getByLabel(t('questions.field.code'), { exact: true }).fill(code)
    if (code === 'work') {
      const condition = dialog().getByLabel(t('questions.field.relevant'))
      await condition.pressSequentially('agee > 14')
      await dialog()
        .getByText(t('problems.EXPRESSION_QUESTION', { names: 'agee', limit: 1 }))
        .waitFor()
      await condition.fill('')
      await condition.pressSequentially('ag')
      await dialog().getByRole('option', { name: /^age/ }).waitFor()
      await page.keyboard.press('Enter')
      await condition.pressSequentially(' > 14')
      expect(await condition.inputValue()).toBe('age > 14')
    }
    await save()
  }
  // The condition names the question by its new code.
  await page.getByRole('button', { name: t('surveys.editThing', { label: 'Age' }), exact: true }).click()
  await dialog().getByLabel(t('questions.field.code'), { exact: true }).fill('years')
  await dialog()
    .getByText(t('questions.renames', { count: 1, before: 'age', after: 'years', names: 'work' }))
    .waitFor()
  await save()
  await page.getByText(t('surveys.onlyIf', { condition: 'years > 14' })).waitFor()

  const form = page.locator('.questionnaire')
  const member = (number: number) => form.locator(`[data-repetition="${number}"]`)
  const add = () => form.getByRole('button', { name: t('questionnaire.add', { title: 'Member' }) }).click()
  const heading = (number: number, count: number) =>
    t('questionnaire.repetition', { title: 'Member', number: String(number), count: String(count) })
  await go(`/survey/${survey.id}?tab=preview`)
  await add()
  await member(1).locator('h3:focus').waitFor()
  await member(1).getByLabel('Age').fill('7')
  expect(await member(1).getByLabel('Work').count()).toBe(0)
  await page.getByText(t('preview.showHidden', { count: 1 })).click()
  await member(1).getByText(t('preview.why')).click()
  await member(1).getByText('years > 14').waitFor()

  await callApi(page, 'POST', `/surveys/${survey.id}/publish`)
  await go(`/form?survey=${survey.id}`)
  for (const [number, name, age] of [
    [1, 'Ana', '40'],
    [2, 'Rui', '12'],
    [3, 'Eva', '9'],
  ] as const) {
    await add()
    await member(number).getByLabel('Name').fill(name)
    await member(number).getByLabel('Age').fill(age)
  }
  await member(1).getByLabel('Work').fill('Baker')
  const remove = (number: number) =>
    member(number)
      .getByRole('button', { name: t('questionnaire.remove') })
      .click()
  await remove(2)
  await form.getByRole('heading', { name: `${heading(2, 2)}: Eva` }).waitFor()
  await form.getByRole('button', { name: t('questionnaire.undo'), exact: true }).click()
  await form.getByRole('heading', { name: `${heading(2, 3)}: Rui` }).waitFor()
  await remove(3)
  await form.getByRole('button', { name: t('questionnaire.toSummary') }).click()
  await form.getByRole('heading', { name: `${heading(1, 2)}: Ana` }).waitFor()
  await page.getByLabel(t('entry.phone')).fill('+258 84 700 5566')
  await page.getByRole('button', { name: t('entry.send'), exact: true }).click()
  await page.getByText(t('entry.storedNote')).waitFor()

  await go(`/response?surveyId=${survey.id}`)
  await page.locator('table tbody a').first().click()
  const second = page.locator('.answer-repetition').nth(1)
  await second.getByText(t('responses.repetitionNamed', { title: 'Member', number: 2, name: 'Rui' })).waitFor()
  await second.getByText('12', { exact: true }).waitFor()
  expect(await page.locator('.answer-repetition').count()).toBe(2)
})
