/** The keys of the review in the list: a approves the row that has the focus, r and i open it and ask why, u undoes. */
import { useNavigate, useSearchParams } from 'react-router'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { useSend } from '../../api/query.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import { toast } from '../../ui/toasts.ts'
import { formName } from '#domain/answers/form-name.ts'
import type { ResponseList } from './response-list.ts'
import { type KeyActs, useReviewKeys } from './use-review-keys.ts'
import type { Undo } from './use-undo.ts'
import { verdictRefusal } from './verdict-refusal.ts'

interface RowKeys {
  list: ResponseList
  undo: Undo
  canReview: boolean
  /** A response is open over the list, with keys of its own. */
  isOpen: boolean
}

const none: KeyActs = {}

export function useRowKeys({ list, undo, canReview, isOpen }: RowKeys): void {
  const t = useText()
  const basic = useBasicText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const move = useSend(responses.move, { refreshes: [responses.list, responses.get, surveys.list] })
  const { rows } = list.data

  function focused(target: EventTarget | null) {
    const id = target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : undefined
    return rows.find((row) => String(row.id) === id)
  }

  async function approve(target: EventTarget | null) {
    const row = focused(target)
    if (!row || move.isPending) return
    const refusal = verdictRefusal(row, 'APPROVED', true)
    if (refusal) return toast(basic(`errors.${refusal}`), formName(row.formKey))
    const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1]
    try {
      await move.mutateAsync({ params: { id: row.id }, body: { formStatus: 'APPROVED', version: row.version } })
    } catch {
      return toast(t('responses.moveFailed'), formName(row.formKey))
    }
    undo.acted({ id: row.id, formKey: row.formKey, to: 'APPROVED' })
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`[data-row="${next?.id ?? ''}"] :is(th, strong) a`)?.focus()
    })
  }

  function ask(target: EventTarget | null, to: 'REJECTED' | 'HAS_ISSUES') {
    const row = focused(target)
    if (!row) return
    const state = { opened: 'open', ask: to, of: row.id }
    void navigate({ search: withWords(search, { open: row.id }).toString() }, { state })
  }

  const acts: KeyActs = {
    a: (target) => void approve(target),
    r: (target) => ask(target, 'REJECTED'),
    i: (target) => ask(target, 'HAS_ISSUES'),
    u: undo.last && (() => void undo.undo()),
  }
  useReviewKeys(canReview && !isOpen ? acts : none)
}
