/** The gallery of charts: each of them by its address, unknown ones, a picture of one. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manager, signManagerIn } from './manager.ts'
import { flaws, turnTo } from './screens.ts'

signManagerIn()

const seed = JSON.parse(readFileSync(new URL('../test/seed/charts.json', import.meta.url), 'utf8')) as Record<
  string,
  string[] | Record<string, string>
>
const addresses = Object.entries(seed).flatMap(([group, names]) =>
  Array.isArray(names) ? names.map((name) => `/chart/${group}/${name}`) : [],
)

test('every chart of the seed is drawn with its table, without a browser complaint', async () => {
  const { page, t, go, complaints } = manager
  await go('/chart')
  await page.getByRole('heading', { name: t('charts.heading'), exact: true }).waitFor()
  expect(
    await page.locator('.chart-list a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(addresses)
  for (const address of addresses) {
    await turnTo(manager, address)
    await page.getByText(address.split('/').at(-1) ?? '', { exact: true }).waitFor()
    await page.locator('.chart-canvas canvas').first().waitFor()
    await page.getByRole('table').waitFor()
  }
  await page.getByText(t('charts.group.highCharts')).waitFor()
  expect(complaints).toEqual([])
})

test('unknown charts and groups are not found', async () => {
  const { page, t, go } = manager
  for (const address of ['/chart/ECharts/NoSuchComponent', '/chart/Recharts/GaugeComponent', '/chart/echarts']) {
    await go(address)
    await page.getByRole('heading', { name: t('screen.notFound.title') }).waitFor()
  }
})

test('users of all kinds can use the gallery, one drawing and several', async () => {
  const { page, go } = manager
  for (const address of ['/chart', '/chart/ECharts/ChartWithEventComponent', '/chart/Recharts/AreaChartComponent']) {
    await go(address)
    await page.getByRole('heading').first().waitFor()
    expect(await flaws(manager), address).toEqual([])
  }
})

test('a chart is saved as a picture', async () => {
  const { page, t, go } = manager
  for (const address of ['/chart/ECharts/TreemapComponent', '/chart/Recharts/BarChartComponent']) {
    await go(address)
    await page.locator('.chart-canvas canvas').first().waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t('charts.png') }).click()
    expect((await download).suggestedFilename()).toBe(`${address.split('/').at(-1)}.png`)
  }
})
