/** A survey is built in its Content tab: everything where it is, saved as it is made, and taken back. */
import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { heard, pickOption } from './browser.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made } from './records.ts'
import { details, lastLine, write } from './writing.ts'

signManagerIn()

const rows = '[data-row^="question-"]'

async function choose(field: string, option: string): Promise<void> {
  await details(manager.page).getByLabel(field).click()
  await pickOption(manager.page, option)
}

/** Until its fields are there: those of the question have similar names. */
async function addRule(): Promise<void> {
  const { page, t } = manager
  await details(page)
    .getByRole('button', { name: t('surveys.addRule') })
    .click()
  await details(page)
    .getByRole('heading', { name: t('skips.new') })
    .waitFor()
}

test('a questionnaire is built in place, changes are undone, and a reload shows all', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Built in place', surveyType: 'FREE' })
  await go(`/survey/${survey.id}?tab=content`)
  const codes = () => page.locator(`${rows} > .content-question-head .content-code`).allInnerTexts()

  await lastLine(page, t).focus()
  await page.keyboard.insertText('/')
  expect(await violations(page)).toEqual([])
  await lastLine(page, t).clear()
  await write(page, '# The borehole', 'Does it work? /one')
  // A pasted list, then a fast hand: what is before is not saved yet.
  await write(page, 'yes;Yes\nno;No', 'Sometimes', 'Seldom', '', 'Why not?', 'How many families use it? /whole')
  await page.locator('[data-row^="answer-"]').nth(3).waitFor()
  const answers = () => page.locator('[data-row^="answer-"] .content-code').allInnerTexts()
  await expect.poll(answers).toEqual(['yes', 'no', '3', '4'])
  const option = page.getByLabel(t('surveys.newOptionOf', { label: 'Does it work?' }))
  const typed = 'Maybe\nno;Again'
  await option.fill(typed)
  await option.press('Enter')
  await page.getByText(t('surveys.pasteProblem', { line: 2, problem: t('problems.DUPLICATE') })).waitFor()
  expect(await option.inputValue()).toBe(typed)
  await option.fill('')

  await page.getByRole('button', { name: t('surveys.editTextOf', { text: 'Does it work?' }) }).focus()
  await addRule()
  await choose(t('skips.field.answerId'), 'Yes (yes)')
  await choose(t('skips.field.target'), 'q3: How many families use it?')
  const holds = t('skips.when.EQ', { value: 'Yes' })
  const place = 'How many families use it?'
  await page.getByText(t('skips.then.JUMP_TO_QUESTION', { holds, place })).waitFor()

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
  const form = page.getByRole('dialog')
  await form.getByRole('listitem').getByText('q1', { exact: true }).waitFor()
  await form.getByRole('button', { name: t('surveys.deleteWithRules', { count: 1 }) }).click()
  await expect.poll(codes).toEqual(['q1_2', 'q2', 'q3'])
  await page.locator('.content-state .icon-button').click()
  await expect.poll(codes).toEqual(['q1', 'q1_2', 'q2', 'q3'])

  await page.reload()
  await expect.poll(codes).toEqual(['q1', 'q1_2', 'q2', 'q3'])
  await page.getByText('Why does it not work?').waitFor()
  await expect.poll(() => page.locator(`${rows} .content-rule`).count()).toBe(2)
  expect(await page.getByRole('button', { name: t('surveys.options', { count: 4 }) }).count()).toBe(2)
})

const asked = (code: string, relevant?: string) => ({ type: 'TEXT', code, text: `Text of ${code}`, relevant })

test('the flow says what is asked when, what leads where and what is never reached', async () => {
  const { page, t, go } = manager
  const yesNo = { type: 'YES_NO', text: 'Is there water?', code: 'water', required: true }
  const questions = [yesNo, asked('lost'), asked('after', "water = 'yes'"), asked('last')]
  const { id } = await callApi<Made>(page, 'POST', '/surveys', {
    title: 'Flow',
    sections: [{ title: 'One', questions }],
  })
  const { sections } = await callApi<{ sections: { questions: Made[] }[] }>(page, 'GET', `/surveys/${id}`)
  const [water, , after] = sections[0]?.questions.map((question) => question.id) ?? []
  const rule = { fromQuestionId: water, operator: 'EQ' }
  await callApi(page, 'POST', '/skips', { ...rule, value: 'yes', action: 'JUMP_TO_QUESTION', target: after })
  await callApi(page, 'POST', '/skips', { ...rule, value: 'no', action: 'END' })
  await go(`/survey/${id}?tab=content`)
  await page.getByRole('button', { name: t('surveys.flow'), exact: true }).click()
  const lines = page.locator('.flow-step')
  await expect.poll(() => lines.count()).toBe(4)
  expect(await lines.evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['reached']))).toEqual([
    'true',
    'false',
    'true',
    'true',
  ])
  expect(await lines.nth(1).innerText()).toContain(t('problems.QUESTION_UNREACHABLE'))
  expect(await lines.nth(2).innerText()).toContain('Is there water?')
  await lines.nth(0).getByRole('link', { name: 'Text of after' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`question-${after}`)
  await lines.nth(2).getByRole('link', { name: 'water', exact: true }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`question-${water}`)
  expect(await violations(page)).toEqual([])
  await lines.nth(3).getByRole('link').click()
  await details(page).getByLabel(t('questions.field.code'), { exact: true }).waitFor()
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
  await page.getByRole('button', { name: t('surveys.editTextOf', { text: 'How many?' }) }).focus()
  await addRule()
  await details(page).getByLabel(t('skips.field.value')).fill('3')
  await choose(t('skips.field.action'), t('skips.action.END'))
  await page.locator(`${rows} .content-rule`).waitFor()
  await page.locator('.content-state .icon-button').click()
  const line = t('skips.then.END', { holds: t('skips.when.EQ', { value: '\u20683\u2069' }) })
  await heard(page, t('surveys.undone', { what: t('surveys.did.add', { label: `q1: ${line}` }) }))
  expect(await callApi<Made[]>(page, 'GET', `/skips?surveyId=${survey.id}`)).toEqual([])

  await lastLine(page, t).focus()
  await write(page, 'Why?')
  await page.locator(rows).nth(2).waitFor()
  const questions = () => callApi<Made[]>(page, 'GET', `/questions?surveyId=${survey.id}`)
  const made = (await questions()).find(({ id }) => id > first.id + 1)
  await callApi(page, 'POST', '/skips', {
    fromQuestionId: first.id,
    operator: 'EQ',
    value: 7,
    action: 'JUMP_TO_QUESTION',
    target: made?.id,
  })
  await page.locator('.content-state .icon-button').click()
  await page.locator('.content-saving[data-step=failed]').waitFor()
  await expect.poll(() => page.locator(`${rows} .content-rule`).count()).toBe(1)
  expect(await questions()).toHaveLength(3)
})

