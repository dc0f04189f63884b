/** The survey of the review, 126 clicks then: written by the keys, with a hand that is counted. */
import { expect, test } from 'vitest'
import { Tally } from './hand.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi } from './records.ts'
import { details, lastLine, write } from './writing.ts'

signManagerIn()

/** As it is typed: an empty line ends the options. */
const household = `# The household
Which village is this?
What is the sex of the head? /one
Female
Male

How old is the head? /whole
How many people live here? /whole
Does the head read and write? /yes
What work does the head do? /one
Farming
Fishing
Trade

Since when does the household live here? /date
Where is the house? /loc
## Members
What is the name of this person?
How old is this person? /whole
What is this person to the head? /one
Spouse
Child
Other

Does this person go to school? /yes
# Water
Where does the water come from? /one
Tap
Well
River

Is the water treated? /yes
How is it treated? /several
Boiled
Filtered

How many minutes away is it? /whole
How many litres a day? /decimal
Litres for each person /decimal
# The end
What would help most? /long
May we call again? /yes
What is the phone number? /phone`.split('\n')

interface Content {
  sections: { title: object; repeat: object | null; questions: Record<string, unknown>[] }[]
  skips: object[]
}

test('21 questions, a roster, rules and two languages take at most 35 clicks', async () => {
  const { page, t, go } = manager
  const hand = new Tally()
  const form = page.getByRole('dialog')
  const field = (name: string) => details(page).getByLabel(t(name), { exact: true })
  const at = (text: string) => hand.click(page.getByRole('button', { name: t('surveys.editTextOf', { text }) }))
  const press = (name: string) => hand.click(page.getByRole('button', { name: t(name), exact: true }))
  const choose = async (name: string, option: string) => {
    await hand.click(field(name))
    await hand.option(page, option)
  }
  const limit = async (question: string, least: string, most: string) => {
    await at(question)
    await hand.click(field('questions.bound.min'))
    await page.keyboard.insertText(least)
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(most)
  }
  const express = async (question: string, name: string, expression: string) => {
    await at(question)
    await hand.click(field(name))
    await page.keyboard.insertText(expression)
  }
  await go('/survey')

  await hand.step('all', async () => {
    await press('action.new')
    await form.getByLabel(`${t('surveys.field.title')}, ${t('language.en')}`).waitFor()
    await page.keyboard.insertText('Water at home')
    await hand.click(form.getByRole('button', { name: t('action.save') }))
    await page.waitForURL('**/survey/*?tab=content')

    await hand.click(lastLine(page, t))
    await write(page, ...household)
    await page.getByText('What is the phone number?').waitFor()

    await limit('How old is the head?', '15', '120')
    await limit('How many people live here?', '1', '40')
    await limit('How old is this person?', '0', '120')
    await express('Does this person go to school?', 'questions.field.relevant', 'q10 >= 6 and q10 <= 18')
    await express('How many litres a day?', 'questions.field.constraint', '. > 0')
    await at('Litres for each person')
    await hand.click(details(page).getByText(t('questions.group.calculation')))
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('q17 / q4')

    await at('Where does the water come from?')
    await press('surveys.addRule')
    await choose('skips.field.answerId', 'Tap (1)')
    await choose('skips.field.target', 'q17: How many litres a day?')
    await at('Is the water treated?')
    await press('surveys.addRule')
    await choose('skips.field.value', t('skips.value.no'))
    await choose('skips.field.target', 'q16: How many minutes away is it?')

    await hand.click(page.getByRole('button', { name: t('surveys.editThing', { label: 'Members' }) }))
    await hand.click(field('sections.repeat.counted'))
    await choose('sections.repeat.by', 'q4: How many people live here?')

    await press('surveys.translations')
    await hand.pick(page.getByLabel(t('surveys.translateTo')), '+')
    await page.getByRole('combobox', { name: t('rich.languageCode') }).waitFor()
    await page.keyboard.insertText('pt-br')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    const texts = page.locator('.translations textarea')
    await hand.click(texts.first())
    const count = await texts.count()
    for (let n = 1; n <= count; n += 1) {
      await page.keyboard.insertText(`Texto ${n}`)
      await page.keyboard.press('Enter')
    }
    await texts.last().blur()
  })

  const { clicks, fields } = hand.total
  console.log(`21 questions: ${clicks} clicks and ${fields} choices of a list, ${household.length} lines`)
  expect(clicks + fields).toBeLessThanOrEqual(35)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const content = () => callApi<Content>(page, 'GET', `/surveys/${id}`)
  await expect.poll(async () => (await content()).skips.length).toBe(2)
  await expect.poll(async () => JSON.stringify(await content()).match(/Texto/g)?.length).toBe(39)
  const { sections } = await content()
  const questions = sections.flatMap((section) => section.questions)
  expect(sections.map(({ repeat }) => repeat)).toMatchObject([null, { countCode: 'q4' }, null, null])
  expect(questions).toHaveLength(21)
  expect(questions[2]).toMatchObject({ type: 'INTEGER', validation: { min: 15, max: 120 }, text: { 'pt-br': /Texto/ } })
  expect(questions[11]).toMatchObject({ type: 'YES_NO', relevant: 'q10 >= 6 and q10 <= 18' })
  expect(questions[17]).toMatchObject({ type: 'DECIMAL', calculation: 'q17 / q4' })
})
