/** Older and newer: the pages of the trail have no numbers, each leads to the next. */
import { useNavigate, useSearchParams } from 'react-router'
import { useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import { Button } from '../../ui/Button.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { newerPage, olderPage, type Step } from './log-query.ts'
import type { LogList } from './use-log-list.ts'

const sizes = [10, 20, 50, 100]

export function LogPager({ list }: { list: LogList }) {
  const t = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { cursor, trail, nextCursor } = list
  const { rows, total } = list.data
  const { state, show } = list.view
  if (rows.length === 0) return null
  const from = (state.page - 1) * state.pageSize + 1
  const newer = newerPage(state, cursor, trail)
  const older = nextCursor === undefined ? undefined : olderPage(state, cursor, trail, nextCursor)

  function go(step: Step | undefined) {
    if (step === undefined) return
    const words = withWords(search, { ...step.words, open: undefined })
    void navigate({ search: words.toString() }, { state: { trail: step.trail } })
  }

  return (
    <nav className="log-pager" aria-label={t('list.pages')}>
      <output>{t('list.range', { from, to: from + rows.length - 1, total: Math.max(total, from) })}</output>
      <Button disabled={newer === undefined} onClick={() => go({ words: firstPage, trail: [] })}>
        {t('logs.newest')}
      </Button>
      <Button disabled={newer === undefined} onClick={() => go(newer)}>
        {t('logs.newer')}
      </Button>
      <Button disabled={older === undefined} onClick={() => go(older)}>
        {t('logs.older')}
      </Button>
      <NativeSelect<number>
        className="list-filter"
        aria-label={t('logs.pageSize')}
        value={state.pageSize}
        options={sizes.map((size) => ({ value: size, label: t('logs.perPage', { size }) }))}
        onChange={(pageSize) => show({ pageSize })}
      />
    </nav>
  )
}

const firstPage = { page: undefined, cursor: undefined }
