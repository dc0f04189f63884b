/**
 * Picks an administrative unit by walking down the tree or by searching it, and shows the whole path of the chosen one.
 * Any level may be chosen. `<UnitSelect value={id} onChange={setId} aria-label={...} />`
 */
import { useQueries } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type AdministrativeUnit, unitTree } from '#contract/administrative-units.ts'
import { ask, useCall } from '../api/query.ts'
import { useText } from '../i18n/text.ts'
import { Cascader } from '../ui/Cascader.tsx'
import { foundOptions, pathIds, type UnitOption, walkedOptions } from './unit-options.ts'
import { pathText, useUnit } from './use-unit.ts'
import './unit-select.css'

interface UnitSelectProps extends Pick<
  ComponentProps<typeof Cascader<UnitOption>>,
  | 'id'
  | 'className'
  | 'disabled'
  | 'allowClear'
  | 'placeholder'
  | 'aria-label'
  | 'aria-describedby'
  | 'getPopupContainer'
> {
  value: number | undefined
  onChange: (id: number | undefined) => void
  /** The columns open: another choice begins. */
  onOpen?: () => void
}

const pauseMs = 275
const shownRows = 50

export function UnitSelect({ value, onChange, onOpen, placeholder, id: givenId, ...props }: UnitSelectProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const t = useText()
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState<readonly number[]>([])
  const { typed, q, type } = usePausedText()
  const chosen = useUnit(value)
  const above = chosen?.ancestors.map((unit) => unit.id) ?? []
  const walk = useBelow(open ? [...new Set([0, ...above, ...opened])] : [])
  const found = useCall(
    unitTree.find,
    { query: { q, size: shownRows } },
    { enabled: open && q !== '', keepPrevious: true },
  )
  const hits = new Map(found.data?.list.map((unit, index) => [unit.id, index]))
  const placeOf = (path: readonly UnitOption[]) => hits.get(path.at(-1)?.value ?? 0) ?? hits.size
  // What comes last of the way down is what one goes on with; columns that are not open have no width.
  const depth = walk.below.size
  useEffect(() => {
    if (depth < 2) return
    for (const columns of document.querySelectorAll('.ant-cascader-menus')) columns.scrollLeft = columns.scrollWidth
  }, [depth])
  return (
    <Cascader<UnitOption>
      {...props}
      id={id}
      changeOnSelect
      // What was clicked is chosen at once; the columns stay open for the next level.
      expandTrigger="click"
      placeholder={placeholder ?? t('administrative-units.select.placeholder')}
      value={value === undefined ? [] : chosen ? pathIds(chosen) : [value]}
      displayRender={() => (chosen ? pathText(chosen) : `#${value}`)}
      options={typed === '' ? walkedOptions(walk.below) : foundOptions(found.data?.list ?? [])}
      loadData={(path) => {
        const last = path.at(-1)
        if (last) setOpened((ids) => [...ids, last.value])
      }}
      showSearch={{
        filter: (_, path) => hits.has(Number(path.at(-1)?.value)),
        // As the server found them, best first; the tree would put each below its neighbours.
        sort: (a, b) => placeOf(a) - placeOf(b),
        render: (_, path) => path.map(({ label }) => label).join(' › '),
        limit: false,
        onSearch: type,
      }}
      notFoundContent={t(typed === '' ? walkNote(walk) : searchNote(typed, q, found))}
      popupRender={inColumns(id, open)}
      onKeyDown={(event) => {
        // Ends only the walk, not the dialog around it.
        if (open && event.key === 'Escape') event.preventDefault()
      }}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) onOpen?.()
        else type('')
      }}
      onChange={(path) => onChange(path?.at(-1) === undefined ? undefined : Number(path.at(-1)))}
    />
  )
}

/**
 * Adds what antd leaves out. The columns get the name by which their field refers to them, and a screen reader hears
 * the unit that the arrow keys are on.
 */
function Columns({ of: field, open, children }: { of: string; open: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const columns = box.current
    const input = document.querySelector(`[id="${field}"]`)
    if (!open || !columns || !input) return undefined
    const name = `${field}_marked`
    let marked: Element | undefined
    const follow = () => {
      marked?.removeAttribute('id')
      marked = [...columns.querySelectorAll('.ant-cascader-menu-item-active')].at(-1)
      if (!marked) return input.removeAttribute('aria-activedescendant')
      marked.id = name
      input.setAttribute('aria-activedescendant', name)
    }
    const watch = new MutationObserver(follow)
    watch.observe(columns, { subtree: true, childList: true, attributeFilter: ['class'] })
    follow()
    return () => {
      watch.disconnect()
      input.removeAttribute('aria-activedescendant')
    }
  }, [field, open])
  return (
    <div ref={box} id={`${field}_list`}>
      {children}
    </div>
  )
}

function inColumns(field: string, open: boolean) {
  return (columns: ReactNode) => (
    <Columns of={field} open={open}>
      {columns}
    </Columns>
  )
}

interface Asking {
  isError: boolean
  isFetching: boolean
}

function searchNote(typed: string, q: string, { isError, isFetching }: Asking) {
  if (isFetching || typed !== q) return 'form.loading'
  return isError ? 'list.failed' : 'list.noMatch'
}

function walkNote({ isError, isFetching }: Asking) {
  if (isFetching) return 'form.loading'
  return isError ? 'list.failed' : 'administrative-units.select.none'
}

interface Walk extends Asking {
  /** The units right below each unit that was opened; 0 has those on top. */
  below: ReadonlyMap<number, readonly AdministrativeUnit[]>
}

function useBelow(parents: readonly number[]): Walk {
  const answers = useQueries({
    queries: parents.map((parentId) => ({
      queryKey: [unitTree.byParent.path, { params: { parentId } }],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(unitTree.byParent, { params: { parentId }, signal }),
    })),
  })
  return {
    below: new Map(
      parents.flatMap((parentId, index) => (answers[index]?.data ? [[parentId, answers[index].data.list]] : [])),
    ),
    isError: answers.some((answer) => answer.isError),
    isFetching: answers.some((answer) => answer.isFetching),
  }
}

/** The text in the search field, and the word searched for once the typing pauses. */
function usePausedText(): { typed: string; q: string; type: (text: string) => void } {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    typed,
    q,
    type: (text) => {
      const word = text.trim()
      setTyped(word)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setQ(word), word === '' ? 0 : pauseMs)
    },
  }
}
