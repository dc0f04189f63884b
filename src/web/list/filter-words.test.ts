import { expect, test } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { companies } from '#contract/companies.ts'
import type { Filters } from '#contract/filters.ts'
import { readTexts } from '#words/texts.ts'
import { referenceData } from '#contract/reference-data.ts'
import { sites } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'

const lists: { path: string; filters: Filters }[] = [administrativeUnits, companies, ...referenceData, sites, surveys]
const texts = readTexts('en')

test('what the filter bar of a list offers has a name, and so has each of its values', () => {
  const named = lists.flatMap(({ path, filters }) =>
    Object.entries(filters).flatMap(([name, filter]) => [
      `${path}.field.${name}`,
      ...(filter.kind === 'oneOf' ? filter.values.map((value) => `${path}.${name}.${value}`) : []),
    ]),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((id) => !(id in texts))).toEqual([])
})
