/** Each kind of filter, put on by its menu: its word in the URL, the rows it shows, the values it refuses. */
import { beforeAll, expect, test } from 'vitest'
import { tabTo } from './browser.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made } from './records.ts'

signManagerIn()

const places = [
  { title: 'Ranged north', latitude: -10.5, longitude: 40, status: 'ACTIVE' },
  { title: 'Ranged middle', latitude: -15.5, longitude: 40, status: 'INACTIVE' },
  { title: 'Ranged south', latitude: -25.5, longitude: 33, status: 'ACTIVE' },
]
beforeAll(async () => {
  const { page } = manager
  const [kind] = await callApi<Made[]>(page, 'GET', '/siteCategories?pageSize=1')
  await Promise.all(places.map((place) => callApi(page, 'POST', '/sites', { ...place, siteCategoryId: kind?.id })))
})

const editor = () => manager.page.getByRole('dialog')
const titles = () => manager.page.locator('tbody th[scope=row]').allTextContents()
const asked = (name: string) => new URL(manager.page.url()).searchParams.get(name)
const apply = () =>
  editor()
    .getByRole('button', { name: manager.t('listTools.apply') })
    .click()

async function open(field: string): Promise<void> {
  const { page, t } = manager
  await page.getByRole('button', { name: t('list.tool.filter'), exact: true }).click()
  await editor()
    .getByRole('button', { name: t(`sites.field.${field}`), exact: true })
    .click()
}

test('a range is typed from both ends, refused while reversed, and includes its ends', async () => {
  const { page, t, go } = manager
  await go('/site?title=ranged')
  await open('latitude')
  const end = (name: string) => editor().getByLabel(t(`listTools.${name}Number`))
  await end('from').fill('-10')
  await end('to').fill('-20')
  await page.keyboard.press('Enter')
  await editor().getByText(t('listTools.badRange')).waitFor()
  expect(asked('latitude')).toBeNull()
  await end('from').fill('-15.5')
  await end('to').fill('-10.5')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('latitude') === '-15.5..-10.5')
  await expect.poll(titles).toEqual(['Ranged middle', 'Ranged north'])
})

test('a filter menu that closes and opens in one breath begins again', async () => {
  const { page, t, go } = manager
  await go('/site?title=ranged')
  await open('latitude')
  await editor().locator('form').waitFor()
  const shown = `document.querySelector('dialog:popover-open')`
  await page.evaluate(`((popover) => { popover.hidePopover(); popover.showPopover() })(${shown})`)
  await editor()
    .getByRole('button', { name: t('sites.field.longitude'), exact: true })
    .waitFor()
  await page.keyboard.press('Escape')
})

test('one of several values is ticked, and the second joins the first', async () => {
  const { page, t, go } = manager
  await go('/site?title=ranged')
  await open('status')
  await editor().getByLabel(t('sites.status.ACTIVE'), { exact: true }).check()
  await apply()
  await page.waitForURL((url) => url.searchParams.get('status') === 'ACTIVE')
  await expect.poll(titles).toEqual(['Ranged north', 'Ranged south'])
  await open('status')
  await editor().getByLabel(t('sites.status.INACTIVE'), { exact: true }).check()
  await apply()
  await page.waitForURL((url) => url.searchParams.get('status') === 'ACTIVE,INACTIVE')
  await expect.poll(titles).toEqual(['Ranged middle', 'Ranged north', 'Ranged south'])
})

test('part of a word is found in any case, a whole word as written, blanks by neither', async () => {
  const { page, t, go } = manager
  await go('/site')
  await open('title')
  await editor().getByRole('textbox').fill('GED mid')
  await page.keyboard.press('Enter')
  await expect.poll(titles).toEqual(['Ranged middle'])
  await open('title')
  await editor().getByRole('combobox').selectOption(t('listTools.how.equal'))
  await editor().getByRole('textbox').fill('GED mid')
  await page.keyboard.press('Enter')
  await page.getByText(t('list.noMatch')).waitFor()
  await go('/site?title=ranged')
  await open('address')
  await editor().getByRole('combobox').selectOption(t('listTools.how.filled'))
  await apply()
  await page.getByText(t('list.noMatch')).waitFor()
})

test('days are chosen from both ends, and both of them belong to the range', async () => {
  const { page, t, go } = manager
  const today = new Date().toISOString().slice(0, 10)
  await go('/site?title=ranged')
  await open('createdAt')
  await editor().getByLabel(t('listTools.fromDay')).fill(today)
  await editor().getByLabel(t('listTools.toDay')).fill(today)
  await apply()
  await page.waitForURL(
    (url) => url.searchParams.get('createdAt') === today || asked('createdAt') === `${today}..${today}`,
  )
  await expect.poll(titles).toHaveLength(3)
})

test('the columns of units leave the filter buttons free; Escape ends the walk only', async () => {
  const { page, t, go } = manager
  await go('/site')
  await open('administrativeUnitId')
  const name = t('listTools.searchIn', { field: t('sites.field.administrativeUnitId') })
  const units = page.getByRole('combobox', { name })
  await units.click()
  const level = (at: number) => page.locator('.ant-cascader-menu').nth(at).getByRole('menuitemcheckbox')
  await level(0).first().click()
  await level(1).nth(1).click()
  await level(2).first().waitFor()
  const [above, one] = [await level(0).first().textContent(), await level(1).nth(1).textContent()]
  await page.keyboard.press('Escape')
  await level(0).first().waitFor({ state: 'hidden' })
  await editor().getByTitle(`${above} › ${one}`).waitFor()
  // A second walk; pressed slowly while its columns are open, the button stays where it is.
  await units.click()
  await level(0).first().click()
  await level(1).nth(2).click()
  await level(2).first().waitFor()
  await editor()
    .getByRole('button', { name: t('listTools.apply') })
    .hover()
  await page.mouse.down()
  await level(0).first().waitFor({ state: 'hidden' })
  await page.mouse.up()
  await page.waitForURL((url) => /^\d+,\d+$/.test(url.searchParams.get('administrativeUnitId') ?? ''))
})

test('a unit is found by its name and put on by the keyboard alone', async () => {
  const { page, t, go } = manager
  await go('/site')
  await open('administrativeUnitId')
  const name = t('listTools.searchIn', { field: t('sites.field.administrativeUnitId') })
  await page.locator(':focus').and(page.getByRole('combobox', { name })).waitFor()
  await page.keyboard.type('Dondo')
  await page.locator('.ant-cascader-menu').getByText('Dondo').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, editor().getByRole('button', { name: t('listTools.apply') }))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => /^\d+$/.test(url.searchParams.get('administrativeUnitId') ?? ''))
  await page.getByRole('button', { name: /Dondo/ }).first().waitFor()
})

test('units that do not come are said to be missing, not to be none', async () => {
  const { page, t, go } = manager
  await go('/site')
  await page.route(/\/administrative-units\/by-parent\//, (route) => route.abort('timedout'))
  await open('administrativeUnitId')
  const name = t('listTools.searchIn', { field: t('sites.field.administrativeUnitId') })
  await page.getByRole('combobox', { name }).click()
  await editor().getByText(t('list.failed')).waitFor()
  expect(await page.getByText(t('administrative-units.select.none')).count()).toBe(0)
  await page.unroute(/\/administrative-units\/by-parent\//)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name }).click()
  await page.locator('.ant-cascader-menu').getByRole('menuitemcheckbox').first().waitFor()
})
