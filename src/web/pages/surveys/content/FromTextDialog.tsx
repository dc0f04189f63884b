/** Questions from a pasted document: left its text, right what is read of it, each guess with its reason and changeable. */
import { type ClipboardEvent, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { mostCharacters } from '#domain/from-text/text-lines.ts'
import type { Proposal } from '#domain/from-text/proposal.ts'
import { addedContent, type Choices } from '#domain/from-text/proposed-content.ts'
import { readQuestionnaire } from '#domain/from-text/read-questionnaire.ts'
import { newKey } from '../../../api/client.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useContent } from './content-context.ts'
import { questionsIn } from './survey-parts.ts'
import { useReason } from './use-reason.ts'
import { ProposalRows, Unread } from './ProposalRows.tsx'
import './from-text.css'

const nothing: Proposal = { lines: 0, unread: [], sections: [] }
const asRead: Choices = { left: new Set(), types: new Map(), withoutRules: new Set() }
const longPaste = 2000
/** The text of each survey, so that a closed dialog loses nothing. */
const kept = new Map<number, string>()

interface FromTextDialogProps {
  /** '' goes on with the text that was left. */
  pasted: string
  onClose: () => void
}

export function FromTextDialog({ pasted, onClose }: FromTextDialogProps) {
  const t = useText()
  const reasonOf = useReason()
  const { builder, language } = useContent()
  const [text, setText] = useState(pasted || (kept.get(builder.surveyId) ?? ''))
  const [choices, setChoices] = useState(asRead)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const read = useDeferredValue(text)
  const isTooLong = read.length > mostCharacters
  const proposal = useMemo(() => (isTooLong ? nothing : readQuestionnaire(read)), [read, isTooLong])
  const all = proposal.sections.flatMap(({ questions }) => questions)
  const count = all.length - choices.left.size
  const tooLong = t('surveys.fromText.tooLong', { count: read.length, most: mostCharacters })
  const wrong = isTooLong ? tooLong : failure && t('surveys.notSaved', { reason: failure })

  function write(next: string) {
    setText(next)
    kept.set(builder.surveyId, next)
    setFailure(undefined)
    // What was chosen of another text is not meant of this one.
    setChoices(asRead)
  }

  /** Browsers take half a minute to insert some thousand lines; a value that is set is there at once. */
  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted.length < longPaste) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    write(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd))
  }

  async function add() {
    setBusy(true)
    setFailure(undefined)
    try {
      const taken = questionsIn(builder.survey()).map(({ code }) => code)
      const body = addedContent(proposal, choices, { language, taken, untitled: t('surveys.fromText.untitled') })
      const params = { surveyId: builder.surveyId }
      const { data } = await builder.run(async () => {
        const answer = await builder.call(surveys.addContent, { params, body, idempotencyKey: newKey() })
        await builder.reload()
        return answer
      })
      builder.canUndo(t('surveys.fromText.did', { count }), async () => {
        for (const id of data.sectionIds.toReversed())
          await builder.call(sections.remove, { params: { id }, query: { withRules: 'true' } })
        await builder.reload()
      })
      toast(t('surveys.fromText.added', { count }))
      kept.delete(builder.surveyId)
      onClose()
    } catch (error) {
      setFailure(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  const showLine = useCallback((line: number) => {
    const before = (field.current?.value ?? '').split(/\r\n?|\n/).slice(0, line)
    const end = before.join('\n').length
    field.current?.focus()
    field.current?.setSelectionRange(end - (before.at(-1)?.length ?? 0), end)
  }, [])

  return (
    <Dialog
      size="wide"
      title={t('surveys.fromText.title')}
      busy={isBusy}
      dismissal={t('action.close')}
      onClose={onClose}
      footer={
        <Button look="primary" loading={isBusy} disabled={count === 0 || read !== text} onClick={() => void add()}>
          {t('surveys.fromText.add', { count })}
        </Button>
      }
    >
      <div className="from-text">
        <label className="from-text-source">
          <span>{t('surveys.fromText.paste')}</span>
          <textarea
            ref={field}
            className="input"
            dir="auto"
            spellCheck={false}
            value={text}
            placeholder={t('surveys.fromText.example')}
            onPaste={paste}
            onChange={({ target }) => write(target.value)}
          />
        </label>
        <div className="from-text-read" aria-busy={read !== text}>
          {wrong !== undefined && <Note tone="danger">{wrong}</Note>}
          {!isTooLong && all.every(({ type }) => type === 'NOTE') && (
            <p className="list-empty">{t(read.trim() === '' ? 'surveys.fromText.empty' : 'surveys.fromText.none')}</p>
          )}
          <Unread proposal={proposal} onLine={showLine} />
          <ProposalRows proposal={proposal} choices={choices} onChoose={setChoices} onLine={showLine} />
        </div>
      </div>
    </Dialog>
  )
}
