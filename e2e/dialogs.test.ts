/**
 * Each thing that opens over a screen, as a user without a mouse or without eyes meets it. Axe finds no problem, on a desktop
 * in either theme. The keyboard focus is in it at once and always visible, a dialog keeps it, and Escape gives it back.
 */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { openDatabase } from './database.ts'
import { walk } from './focus.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made, makeCategories, numbered } from './records.ts'
import { blemishes, desktop, phone, settled, switchTheme } from './screens.ts'

signManagerIn()

interface Panel {
  at: string
  /** Opens it by keyboard; answers what is to have the focus again once it has closed. */
  open: () => Promise<Locator | undefined>
  /** The open element; a dialog when missing. */
  shown?: () => Locator
  /** Where in it the keyboard focus is at once; anywhere when missing. */
  starts?: () => Locator
  /** Opens beside its button: the Tab key goes on from it. A menu is walked by arrows, Tab closes it. */
  tab?: 'goes on' | 'closes'
  /** Where Escape does not lead back to the screen. */
  close?: () => Promise<void>
  only?: 'desktop' | 'phone'
}

const t: typeof manager.t = (...words) => manager.t(...words)
const dialog = () => manager.page.getByRole('dialog')
const button = (name: string, within: Locator = manager.page.locator('body')) =>
  within.getByRole('button', { name, exact: true })
/** With the star of those that have to be filled. */
const field = (name: string) => dialog().getByLabel(new RegExp(`^${t(name)}\\*?$`))

/** By the Enter key, as all that opens here opens. */
async function enter(target: Locator): Promise<Locator> {
  await target.press('Enter')
  return target
}

const tool = (name: string) => async () => enter(button(t(`list.tool.${name}`)))
const rowMenu = (label: string) => button(t('list.rowMenu', { label }))
async function fromRowMenu(label: string, entry: string): Promise<Locator> {
  const opener = await enter(rowMenu(label))
  await enter(manager.page.getByRole('menuitem', { name: t(entry) }))
  return opener
}

/** The editor of one filter of the list. */
const filter = (field: string, more?: () => Promise<void>) => async () => {
  const opener = await tool('filter')()
  await enter(button(t(field), dialog()))
  await dialog().locator('form').waitFor()
  await more?.()
  return opener
}

async function chooseFile(name: string, text: string, goodOnly = false): Promise<void> {
  if (goodOnly) await field('excel.goodOnly').press('Space')
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog().locator('.excel-outcome').waitFor()
}

/** The Enter key that opened the question deletes no row. */
const starts = () => button(t('action.cancel'), dialog())
const saved = () => button(t('action.save'), dialog())
const asked = (title: string) => manager.page.getByRole('alertdialog', { name: t(title) })
const tick = (label: string) => manager.page.getByRole('checkbox', { name: t('list.choose', { label }) })

let fights = 0

/** Changed here and there: what comes of saving it. */
async function fightOver({ id }: Made): Promise<void> {
  fights += 1
  await field('companies.field.address').fill(`My address, ${fights}`)
  await callApi(manager.page, 'PUT', `/companies/${id}`, { description: `Theirs, ${fights}` })
  await enter(saved())
  await asked('form.conflict.title').waitFor()
}

/** Out of a form with something typed. */
async function discard(): Promise<void> {
  await manager.page.keyboard.press('Escape')
  await enter(button(t('form.discard'), asked('form.unsaved')))
  await dialog().waitFor({ state: 'hidden' })
}

let spare: Made
const ofSite = '/site/:id?modal=update'
const ofPerson = '/user/:id'
/** Screens of one record, whose numbers are known only later. */
const addresses: Record<string, string> = {}
const title = 'Paneled company'

