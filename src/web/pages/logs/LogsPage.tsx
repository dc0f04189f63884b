/** The audit trail: who did each action, to which record, when and from where; a row opens its changes. */
import { lazyDialog } from '../../lazy-dialog.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { type LogList, useLogList } from './use-log-list.ts'
import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText, useTextOr } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { subjectTypes } from '#contract/logs.ts'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { deedsByArea } from './actions.ts'
import type { ListView } from '../../list/list-view.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { withWords } from '../../list/list-state.ts'
import { newerPage, olderPage, type Step } from './log-query.ts'
import './logs.css'

const LogDrawer = lazyDialog(async () => (await import('./LogDrawer.tsx')).LogDrawer)

export function LogsPage() {
  const list = useLogList()
  const opened = useOpenedWord('open')
  return (
    <ListPage
      title="logs.title"
      {...list}
      actions={<ChainTool />}
      filters={<LogFilters view={list.view} />}
      filtersFill
      pager={<LogPager list={list} />}
    >
      {opened.value !== '' && !list.data.isLoading && list.data.error === undefined && (
        <LogDrawer
          id={opened.value}
          row={list.data.rows.find(({ id }) => String(id) === opened.value)}
          onClose={opened.close}
        />
      )}
    </ListPage>
  )
}

const ChainDialog = lazyDialog(async () => (await import('./ChainDialog.tsx')).ChainDialog)

/** Proves the chain of the trail. */
function ChainTool() {
  const t = useText()
  const [isChecking, setChecking] = useState(false)
  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} onClick={() => setChecking(true)}>
        {t('logs.chain.open')}
      </Button>
      {isChecking && <ChainDialog onClose={() => setChecking(false)} />}
    </>
  )
}

/** The controls of the trail beside its filters: the action, and the record that it is about. */
function LogFilters({ view }: { view: ListView }) {
  const t = useText()
  const textOr = useTextOr()
  return (
    <search className="log-filters" aria-label={t('logs.filters')}>
      <ActionFilter view={view} />
      <FilterSelect
        view={view}
        name="subjectType"
        options={subjectTypes.map((value) => ({ value, label: textOr(`logs.subject.${value}`, value) }))}
      />
      <SubjectNumber view={view} />
    </search>
  )
}

/** One action, or all actions of an area. */
function ActionFilter({ view }: { view: ListView }) {
  const t = useText()
  const textOr = useTextOr()
  const options = Object.entries(deedsByArea).map(([area, deeds]) => {
    const name = textOr(`logs.area.${area}`, area)
    const single = deeds.map((deed) => {
      const value = `${area}.${deed}`
      return { value, label: textOr(`logs.action.${value}`, value) }
    })
    return { label: name, options: [{ value: area, label: t('logs.anyDeed', { area: name }) }, ...single] }
  })
  return (
    <NativeSelect<string>
      className="list-filter"
      aria-label={t('logs.field.action')}
      none={t('logs.field.action')}
      value={view.state.filters['action']}
      options={options}
      onChange={(action) => view.show({ action })}
    />
  )
}

/** Asks on Enter or when it is left: a number is looked for whole, half of one would only find nothing. */
function SubjectNumber({ view }: { view: ListView }) {
  const t = useText()
  const value = view.state.filters['subjectId'] ?? ''
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // Back, a link and the clearing of all filters change the URL without us.
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }

  function ask(text: string) {
    const word = text.trim()
    if (word !== value) view.show({ subjectId: word })
  }

  return (
    <TextInput
      type="search"
      className="log-text"
      aria-label={t('logs.field.subjectId')}
      placeholder={t('logs.field.subjectId')}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '') ask('')
      }}
      onKeyDown={({ key }) => key === 'Enter' && ask(typed)}
      onBlur={() => ask(typed)}
    />
  )
}

/** Older and newer: the pages of the trail have no numbers, each leads to the next. */
const sizes = [10, 20, 50, 100]

function LogPager({ list }: { list: LogList }) {
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
