/** Which columns the list shows, in which order and how wide, and how close its rows stand; kept for this person. */
import { DownOutlined, HolderOutlined, UpOutlined } from '@ant-design/icons'
import { useRef, useState, type RefObject, useEffect } from 'react'
import { useText, useTextOr } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { toast } from '../ui/toasts.ts'
import {
  chooserColumns,
  type ColumnFacts,
  movedTo,
  namingKey,
  shownColumns,
  widthLimits,
  withColumns,
  withDensity,
  withWidth,
} from './look.ts'
import { changeLook } from './look-store.ts'
import type { ListLook } from '#contract/views.ts'
import './column-chooser.css'

const densities = ['comfortable', 'compact'] as const

interface ColumnChooserProps {
  view: {
    name: string
    lookKeptAs: string
    columns: readonly ColumnFacts[]
    look: ListLook
  }
}

export function ColumnChooser({ view: { name, lookKeptAs, columns: all, look } }: ColumnChooserProps) {
  const t = useText()
  const textOr = useTextOr()
  const naming = namingKey(all)
  const rows = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')
  const columns = chooserColumns(all, look)
  const shown = shownColumns(all, look).map(({ key }) => key)
  const nameOf = (key: string) => textOr(`${name}.field.${key}`, key)
  const keep = (next: ListLook) => changeLook(lookKeptAs, next, () => toast(t('list.lookFailed')))
  const keepColumns = (keys: readonly string[]) => keep(withColumns(look, all, keys))

  function move(key: string, place: number) {
    keepColumns(movedTo(shown, key, place))
    setSaid(t('listTools.moved', { column: nameOf(key), place: place + 1, count: shown.length }))
  }

  useDragOrder(rows, (key, onto) => move(key, shown.indexOf(onto)))

  return (
    <div className="chooser">
      <h2>{t('list.tool.columns')}</h2>
      <ul ref={rows}>
        {columns.map(({ key, pictorial }) => {
          const at = shown.indexOf(key)
          const column = nameOf(key)
          return (
            <li key={key} data-key={key} draggable={at >= 0}>
              <HolderOutlined className="chooser-grip" aria-hidden="true" data-idle={at < 0} />
              <label>
                <input
                  type="checkbox"
                  checked={at >= 0}
                  aria-disabled={key === naming}
                  {...(key === naming ? { 'aria-description': t('listTools.namingStays') } : {})}
                  onChange={({ target }) => {
                    if (key === naming) return
                    keepColumns(target.checked ? [...shown, key] : shown.filter((other) => other !== key))
                  }}
                />
                {column}
              </label>
              {at >= 0 && (
                <>
                  {!pictorial && (
                    <WidthField
                      label={t('listTools.width', { column })}
                      width={look.widths?.[key]}
                      onChange={(width) => keep(withWidth(look, key, width))}
                    />
                  )}
                  <IconButton
                    label={t('listTools.up', { column })}
                    icon={<UpOutlined />}
                    refusal={at === 0 ? t('listTools.isFirst') : undefined}
                    onClick={() => move(key, at - 1)}
                  />
                  <IconButton
                    label={t('listTools.down', { column })}
                    icon={<DownOutlined />}
                    refusal={at === shown.length - 1 ? t('listTools.isLast') : undefined}
                    onClick={() => move(key, at + 1)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      <RadioGroup
        label={t('listTools.density')}
        options={densities.map((value) => ({ value, label: t(`listTools.density.${value}`) }))}
        value={look.density ?? 'comfortable'}
        onChange={(density) => keep(withDensity(look, density))}
      />
      <Button
        refusal={Object.keys(look).length === 0 ? t('listTools.isReset') : undefined}
        onClick={() => {
          keep({})
          setSaid(t('listTools.resetDone'))
        }}
      >
        {t('listTools.reset')}
      </Button>
      <output className="visually-hidden">{said}</output>
    </div>
  )
}

interface WidthFieldProps {
  label: string
  /** Undefined: the column has its own. */
  width: number | undefined
  onChange: (width: number | undefined) => void
}

/** A number that is still being typed is no width yet: `2` on the way to `260` must not become the least there is. */
function WidthField({ label, width, onChange }: WidthFieldProps) {
  const t = useText()
  const [typed, setTyped] = useState<string>()
  return (
    <input
      type="number"
      aria-label={label}
      title={label}
      placeholder={t('listTools.widthOwn')}
      step={10}
      {...widthLimits}
      value={typed ?? width ?? ''}
      onChange={({ target: { value, validity } }) => {
        setTyped(value)
        if (value === '') onChange(undefined)
        else if (!validity.rangeUnderflow && !validity.rangeOverflow) onChange(Number(value))
      }}
      onBlur={() => {
        if (typed) onChange(Number(typed))
        setTyped(undefined)
      }}
    />
  )
}

/** Lets the items of a list be dragged onto each other's places; each names itself by `data-key`. */
function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (key: string, onto: string) => void): void {
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    let dragged: HTMLElement | undefined

    const start = (event: DragEvent) => {
      dragged = itemOf(event)
      if (dragged) dragged.dataset['dragged'] = 'true'
    }
    const over = (event: DragEvent) => {
      // Only then may it be dropped here.
      if (dragged && itemOf(event)?.draggable) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      const [key, onto] = [dragged?.dataset['key'], itemOf(event)?.dataset['key']]
      if (key !== undefined && onto !== undefined && key !== onto) move.current(key, onto)
    }
    const end = () => {
      delete dragged?.dataset['dragged']
      dragged = undefined
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('dragstart', start, { signal })
    element.addEventListener('dragover', over, { signal })
    element.addEventListener('drop', drop, { signal })
    element.addEventListener('dragend', end, { signal })
    return () => listening.abort()
  }, [list])
}

function itemOf({ target }: DragEvent): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-key]') ?? undefined) : undefined
}