test('a question that is saved while the survey loads again stays on the page', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Loaded late', surveyType: 'FREE' })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'All' } })
  const choice = { sectionId: section.id, text: { en: 'Does it work?' }, type: 'SINGLE' }
  const { id } = await callApi<Made>(page, 'POST', '/questions', choice)
  await callApi(page, 'POST', '/answers', { questionId: id, code: 'yes', text: { en: 'Yes' } })
  await go(`/survey/${survey.id}?tab=content`)
  await page.locator(rows).waitFor()
  const [begun, mayCome, came] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  await page.route(
    `**/api/v1/surveys/${survey.id}`,
    async (route) => {
      const response = await route.fetch()
      begun?.resolve()
      await mayCome?.promise
      await route.fulfill({ response }).catch(() => undefined)
      came?.resolve()
    },
    { times: 1 },
  )
  // What is refused makes the page load the survey again.
  await page.getByRole('button', { name: t('surveys.options', { count: 1 }) }).click()
  const option = page.getByLabel(t('surveys.newOptionOf', { label: 'Does it work?' }))
  await option.fill('yes;Again')
  await option.press('Enter')
  await begun?.promise
  await lastLine(page, t).focus()
  await write(page, 'Why not?')
  await page.locator(rows).nth(1).waitFor()
  mayCome?.resolve()
  await came?.promise
  expect(await page.locator(rows).count()).toBe(2)
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
  await lastLine(page, t).focus()
  await write(page, '## Member', 'Name', 'Age /whole', 'Work')
  await page.locator(rows).nth(2).waitFor()
  await page.getByRole('button', { name: t('surveys.editThing', { label: 'Member' }), exact: true }).click()
  await details(page).getByLabel(t('sections.repeat.max')).fill('3')
  await page.getByText(t('sections.repeatsUpTo', { max: 3 })).waitFor()
  const setCode = async (label: string, code: string) => {
    await page.getByRole('button', { name: t('surveys.editThing', { label }), exact: true }).click()
    await details(page).getByRole('heading', { name: label, exact: true }).waitFor()
    await details(page).getByLabel(t('questions.field.code'), { exact: true }).fill(code)
  }
  await setCode('Age', 'age')
  await setCode('Work', 'work')
  // A condition is checked against the codes that are saved.
  await page.locator(`${rows} .content-code`).getByText('age', { exact: true }).waitFor()
  const condition = details(page).getByLabel(t('questions.field.relevant'))
  await condition.pressSequentially('agee > 14')
  await details(page)
    .getByText(
      `${t('problems.EXPRESSION_QUESTION', { names: 'agee', limit: 1 })} ${t('form.nearest', { nearest: 'age' })}`,
    )
    .first()
    .waitFor()
  await condition.fill('')
  await condition.pressSequentially('ag')
  await details(page).getByRole('option', { name: /^age/ }).waitFor()
  await page.keyboard.press('Enter')
  await condition.pressSequentially(' > 14')
  expect(await condition.inputValue()).toBe('age > 14')
  // A rename is judged against the conditions that are saved.
  const test = t('skips.when.GT', { value: '14' })
  await page
    .getByText(t('surveys.onlyIf', { words: t('surveys.words.test', { question: 'Age', test }) }))
    .first()
    .waitFor()
  const mayBeSaved = Promise.withResolvers<void>()
  await page.route('**/api/v1/questions/*', async (route) => {
    await mayBeSaved.promise
    await route.continue()
  })
  // The condition names the question by its new code.
  await setCode('Age', 'years')
  await details(page)
    .getByText(t('questions.renames', { count: 1, before: 'age', after: 'years', names: 'work' }))
    .waitFor()
  mayBeSaved.resolve()
  await expect
    .poll(async () => (await callApi<Made[]>(page, 'GET', `/questions?surveyId=${survey.id}`)).at(-1))
    .toMatchObject({ relevant: 'years > 14' })

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