beforeAll(async () => {
  const { page } = manager
  const first = async (path: string) => (await callApi<Made[]>(page, 'GET', path))[0] as Made
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await makeCategories(page, numbered('Paneled', 12))
  spare = await callApi<Made>(page, 'POST', '/companies', { title, category: 'Panels' })
  addresses[ofSite] = `/site/${(await first('/sites?pageSize=1')).id}?modal=update`
  addresses[ofPerson] = `/user/${(await first('/users/participants?pageSize=1')).id}`
  await callApi(page, 'POST', '/views', { list: 'companies', name: 'Paneled view', shared: true, query: 'category=a' })
})
afterAll(() => callApi(manager.page, 'DELETE', `/companies/${spare.id}`))

const inUse = 'Casa de Dados do Púnguè'
const panels: Record<string, Panel> = {
  'the deletion of a record that nothing uses': {
    at: '/companies?q=paneled',
    open: () => fromRowMenu(title, 'action.delete'),
    starts,
  },
  'the deletion of a record, refused for what uses it': {
    at: `/companies?title=%3D${inUse}`,
    open: async () => {
      const opener = await fromRowMenu(inUse, 'action.delete')
      await enter(button(t('list.deleteCount', { count: 1 }), dialog()))
      await dialog()
        .getByText(/^Used by \d+ sites/)
        .waitFor()
      return opener
    },
    starts: () => button(t('action.close'), dialog()),
  },
  'the deletion of all that match a filter': {
    at: '/category?title=paneled',
    open: async () => {
      await manager.page.getByRole('checkbox', { name: t('list.chooseAll') }).press('Space')
      await enter(button(t('list.chooseMatching', { count: 12 })))
      const opener = await enter(button(t('list.deleteChosen')))
      await button(t('list.deleteCount', { count: 12 }), dialog()).waitFor()
      return opener
    },
    starts,
  },
  'the deletion of ticked rows': {
    at: '/category?title=paneled&sort=title',
    open: async () => {
      await tick('Paneled 02').press('Space')
      return enter(button(t('list.deleteChosen')))
    },
    starts,
  },
  'the end of a participant': {
    at: ofPerson,
    open: async () => enter(button(t('participants.erase'))),
    starts: () => field('erasures.reason'),
  },
  'the rejection of ticked responses': {
    at: '/response?status=RECEIVED',
    open: async () => {
      await manager.page.getByRole('checkbox', { name: t('list.chooseAll') }).press('Space')
      return enter(button(`${t('responses.to.REJECTED')}…`))
    },
    // With reasons of the house, the words beside them are a note.
    starts: () => field('responses.field.reason').or(field('responses.note')).or(dialog().getByRole('radio').first()),
  },
  'the form of a record, from its row': {
    at: '/companies?q=paneled',
    open: () => fromRowMenu(title, 'action.edit'),
  },
  'a form whose fields are wrong': {
    at: '/site',
    open: async () => {
      const opener = await enter(button(t('action.new')))
      await field('sites.field.latitude').fill('95')
      await field('sites.field.contactPhone').fill('no number')
      await dialog().locator('.leaflet-container').waitFor()
      await enter(saved())
      await dialog().locator('[aria-invalid=true]').nth(1).waitFor()
      return opener
    },
    close: discard,
  },
  'a form with days, whose end is before its beginning': {
    at: '/survey',
    open: async () => {
      const opener = await enter(button(t('action.new')))
      await dialog()
        .getByLabel(`${t('surveys.field.title')}, ${t('language.en')}`)
        .fill('Backwards')
      await field('surveys.field.startsAt').fill('2026-03-02 10:00')
      await manager.page.keyboard.press('Enter')
      await field('surveys.field.endsAt').fill('2026-03-01 10:00')
      await manager.page.keyboard.press('Enter')
      await enter(saved())
      await dialog().locator('[aria-invalid=true]').first().waitFor()
      return opener
    },
    close: discard,
  },
  'a form with a picture': {
    at: '/companies?modal=create',
    open: async () => {
      await field('companies.field.title').waitFor()
      await enter(saved())
      await dialog().locator('[aria-invalid=true]').waitFor()
      return undefined
    },
  },
  'a record found by typing, in a form': {
    at: '/subcategory',
    open: async () => {
      const opener = await enter(button(t('action.new')))
      await field('subcategories.field.categoryId').press('ArrowDown')
      await manager.page.getByRole('option').first().waitFor({ state: 'attached' })
      return opener
    },
  },
  'units to walk down, in a form': {
    at: '/site',
    open: async () => {
      const opener = await enter(button(t('action.new')))
      await field('sites.field.administrativeUnitId').press('ArrowDown')
      await manager.page.locator('.ant-cascader-menu').first().waitFor()
      return opener
    },
  },
  'a calendar, in a form': {
    at: '/survey',
    open: async () => {
      const opener = await enter(button(t('action.new')))
      await field('surveys.field.startsAt').press('ArrowDown')
      await manager.page.locator('.ant-picker-dropdown').waitFor()
      return opener
    },
  },
  'a record by its own link': { at: ofSite, open: async () => undefined },
  'the question whether to give up what was typed': {
    at: '/companies?q=paneled',
    open: async () => {
      const opener = await fromRowMenu(title, 'action.edit')
      await field('companies.field.address').fill('Half a word')
      await manager.page.keyboard.press('Escape')
      await asked('form.unsaved').waitFor()
      return opener
    },
    close: discard,
  },
  'a conflict with another user': {
    at: '/companies?q=paneled',
    open: async () => {
      const opener = await fromRowMenu(title, 'action.edit')
      await fightOver(spare)
      return opener
    },
    close: discard,
  },
  'the password, before a session ends': {
    // An address of its own: the page that comes next has to learn how long the session goes on.
    at: '/companies?page=1',
    open: async () => {
      const database = await openDatabase()
      await database.query("update session set expires_at = now() + interval '100 seconds'")
      await manager.page.reload()
      await dialog().getByRole('timer').waitFor()
      await database.query("update session set expires_at = now() + interval '12 hours'")
      return undefined
    },
  },
  'the password, over a form that needs it': {
    at: '/companies',
    open: async () => {
      await enter(button(t('action.new')))
      await field('companies.field.title').fill('Asked for')
      await manager.page.route('**/api/v1/companies', (route) =>
        route.fulfill({ status: 403, json: { success: false, code: 'REAUTH_REQUIRED', message: 'again' } }),
      )
      await enter(saved())
      await manager.page.locator('dialog.renewal').waitFor()
      return manager.page.getByRole('dialog', { name: t('companies.new') }).getByRole('alert')
    },
    shown: () => manager.page.locator('dialog.renewal'),
    close: async () => {
      await manager.page.keyboard.press('Escape')
      await manager.page.locator('dialog.renewal').waitFor({ state: 'hidden' })
      await manager.page.unroute('**/api/v1/companies')
    },
  },
  'an export': { at: '/companies?category=a', open: tool('export'), starts },
  'an import': { at: '/site', open: async () => enter(button(t('sites.import'))) },
  'an import that was refused, row by row': {
    at: '/site',
    open: async () => {
      const opener = await enter(button(t('sites.import')))
      await chooseFile('sites.csv', 'code,title,siteCategory,status\nPANEL-1,,Nowhere,NOPE\nPANEL-2,Two,,\n')
      return opener
    },
  },
  'an import that is done': {
    at: '/site',
    open: async () => {
      const opener = await enter(button(t('sites.import')))
      await chooseFile('sites.csv', 'code,title,siteCategory\nPANEL-1,,Nowhere\n', true)
      return opener
    },
  },
  'the columns of a list': { at: '/site', open: tool('columns'), tab: 'goes on' },
  'the views of a list': { at: '/companies', open: tool('views'), tab: 'goes on' },
  'a view that gets another name': {
    at: '/companies',
    open: async () => {
      const opener = await tool('views')()
      await enter(button(t('listTools.viewRename', { name: 'Paneled view' })))
      return opener
    },
    tab: 'goes on',
  },
  'a view about to be deleted': {
    at: '/companies',
    open: async () => {
      const opener = await tool('views')()
      await enter(button(t('listTools.viewRemove', { name: 'Paneled view' })))
      return opener
    },
    tab: 'goes on',
  },
  'the filters of a list': { at: '/site?status=ACTIVE', open: tool('filter'), tab: 'goes on' },
  'a filter by text': { at: '/site', open: filter('sites.field.address'), tab: 'goes on' },
  'a filter by some of several values': { at: '/site', open: filter('sites.field.status'), tab: 'goes on' },
  'a filter by numbers, the wrong way round': {
    at: '/site',
    open: filter('sites.field.latitude', async () => {
      await field('listTools.fromNumber').fill('2')
      await field('listTools.toNumber').fill('1')
      await manager.page.keyboard.press('Enter')
      await dialog().getByText(t('listTools.badRange')).waitFor()
    }),
    tab: 'goes on',
  },
  'a filter by days': { at: '/site', open: filter('sites.field.createdAt'), tab: 'goes on' },
  'a filter by records': { at: '/site', open: filter('sites.field.companyId'), tab: 'goes on' },
  'a filter by units': { at: '/site', open: filter('sites.field.administrativeUnitId'), tab: 'goes on' },
  'a filter that is applied': {
    at: '/site?status=ACTIVE',
    open: async () =>
      enter(button(t('list.filter.among', { field: t('sites.field.status'), values: t('sites.status.ACTIVE') }))),
    tab: 'goes on',
  },
  'the menu of a row': {
    at: '/companies?q=paneled',
    open: async () => enter(rowMenu(title)),
    shown: () => manager.page.getByRole('menu'),
    tab: 'closes',
  },
  'the menu of the person': {
    at: '/companies?q=paneled',
    open: async () => enter(manager.page.getByRole('button', { name: t('shell.userMenu', { name: '' }) })),
    shown: () => manager.page.getByRole('menu'),
    tab: 'closes',
  },
  'the languages': {
    at: '/companies?q=paneled',
    open: async () => enter(button(t('shell.languageIs', { language: t('language.en') }))),
    shown: () => manager.page.getByRole('menu'),
    tab: 'closes',
  },
  'the keys of a list': {
    at: '/companies',
    open: async () => {
      const opener = manager.page.getByRole('checkbox', { name: t('list.chooseAll') })
      await opener.press('?')
      return opener
    },
  },
  'the menu of a phone': {
    at: '/companies',
    open: async () => enter(button(t('shell.toggleMenu'))),
    only: 'phone',
  },
}

