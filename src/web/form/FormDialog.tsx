/** The dialog of a resource's form: loads with the first form that opens. */
import { type ReactNode, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { type Endpoint, permissionsOf } from '#contract/endpoint.ts'
import { hasToken, useSession } from '../api/session.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Note } from '../ui/Note.tsx'
import { takeFocus, useProblemFocus } from '../ui/focus.ts'
import { toast } from '../ui/toasts.ts'
import { useWarningOnUnload } from '../ui/use-warning-on-unload.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { FormContext } from './form-context.ts'
import { FormSummary } from './FormSummary.tsx'
import { nameOf, recordName } from '../i18n/record-name.ts'
import { type FormResource, type Stored, useResourceForm } from './use-resource-form.ts'
import { type Editing, turnsPageOnly } from './form-state.ts'
import './form.css'

export interface FormDialogProps {
  resource: FormResource
  editing: Editing<unknown>
  /** Replaces the usual words for a new record or a change, for records without a name. */
  title?: string
  size?: 'medium' | 'large'
  onDone: () => void
  defaults?: object
  refreshes?: readonly Endpoint[]
  said?: { saved?: MessageId; failed?: MessageId }
  onSaved?: (answer: unknown) => void
  readOnly?: boolean
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { editing, resource, onDone, readOnly = false } = props
  const t = useText()
  const textOr = useTextOr()
  const isNew = editing.type === 'create'
  const found = isNew ? undefined : (editing.row as Stored | undefined)
  // The record that it opened with. The user's typing stays when the list reloads or loses the record.
  const [held, setHeld] = useState(found)
  if (held === undefined && found !== undefined) setHeld(found)
  const row = held ?? found
  const kind = textOr(`${resource.path}.${isNew ? 'new' : 'edit'}`, '')
  const named =
    row && !readOnly ? textOr(`${resource.path}.editOf`, kind, { name: recordName(row, String(row.id)) }) : kind
  const { title = named } = props
  if (isNew || row) return <OpenForm {...props} title={title} ownTitle={props.title} row={row} />
  const { error } = editing
  return (
    <Dialog title={title} onClose={onDone} beside="closes">
      {error ? <ErrorNote error={error} /> : <output>{t('form.loading')}</output>}
    </Dialog>
  )
}

interface OpenFormProps extends FormDialogProps {
  title: string
  ownTitle: string | undefined
  row: Stored | undefined
}

function OpenForm(props: OpenFormProps) {
  const {
    resource,
    title,
    row,
    onDone,
    defaults = {},
    refreshes,
    said = {},
    onSaved,
    readOnly = false,
    size = 'medium',
    children,
  } = props
  const t = useText()
  const form = useResourceForm(resource, row, defaults, {
    refreshes,
    onSaved,
    onRefused: () => said.failed && toast(t(said.failed)),
  })
  // As it opened: a right that ends during typing takes nothing off the screen.
  const [missing] = useState(useMissingRight((row === undefined ? undefined : resource.update) ?? resource.create))
  const body = useRef<HTMLFormElement>(null)
  const focusProblem = useProblemFocus(body)
  const saved = useRef(false)
  const [hasFields, setHasFields] = useState(false)
  // Every way out is a navigation, Back included; one place asks about changes that would be lost.
  // The end of the session is not held up: what was typed is kept (kept-work.ts).
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      form.isDirty && !saved.current && hasToken() && !turnsPageOnly(currentLocation, nextLocation),
  )
  useWarningOnUnload(form.isDirty)

  async function finish(save: () => Promise<boolean>) {
    if (form.isSending || readOnly) return
    if (!(await save())) return focusProblem()
    saved.current = true
    const own = said.saved === undefined ? props.ownTitle : undefined
    toast(t(said.saved ?? 'form.saved'), nameOf({ ...row, ...form.model.values }) ?? own)
    onDone()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void finish(form.save)
  }

  const leaving = blocker.state === 'blocked'
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onDone}
      footer={
        // Before the fields there is nothing to save, and the buttons would only be pushed down by them.
        leaving || form.theirs || !hasFields ? null : (
          <>
            <Button onClick={onDone}>{readOnly ? t('action.close') : t('action.cancel')}</Button>
            {!readOnly && (
              <Button look="primary" loading={form.isSending} onClick={() => body.current?.requestSubmit()}>
                {t('action.save')}
              </Button>
            )}
          </>
        )
      }
    >
      <FormContext value={{ ...form.model, readOnly }}>
        <form ref={body} className="form" noValidate hidden={form.theirs !== undefined} onSubmit={submit}>
          {form.wasKept && (
            <Note said="politely" tone="info">
              {t('form.restored')}
            </Note>
          )}
          {missing !== undefined && (
            <Note said="politely" tone="info">
              {t('action.needs', { permission: missing })}
            </Note>
          )}
          <FormSummary {...form.summary} />
          <Suspense fallback={<output>{t('form.loading')}</output>}>
            {/* An empty form that this person may not fill in says nothing. */}
            {(row !== undefined || missing === undefined) && (
              <fieldset disabled={readOnly || form.isSending}>{children}</fieldset>
            )}
            <Arrival
              onArrive={() => {
                setHasFields(true)
                focusFirst(body.current)
              }}
            />
          </Suspense>
          {/* Lets Enter submit: the visible button is in the footer, outside of the form. */}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
        {form.theirs && (
          <ConflictPanel
            form={form}
            resource={resource}
            onSettle={(choices) => void finish(() => form.settle(choices))}
          />
        )}
      </FormContext>
      {leaving && (
        <Note tone="warning" className="form-leaving" role="alertdialog" aria-label={t('form.unsaved')}>
          <p>{t('form.unsaved')}</p>
          <Button ref={takeFocus} onClick={() => blocker.reset()}>
            {t('form.keepEditing')}
          </Button>
          <Button tone="danger" onClick={() => blocker.proceed()}>
            {t('form.discard')}
          </Button>
        </Note>
      )}
    </Dialog>
  )
}

/** The permission that a person who came by a link lacks. */
function useMissingRight({ access }: Endpoint): string | undefined {
  const { list } = useSession().permissions
  const needed = permissionsOf(access)
  return needed.length === 0 || needed.some((name) => list.includes(name)) ? undefined : needed.join(', ')
}

/** The fields may come after the dialog has opened: the keyboard is in the first of them all the same. */
function Arrival({ onArrive }: { onArrive: () => void }) {
  const arrived = useRef(onArrive)
  useEffect(() => {
    arrived.current()
  }, [])
  return null
}

/** A focus that is in a field already stays there: a choice that was opened must not close again. */
function focusFirst(form: HTMLFormElement | null): void {
  if (form?.querySelector('fieldset')?.contains(document.activeElement)) return
  form?.querySelector<HTMLElement>('input:not([type=file]), textarea')?.focus()
}
