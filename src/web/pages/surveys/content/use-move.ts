/** Moves a section, a question or an option one place up or down among its siblings. */
import { useRef, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { surveys } from '#contract/surveys.ts'
import { call } from '../../../api/client.ts'
import { errorText } from '../../../api/error-text.ts'
import { refresh } from '../../../api/query.ts'
import { basicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { toast } from '../../../ui/toasts.ts'
import { type Placed, positionsAfterMove } from './positions.ts'

interface Moving {
  /** The call that writes a position. */
  update: Endpoint
  siblings: readonly Placed[]
  index: number
  by: -1 | 1
  /** What is moved, for those who cannot see it move. */
  label: string
}

export type Move = (moving: Moving) => void

export function useMove(): { move: Move; said: string } {
  const t = useText()
  const [said, setSaid] = useState('')
  // One move at a time: the next one counts from the order that this one leaves behind.
  const busy = useRef(false)

  async function run({ update, siblings, index, by, label }: Moving) {
    const target = index + by
    if (busy.current || target < 0 || target >= siblings.length) return
    busy.current = true
    try {
      for (const { id, position } of positionsAfterMove(siblings, index, by)) {
        await call(update, { params: { id }, body: { position } })
      }
      setSaid(t('surveys.moved', { label, place: target + 1, count: siblings.length }))
    } catch (error) {
      toast(errorText(error, basicText))
    } finally {
      await refresh(surveys.get)
      busy.current = false
    }
  }

  return { said, move: (moving) => void run(moving) }
}