/** The screen that is open since the one before has closed as it should. */
let standsAt: string | undefined

describe.each([
  ['desktop', desktop],
  ['phone', phone],
] as const)('on a %s', (device, size) => {
  beforeAll(async () => {
    standsAt = undefined
    await manager.page.setViewportSize(size)
  })
  const here = Object.entries(panels).filter(([, { only = device }]) => only === device)
  test.each(here)('%s', async (_, panel) => {
    const { page } = manager
    const { at, open, shown = dialog, starts, tab, close, only = 'desktop' } = panel
    if (at !== standsAt) await manager.go(addresses[at] ?? at)
    standsAt = undefined
    await page.locator('[data-row], dialog[open], .person .page-head').first().waitFor()
    const opener = await open()
    const it = shown()
    const focused = page.locator(':focus')
    await it.waitFor()
    await settled(page)
    await it.and(focused).or(it.locator(focused)).first().waitFor({ state: 'attached' })
    if (starts) await starts().and(focused).waitFor()
    const found = [...(await blemishes(page)), ...(await violations(page, { within: it }))]
    if (device === only) {
      await switchTheme(manager)
      found.push(...(await violations(page, { within: it, rules: 'colours' })))
    }
    const { unseen, stays } = await walk(it, tab === 'closes' ? 'ArrowDown' : 'Tab')
    expect({ found, unseen, stays }).toEqual({ found: [], unseen: [], stays: tab !== 'goes on' })
    if (tab === 'goes on') await it.locator('button, input').first().focus()
    await (close?.() ?? page.keyboard.press('Escape'))
    await it.waitFor({ state: 'hidden' })
    if (opener) await focused.and(opener).waitFor()
    standsAt = at
  })
})
