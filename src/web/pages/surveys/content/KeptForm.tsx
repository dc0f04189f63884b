import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { ConflictPanel } from '../../../form/ConflictPanel.tsx'
import { FormContext } from '../../../form/form-context.ts'
import { FormSummary } from '../../../form/FormSummary.tsx'
import { useText } from '../../../i18n/text.ts'
import { takeFocusWithin } from '../../../ui/focus.ts'
import { useContent } from './content-context.ts'
import { resources } from './edits.ts'
import { type KeptFormProps, useKeptForm } from './use-kept-form.ts'

/** The fields of a part of the content, without a button: what is written is saved. */
export function KeptForm({ children, ...props }: KeptFormProps & { children: ReactNode }) {
  const t = useText()
  const { canWrite } = useContent()
  const form = useKeptForm(props)
  return (
    <FormContext value={form.model}>
      {/* A field that is left is saved. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
        onBlur={form.save}
      >
        <FormSummary {...form.summary} />
        {form.theirs && (
          <ConflictPanel
            form={form}
            resource={resources[props.kind]}
            onSettle={(choices) => void form.settle(choices)}
          />
        )}
        <Suspense fallback={<output>{t('form.loading')}</output>}>
          <fieldset disabled={!canWrite} hidden={form.theirs !== undefined}>
            {children}
          </fieldset>
          <Wanted />
        </Suspense>
      </form>
    </FormContext>
  )
}

/** The field that was asked for gets the focus once it is there. */
function Wanted() {
  const mark = useRef<HTMLSpanElement>(null)
  const { wanted } = useContent()
  const field = wanted.use()
  useEffect(() => {
    if (field === undefined) return
    wanted.set(undefined)
    const form = mark.current?.closest('form') ?? null
    const box = form?.querySelector<HTMLElement>(`[data-field="${field}"]`)
    box?.closest('details')?.setAttribute('open', '')
    takeFocusWithin(box ?? form)
    box?.scrollIntoView({ block: 'center' })
  }, [field, wanted])
  return <span ref={mark} hidden />
}
