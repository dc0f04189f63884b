/** A survey is tried out in its preview: every type of question by keyboard, with rules at work. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { QuestionType } from '#domain/surveys/survey.ts'
import { signIn, tabTo } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { flaws } from './screens.ts'
import { browser } from './test-browser.ts'

interface QuestionSpec {
  type: QuestionType
  text: string
  options?: object[]
  [field: string]: unknown
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const people: QuestionSpec[] = [
  { type: 'NOTE', text: 'Thank you for your time.' },
  { type: 'TEXT', text: 'Your name', required: true, help: { en: 'As on your card' } },
  { type: 'LONG_TEXT', text: 'About your house' },
  { type: 'INTEGER', text: 'How old are you?', required: true, validation: { min: 18, max: 110 } },
  { type: 'DECIMAL', text: 'Hectares' },
  { type: 'YES_NO', text: 'Do you have a phone?', required: true },
  { type: 'PHONE', text: 'Its number', required: true },
  { type: 'DATE', text: 'Day of the visit' },
  { type: 'TIME', text: 'Time of the visit' },
  { type: 'DATETIME', text: 'Next visit' },
]
const places: QuestionSpec[] = [
  {
    type: 'SINGLE',
    text: 'Province',
    options: [
      { code: 's', text: 'Sofala' },
      { code: 'm', text: 'Manica' },
    ],
  },
  {
    type: 'SINGLE',
    text: 'District',
    options: [
      { code: 'b', text: 'Beira', parentCode: 's' },
      { code: 'c', text: 'Chimoio', parentCode: 'm' },
      { code: 'o', text: 'Elsewhere', isOther: true },
    ],
  },
  {
    type: 'MULTIPLE',
    text: 'Sources of water',
    options: [{ text: 'Well' }, { text: 'River' }, { text: 'None of these', exclusive: true }],
  },
  { type: 'RANK', text: 'Order of needs', options: [{ text: 'Road' }, { text: 'School' }, { text: 'Clinic' }] },
  { type: 'RATING', text: 'How good is the water?' },
  { type: 'GEOPOINT', text: 'Place of the house' },
  { type: 'GEOTRACE', text: 'Path to the well' },
  { type: 'BARCODE', text: 'Code on the meter' },
  { type: 'ADMIN_UNIT', text: 'Administrative unit' },
  { type: 'SITE', text: 'Site' },
]
const papers: QuestionSpec[] = [
  { type: 'IMAGE', text: 'Picture of the well' },
  { type: 'AUDIO', text: 'A greeting' },
  { type: 'FILE', text: 'Any paper' },
  { type: 'SIGNATURE', text: 'Sign here' },
]

/** Without a phone its number is passed over. Returns the number of the survey. */
async function everyType(page: Page): Promise<number> {
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Every type', surveyType: 'FREE' })
  const ids = new Map<string, number>()
  for (const [title, questions] of Object.entries({ People: people, Places: places, Papers: papers })) {
    const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: title } })
    for (const { text, options = [], ...rest } of questions) {
      const body = { sectionId: section.id, text: { en: text }, ...rest }
      const { id } = await callApi<Made>(page, 'POST', '/questions', body)
      ids.set(text, id)
      for (const { text: label, ...more } of options as { text: string }[])
        await callApi(page, 'POST', '/answers', {
          questionId: id,
          text: { en: label, 'pt-br': `${label} (pt)` },
          ...more,
        })
    }
  }
  const rule = { operator: 'EQ', value: 'no', action: 'JUMP_TO_QUESTION' }
  const from = { fromQuestionId: ids.get('Do you have a phone?'), target: ids.get('Day of the visit') }
  await callApi(page, 'POST', '/skips', { ...rule, ...from })
  return survey.id
}

/** Comes to the control by the Tab key alone, then types. */
async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.type(text)
}

async function strike(page: Page, control: Locator, ...keys: string[]): Promise<void> {
  await tabTo(page, control)
  for (const key of keys) await page.keyboard.press(key)
}

/** Browsers on a desktop have no detector. */
const readsCodes = 'window.BarcodeDetector = class { detect = async () => [{ rawValue: "4006381333931" }] }'

const startOfPage = 'document.querySelector(".questionnaire h2").focus()'

