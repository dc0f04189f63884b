import { expect, test } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { sites } from '#contract/sites.ts'
import { exportHeadings } from '#domain/answers/export-headings.ts'
import { locales } from '#domain/text/locale.ts'
import { ownTexts } from '#words/texts.ts'

const languages: Record<string, Record<string, string>> = Object.fromEntries(
  locales.map((language) => [language, ownTexts(language)]),
)

test.each(Object.keys(languages))('no two columns of a file have one heading in %s', (language) => {
  for (const { path, row } of [sites, administrativeUnits]) {
    const titleOf = (key: string) => languages[language]?.[`${path}.field.${key}`] ?? key
    const titles = exportHeadings(Object.keys(row.shape), titleOf).map(({ title }) => title)
    expect(titles).toEqual([...new Set(titles)])
  }
})

const title = () => 'Company'

test('a number keeps its key as heading only where its name is beside it', () => {
  expect(exportHeadings(['companyId', 'companyTitle'], title)).toEqual([
    { key: 'companyId', title: 'companyId' },
    { key: 'companyTitle', title: 'Company' },
  ])
  expect(exportHeadings(['companyId'], title)).toEqual([{ key: 'companyId', title: 'Company' }])
})
