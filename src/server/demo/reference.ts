/** Reference data of the demo: companies, topics and places, made by who manages them. */
import { readFile } from 'node:fs/promises'
import { unitTree } from '#contract/administrative-units.ts'
import { categories } from '#contract/categories.ts'
import { companies } from '#contract/companies.ts'
import { issueCategories } from '#contract/issue-categories.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import { texts } from '#contract/texts.ts'
import type { ApiClient } from './api-client.ts'
import {
  demoIssueCategories,
  demoSiteCategories,
  demoSites,
  demoSubcategories,
  type DemoSite,
  districtOf,
} from './content/places.ts'
import { districtBorders } from './content/district-borders.ts'
import { demoCategories, demoCompanies } from './content/reference.ts'
import { demoTexts } from './content/texts.ts'

/** Where a survey is filed. */
export interface Filing {
  companyId: number
  subcategoryId: number
  siteId?: number
  consentTextId?: number
  instructionsTextId?: number
  closingTextId?: number
}

type Ids = ReadonlyMap<string, number>

/** How the surveys of the demo are filed. */
export async function createReference(manager: ApiClient): Promise<Record<'household' | 'market' | 'meals', Filing>> {
  const companyIds = await createCompanies(manager)
  const topics = await createTopics(manager)
  const siteIds = await createSites(manager, companyIds)
  const around = await createTexts(manager)
  const borders = new File([JSON.stringify(districtBorders())], 'districts.geojson')
  await manager.call(unitTree.importBorders, { file: borders })
  const [nascente = 0, pungue = 0, mercados = 0] = companyIds
  const topic = (title: (typeof demoSubcategories)[number]['title']) => ({ subcategoryId: idOf(topics, title) })
  return {
    household: { companyId: nascente, ...topic('Household water'), ...around },
    market: { companyId: mercados, ...topic('Staple food prices'), siteId: idOf(siteIds, 'M-BEI-01') },
    meals: { companyId: pungue, ...topic('School meals'), siteId: idOf(siteIds, 'E-DON-01') },
  }
}

async function createTexts(manager: ApiClient) {
  const ids = new Map<string, number>()
  for (const body of demoTexts) ids.set(body.kind, (await manager.call(texts.create, { body })).data.id)
  return {
    consentTextId: idOf(ids, 'CONSENT'),
    instructionsTextId: idOf(ids, 'INSTRUCTIONS'),
    closingTextId: idOf(ids, 'MESSAGE'),
  }
}

async function createCompanies(manager: ApiClient): Promise<number[]> {
  const ids: number[] = []
  for (const { logo, fields } of demoCompanies) {
    const bytes = await readFile(new URL(`./logos/${logo}`, import.meta.url))
    const { data } = await manager.call(companies.create, { body: fields, file: new File([bytes], logo) })
    ids.push(data.id)
  }
  return ids
}

async function createTopics(manager: ApiClient): Promise<Ids> {
  const parents = new Map<string, number>()
  for (const body of demoCategories) parents.set(body.title, (await manager.call(categories.create, { body })).data.id)
  const ids = new Map<string, number>()
  for (const { title, category } of demoSubcategories) {
    const body = { title, categoryId: idOf(parents, category) }
    ids.set(title, (await manager.call(subcategories.create, { body })).data.id)
  }
  return ids
}

async function createSites(manager: ApiClient, companyIds: readonly number[]): Promise<Ids> {
  const kinds = new Map<string, number>()
  for (const body of demoSiteCategories)
    kinds.set(body.title, (await manager.call(siteCategories.create, { body })).data.id)
  const reasons = new Map<string, number>()
  for (const body of demoIssueCategories)
    reasons.set(body.code, (await manager.call(issueCategories.create, { body })).data.id)
  const districts = await districtIds(manager)
  const ids = new Map<string, number>()
  for (const site of demoSites) {
    const administrativeUnitId = idOf(districts, districtOf(site))
    const body = { ...siteBody(site, kinds, reasons, companyIds), administrativeUnitId }
    ids.set(site.code, (await manager.call(sites.create, { body })).data.id)
  }
  return ids
}

/** The districts of the tree by their names. */
async function districtIds(manager: ApiClient): Promise<Ids> {
  const { list } = await manager.call(unitTree.byLevel, { params: { level: 2 } })
  return new Map(list.map(({ name, id }) => [name, id]))
}

function siteBody(site: DemoSite, kinds: Ids, reasons: Ids, companyIds: readonly number[]) {
  const { category, company, issue, inactive, ...fields } = site
  return {
    ...fields,
    siteCategoryId: idOf(kinds, category),
    status: inactive ? ('INACTIVE' as const) : ('ACTIVE' as const),
    ...(company === undefined ? {} : { companyId: companyIds[company] ?? 0 }),
    ...(issue === undefined ? {} : { issueCategoryId: idOf(reasons, issue) }),
  }
}

function idOf(ids: Ids, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no ${name}`)
  return id
}