test('a user fills each type of question by keyboard and sees problems and reasons', async () => {
  const visitor = await signIn(browser, 'manager', 'en')
  const { page, t, go, leave, complaints } = visitor
  const id = await everyType(page)
  await page.addInitScript(readsCodes)
  await go(`/survey/${id}?tab=preview`)
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: -19.61, longitude: 34.74, accuracy: 8 })
  const form = page.locator('.questionnaire')
  const field = (name: string) => form.getByRole('textbox', { name })
  const group = (name: string) => form.getByRole('group', { name })
  const press = (name: string, within = form) =>
    strike(page, within.getByRole('button', { name, exact: true }), 'Enter')
  const next = () => press(t('questionnaire.next'))

  // All problems of the page at once, and the focus at the first.
  await form.getByRole('heading', { name: 'People' }).waitFor()
  await next()
  await expect.poll(() => form.locator('.q-problem').count()).toBe(4)
  await field('Your name').and(page.locator(':focus')).waitFor()
  expect(await field('Your name').getAttribute('aria-invalid')).toBe('true')
  expect(await flaws(visitor)).toEqual([])

  await field('Your name').focus()
  await page.keyboard.type('Ana Sitoe')
  await type(page, field('About your house'), 'Two rooms')
  await type(page, field('How old are you?'), '17')
  await type(page, field('Hectares'), '2,5')
  await strike(page, form.getByRole('radio', { name: t('questionnaire.yes') }), 'Space')
  await type(page, field('Its number'), '+258 84 123 4567')
  await type(page, form.getByLabel('Day of the visit'), '11222026')
  await type(page, form.getByLabel('Time of the visit'), '0830AM')
  await type(page, form.getByLabel('Next visit'), '11232026')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0915PM')
  await form.getByText(t('questionnaire.problem.TOO_SMALL', { limit: 18 })).waitFor()
  expect(await form.locator('.q-problem').count()).toBe(1)
  await page.evaluate(startOfPage)
  await type(page, field('How old are you?'), '19')

  // A rule hides the number; why is said on demand.
  await strike(page, form.getByRole('radio', { name: t('questionnaire.yes') }), 'ArrowDown')
  await field('Its number').waitFor({ state: 'detached' })
  await page.getByRole('switch').check()
  await form.getByText(t('preview.why')).click()
  await form.getByText(/When “Do you have a phone\?” is No, go on with “Day of the visit”/).waitFor()
  await page.getByRole('switch').uncheck()
  await page.evaluate(startOfPage)
  await next()

  await form.getByRole('heading', { name: 'Places' }).and(page.locator(':focus')).waitFor()
  expect(await form.getByRole('radio', { name: 'Beira' }).count()).toBe(0)
  await strike(page, form.getByRole('radio', { name: 'Sofala' }), 'Space')
  await strike(page, form.getByRole('radio', { name: 'Beira' }), 'ArrowDown')
  await type(page, field(t('questionnaire.other')), 'Búzi')
  await strike(page, form.getByRole('checkbox', { name: 'None of these' }), 'Space')
  await page.evaluate(startOfPage)
  await strike(page, form.getByRole('checkbox', { name: 'River' }), 'Space')
  expect(await form.getByRole('checkbox', { name: 'None of these' }).isChecked()).toBe(false)
  await press(t('questionnaire.down', { option: 'Road' }))
  await page.keyboard.press('Enter')
  await drag(page, form.locator('.q-handle').last(), form.locator('.q-handle').first())
  await strike(page, form.getByRole('radio', { name: '1' }), 'ArrowRight', 'ArrowRight')
  await press(t('questionnaire.locate'))
  await form.getByText(t('questionnaire.accuracy', { meters: 8 })).waitFor()
  await type(page, field('Path to the well'), '-19.60, 34.74\n')
  await press(t('questionnaire.addPoint'))
  const path = t('questionnaire.line', { points: '2', metres: '1,113' })
  await form.getByText(path).waitFor()
  const scanned = page.waitForEvent('filechooser')
  await strike(page, form.getByLabel(t('questionnaire.scan')), 'Enter')
  await (await scanned).setFiles({ name: 'meter.png', mimeType: 'image/png', buffer: png })
  await expect.poll(() => field('Code on the meter').inputValue()).toBe('4006381333931')
  await type(page, group('Administrative unit').getByRole('searchbox'), 'Dondo')
  await press('Moçambique › Sofala › Dondo MZ0907', group('Administrative unit'))
  const [site] = await callApi<(Made & { code: string })[]>(page, 'GET', '/sites?pageSize=1')
  await type(page, group('Site').getByRole('searchbox'), site?.title ?? '')
  await press(`${site?.title} ${site?.code}`, group('Site'))
  await next()

  await form.getByRole('heading', { name: 'Papers' }).waitFor()
  for (const { text } of papers.slice(0, 3)) {
    const chooser = page.waitForEvent('filechooser')
    await strike(page, group(text).getByLabel(t('questionnaire.chooseFile')), 'Enter')
    await (await chooser).setFiles({ name: `${text}.png`, mimeType: 'image/png', buffer: png })
    await group(text).getByText(`${text}.png`).waitFor()
  }
  await sign(page, group('Sign here').locator('canvas'))
  await press(t('questionnaire.toSummary'))

  await form.getByText(t('preview.complete')).waitFor()
  const answerTo = (question: string) =>
    form
      .locator('dl > div', { has: page.getByText(question, { exact: true }) })
      .locator('dd')
      .innerText()
  const expected = {
    Hectares: '2.5',
    'How old are you?': '19',
    'Day of the visit': 'November 22, 2026',
    'Next visit': 'November 23, 2026 at 9:15 PM',
    District: 'Elsewhere: Búzi',
    'Path to the well': path,
    'Code on the meter': '4006381333931',
    'Sources of water': 'River',
    'Order of needs': 'Road › School › Clinic',
    'How good is the water?': '3',
    'Place of the house': '-19.61, 34.74 (± 8 m)',
    'Administrative unit': 'Moçambique › Sofala › Dondo',
    Site: site?.title,
    'Any paper': 'Any paper.png',
    'Sign here': 'signature.png',
  }
  for (const [question, answer] of Object.entries(expected)) expect(await answerTo(question), question).toBe(answer)
  expect(await form.getByText('Its number').count()).toBe(0)
  await page.getByRole('combobox', { name: t('preview.language') }).selectOption('pt-br')
  await expect.poll(() => answerTo('Sources of water')).toBe('River (pt)')
  expect(await flaws(visitor)).toEqual([])
  expect(complaints).toEqual([])
  await leave()
})

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (!box) throw new Error(`${String(place)} is not drawn`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: Locator, onto: Locator): Promise<void> {
  const end = await middleOf(onto)
  const begin = await middleOf(from)
  await page.mouse.move(begin.x, begin.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 10 })
  await page.mouse.up()
}

async function sign(page: Page, canvas: Locator): Promise<void> {
  const { x, y } = await middleOf(canvas)
  await page.mouse.move(x - 60, y - 20)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 20, { steps: 5 })
  await page.mouse.up()
}
