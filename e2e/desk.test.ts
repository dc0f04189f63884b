/** Two people empty the desk of what is wrong with money: one thing ends with its cause, the others by reasons of theirs. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { openDatabase } from './database.ts'
import { callApi } from './records.ts'
import { browser } from './test-browser.ts'

const kinds = 'STOPPED,STATEMENT_MISSING_HERE,PAID_LATE'
const mine = `/payments?view=desk&kind=${encodeURIComponent(kinds)}`

/** A pause, a payment that the provider called failed first, and a line of a statement that no book of ours knows. */
async function givenTroubles(): Promise<void> {
  const database = await openDatabase()
  await database.query(`insert into incident (kind, payable_id, attempt_no, provider_ref)
    select 'PAID_LATE', payable_id, no, provider_ref from attempt where state = 'SUCCESSFUL' and sends > turned_away order by id limit 1`)
  await database.query('begin')
  await database.query(`insert into statement (provider, currency, file_id, sha256, mapping, first_at, last_at, rows, imported_by)
    select provider, currency, (select min(id) from file), 'x', '{}', now(), now(), 1, (select min(id) from person where may_fund(id))
    from account where kind = 'FLOAT' order by id limit 1`)
  await database.query(`insert into statement_line (statement_id, row, word, identity, at, provider_ref, change_minor, ours_minor)
    select max(id), 7, 'MISSING_HERE', gen_random_uuid(), now(), 'TX-7007', -125000, 0 from statement`)
  await database.query('commit')
}

test('two people empty a desk of three kinds of things to settle', async () => {
  const first = await signIn(browser, 'approver', 'pt-br')
  const second = await signIn(browser, 'authorizer', 'en')
  await givenTroubles()
  await callApi(first.page, 'POST', '/payments/stops', { note: 'Contagem do caixa' })

  const rowOf = ({ page, t }: typeof first, kind: 'STOPPED' | 'STATEMENT_MISSING_HERE' | 'PAID_LATE') =>
    page.locator('tbody tr').filter({ has: page.getByText(t(`desk.kind.${kind}`), { exact: true }) })
  const menu = async (visitor: typeof first, kind: Parameters<typeof rowOf>[1], entry: 'take' | 'close') => {
    const { page, t } = visitor
    await rowOf(visitor, kind).getByRole('button', { expanded: false }).last().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: t(`desk.${entry}`) }).press('Enter')
  }
  const close = async (visitor: typeof first, kind: Parameters<typeof rowOf>[1], reason: string) => {
    const { page, t } = visitor
    await menu(visitor, kind, 'close')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('desk.close') }).press('Enter')
    await dialog.locator('.field-problem').waitFor()
    await dialog.getByLabel(t('desk.reason')).fill(reason)
    await dialog.getByRole('button', { name: t('desk.close') }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }

  await first.go(mine)
  await rowOf(first, 'PAID_LATE').waitFor()
  await first.page.screenshot({ path: 'test-results/desk.png', fullPage: true })
  await menu(first, 'STATEMENT_MISSING_HERE', 'take')
  const owners = async () =>
    (await callApi<{ owner: object | null }[]>(first.page, 'GET', '/payments/desk?kind=STATEMENT_MISSING_HERE')).map(
      ({ owner }) => owner,
    )
  await expect.poll(owners).toEqual([expect.objectContaining({ name: expect.any(String) as string })])
  await close(first, 'STATEMENT_MISSING_HERE', 'O banco estornou a linha.')
  await rowOf(first, 'STATEMENT_MISSING_HERE').getByText('O banco estornou a linha.').waitFor()
  await close(first, 'PAID_LATE', 'Conferido com o extrato.')
  await rowOf(first, 'PAID_LATE').waitFor({ state: 'detached' })

  await second.go(mine)
  await close(second, 'STATEMENT_MISSING_HERE', 'I saw the letter.')
  await rowOf(second, 'STATEMENT_MISSING_HERE').waitFor({ state: 'detached' })
  await rowOf(second, 'STOPPED')
    .getByRole('link', { name: second.t('desk.next.GO_ON') })
    .click()
  await second.page.getByRole('button', { name: second.t('payments.stop.confirm', { kind: 'PAUSED' }) }).click()
  const dialog = second.page.getByRole('dialog')
  await dialog.getByRole('button', { name: second.t('payments.stop.confirm', { kind: 'PAUSED' }) }).click()
  await dialog.waitFor({ state: 'detached' })
  await second.go(mine)
  await second.page.getByText(second.t('list.noMatch')).waitFor()
  // Both themes, and a phone.
  await second.go('/payments?view=desk&state=CLOSED')
  await second.page.getByLabel(second.t('shell.theme.dark'), { exact: true }).click()
  await rowOf(second, 'PAID_LATE').waitFor()
  await second.page.screenshot({ path: 'test-results/desk-dark.png', fullPage: true })
  await second.page.setViewportSize({ width: 360, height: 740 })
  await expect
    .poll(() => second.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true)
  await second.page.screenshot({ path: 'test-results/desk-phone.png', fullPage: true })
  expect([...first.complaints, ...second.complaints]).toEqual([])
  await first.leave()
  await second.leave()
})
