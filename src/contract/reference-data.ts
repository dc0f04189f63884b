/** All reference data there is. The routes, the menu, the screens, the trail and the words go by this list. */
import { categories } from './categories.ts'
import { issueCategories } from './issue-categories.ts'
import { siteCategories } from './site-categories.ts'
import { subcategories } from './subcategories.ts'
import { texts } from './texts.ts'

export const referenceData = [categories, subcategories, siteCategories, issueCategories, texts] as const

/** Any of them, for helpers that serve all of them. */
export type Reference = (typeof referenceData)[number]
