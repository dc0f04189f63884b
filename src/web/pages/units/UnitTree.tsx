/**
 * The tree of units. A unit loads its children when it opens, and their counts after that; a tree of any size costs
 * only its open part. The keyboard walks the visible rows (tree-keys.ts).
 */
import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Fragment, type KeyboardEvent, memo, type MouseEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type AdministrativeUnit, unitTree } from '#contract/administrative-units.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { useUnit } from '../../units/use-unit.ts'
import { moveBy, rowByLetter, type TreeRow } from './tree-keys.ts'
import { useNoUnits } from './use-no-units.ts'

interface UnitTreeProps {
  selected: number | undefined
  onSelect: (id: number) => void
}

export function UnitTree({ selected, onSelect }: UnitTreeProps) {
  const t = useText()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  // The one row in the tab order.
  const [active, setActive] = useState(selected)
  const chosen = useUnit(selected)
  const above = chosen?.ancestors.map(({ id }) => id).join()
  const [revealed, setRevealed] = useState<string>()
  if (above && above !== revealed) {
    setRevealed(above)
    setOpen(new Set([...open, ...above.split(',').map(Number)]))
  }

  function turn(id: number, to: 'open' | 'closed') {
    setOpen((before) =>
      to === 'open' ? new Set([...before, id]) : new Set([...before].filter((other) => other !== id)),
    )
    setActive(id)
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const { key, ctrlKey, altKey, metaKey } = event
    if (ctrlKey || altKey || metaKey || !(event.target instanceof HTMLElement)) return
    const rows = rowsIn(event.currentTarget)
    const at = rows.indexOf(event.target)
    if (at < 0) return
    const id = Number(event.target.dataset['unit'])
    const isLetter = key.length === 1 && key.trim() !== ''
    const to = isLetter ? rowByLetter(key, rows.map(nameOf), at) : undefined
    const move = to === undefined ? moveBy(key, rows.map(lookOf), at) : { to }
    if (key === 'Enter' || key === ' ') onSelect(id)
    else if (!move) return
    else if ('turn' in move) turn(id, move.turn)
    else rows[move.to]?.focus()
    event.preventDefault()
    // The single keys of the list are not for its rows.
    event.stopPropagation()
  }

  function click({ target }: MouseEvent<HTMLElement>) {
    const row = target instanceof Element ? target.closest<HTMLElement>('[role=treeitem]') : null
    if (!row || (target as Element).closest('a, button')) return
    const id = Number(row.dataset['unit'])
    row.focus()
    if ((target as Element).closest('.unit-caret')) return turn(id, open.has(id) ? 'closed' : 'open')
    onSelect(id)
  }

  return (
    <ul
      role="tree"
      className="unit-tree"
      aria-label={t('administrative-units.tree')}
      onKeyDown={press}
      onClick={click}
      onFocus={({ target }) => target.dataset['unit'] && setActive(Number(target.dataset['unit']))}
    >
      <Branch parentId={0} level={1} shown={{ open, active, selected, onOpen: (id) => turn(id, 'open') }} />
    </ul>
  )
}

function rowsIn(tree: HTMLElement): HTMLElement[] {
  return [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')]
}

function lookOf({ dataset, ariaLevel }: HTMLElement): TreeRow {
  return { level: Number(ariaLevel), state: (dataset['state'] ?? 'leaf') as TreeRow['state'] }
}

function nameOf(row: HTMLElement): string {
  return row.querySelector('.unit-name')?.textContent ?? ''
}

interface Shown {
  open: ReadonlySet<number>
  active: number | undefined
  selected: number | undefined
  onOpen: (id: number) => void
}

interface BranchProps {
  parentId: number
  level: number
  shown: Shown
}

const indent = 22
const step = 200
const most = 1000

/** The units right below another. */
function Branch({ parentId, level, shown }: BranchProps) {
  const t = useText()
  const none = useNoUnits()
  const [size, setSize] = useState(step)
  const params = { parentId }
  const { data, error, refetch } = useCall(
    unitTree.byParent,
    { params, query: { pageSize: size } },
    { keepPrevious: true },
  )
  const counts = useCall(unitTree.counts, { params }, { enabled: data !== undefined && data.list.length > 0 })
  const below = new Map(counts.data?.list.map((row) => [row.id, row]))
  // The only unit on top is no choice.
  const only = level === 1 && data?.list.length === 1 ? data.list[0]?.id : undefined
  const { onOpen } = shown
  useEffect(() => {
    if (only !== undefined) onOpen(only)
    // Once: a user may close it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [only])
  if (error)
    return (
      <li role="none">
        <LoadProblem error={error} onRetry={() => void refetch()} />
      </li>
    )
  if (!data)
    return (
      <li role="none">
        <span className="skeleton unit-coming" />
      </li>
    )
  if (level === 1 && data.list.length === 0) return <li role="none">{t(none)}</li>
  const more = data.total - data.list.length
  return (
    <>
      {data.list.map((unit, place) => {
        const isOpen = unit.childCount > 0 && shown.open.has(unit.id)
        const isFirst = level === 1 && place === 0
        return (
          <Fragment key={unit.id}>
            <Row
              unit={unit}
              level={level}
              place={place}
              total={data.total}
              counts={below.get(unit.id)}
              isOpen={isOpen}
              isSelected={unit.id === shown.selected}
              tabIndex={unit.id === shown.active || (shown.active === undefined && isFirst) ? 0 : -1}
            />
            {isOpen && <Branch parentId={unit.id} level={level + 1} shown={shown} />}
          </Fragment>
        )
      })}
      {more > 0 && (
        <li role="none" className="unit-more">
          {size < most ? (
            <Button size="small" onClick={() => setSize(size + step)}>
              {t('administrative-units.more', { count: more })}
            </Button>
          ) : (
            <Link to={{ search: parentId === 0 ? '?view=list' : `?parentId=${parentId}&level=${level - 1}` }}>
              {t('administrative-units.others', { count: more })}
            </Link>
          )}
        </li>
      )}
    </>
  )
}

interface RowProps {
  unit: AdministrativeUnit
  level: number
  place: number
  total: number
  counts: { units: number; sites: number | null } | undefined
  isOpen: boolean
  isSelected: boolean
  tabIndex: 0 | -1
}

/** Each key moves the focus: of a thousand rows, only the two that it leaves and enters are drawn again. */
const Row = memo(function Row({ unit, level, place, total, counts, isOpen, isSelected, tabIndex }: RowProps) {
  const t = useText()
  const isParent = unit.childCount > 0
  const state = isOpen ? 'open' : 'closed'
  const words = counts && [
    counts.units > 0 && t('administrative-units.countUnits', { count: counts.units }),
    counts.sites !== null && counts.sites > 0 && t('administrative-units.countSites', { count: counts.sites }),
  ]
  return (
    <li
      role="treeitem"
      className="unit-row"
      style={{ paddingLeft: indent * (level - 1) }}
      aria-level={level}
      aria-setsize={total}
      aria-posinset={place + 1}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={isSelected}
      tabIndex={tabIndex}
      data-unit={unit.id}
      data-state={isParent ? state : 'leaf'}
    >
      <span className="unit-caret" aria-hidden="true">
        {isParent && (isOpen ? <CaretDownOutlined /> : <CaretRightOutlined />)}
      </span>
      <span>
        <span className="unit-name">{unit.name}</span> <code>{unit.code}</code>
      </span>
      <span className="unit-counts">{words?.filter(Boolean).join(' · ')}</span>
    </li>
  )
})
