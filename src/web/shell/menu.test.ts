import { expect, test } from 'vitest'
import type { MenuRoute } from '#contract/menu.ts'
import { type FurtherLocale, furtherLocales } from '#domain/text/locale.ts'
import { menuTree, nameOf, trailOf } from './menu.ts'

function route(id: string, more: Partial<MenuRoute> = {}): MenuRoute {
  const names = Object.fromEntries(furtherLocales.map((locale) => [locale, { name: `${id}-${locale}` }]))
  return { id, name: id, icon: '', route: `/${id}`, ...(names as Pick<MenuRoute, FurtherLocale>), ...more }
}

const routes = [
  route('dashboard'),
  route('reference', { route: '' }),
  route('companies', { menuParentId: 'reference', breadcrumbParentId: 'reference' }),
  route('survey'),
  route('survey-detail', { menuParentId: '-1', breadcrumbParentId: 'survey' }),
  route('orphan', { menuParentId: 'hidden' }),
]

test('the menu is a tree without -1, and a child without its parent is on top', () => {
  const tree = menuTree(routes)
  expect(tree.map(({ id }) => id)).toEqual(['dashboard', 'reference', 'survey', 'orphan'])
  expect(tree[1]?.children.map(({ id }) => id)).toEqual(['companies'])
})

test('the trail leads from the top to the screen, also to one outside of the menu', () => {
  expect(trailOf(routes, 'survey-detail').map(({ id }) => id)).toEqual(['survey', 'survey-detail'])
  expect(trailOf(routes, 'nowhere')).toEqual([])
})

test('a loop in the data ends', () => {
  const loop = [route('a', { breadcrumbParentId: 'b' }), route('b', { breadcrumbParentId: 'a' })]
  expect(trailOf(loop, 'a').map(({ id }) => id)).toEqual(['b', 'a'])
})

test('names come with the row, one per language', () => {
  expect([nameOf(route('x'), 'en'), nameOf(route('x'), 'pt-br'), nameOf(route('x'), 'zh')]).toEqual([
    'x',
    'x-pt-br',
    'x-zh',
  ])
})
