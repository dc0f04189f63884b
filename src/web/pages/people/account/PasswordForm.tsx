/** Changes one's own password. The server knows the rules; what can be told before asking it is told here. */
import { type SubmitEvent, useRef, useState } from 'react'
import { auth } from '#contract/auth.ts'
import { longestPassword, shortestPassword } from '#domain/people/passwords.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useSend } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { PasswordInput } from '../../../ui/PasswordInput.tsx'
import { useProblemFocus } from '../../../ui/focus.ts'
import { toast } from '../../../ui/toasts.ts'
import './account.css'

type Field = 'currentPassword' | 'newPassword' | 'repeated'
const blank: Record<Field, string> = { currentPassword: '', newPassword: '', repeated: '' }

interface PasswordFormProps {
  /** `first`: the current password was made by another person. */
  occasion: 'first' | 'later'
  onChanged?: () => Promise<void>
}

export function PasswordForm({ occasion, onChanged }: PasswordFormProps) {
  const t = useText()
  const basic = useBasicText()
  const problemText = useProblemText()
  const { user } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useProblemFocus(form)
  const [values, setValues] = useState(blank)
  const [problems, setProblems] = useState<Partial<Record<Field | 'form', string>>>({})
  const send = useSend(auth.changePassword, { refreshes: [auth.sessions] })

  function problemsHere(): Partial<Record<Field, string>> {
    const { currentPassword, newPassword, repeated } = values
    const { length } = Array.from(newPassword)
    return {
      ...(currentPassword === '' ? { currentPassword: problemText({ code: 'REQUIRED' }) } : {}),
      ...(newPassword === '' ? { newPassword: problemText({ code: 'REQUIRED' }) } : {}),
      ...(newPassword !== '' && length < shortestPassword
        ? { newPassword: problemText({ code: 'TOO_SHORT', limit: shortestPassword }) }
        : {}),
      ...(length > longestPassword ? { newPassword: problemText({ code: 'TOO_LONG', limit: longestPassword }) } : {}),
      ...(newPassword !== repeated ? { repeated: t('account.notTheSame') } : {}),
    }
  }

  function show(found: typeof problems) {
    setProblems(found)
    focusProblem()
  }

  function refused(error: unknown) {
    if (!(error instanceof ApiError)) throw error
    const [problem] = error.errors
    if (error.code === 'PASSWORD_WRONG') return show({ currentPassword: errorText(error, basic) })
    if (problem?.path === 'newPassword') return show({ newPassword: problemText(problem) })
    return show({ form: errorText(error, basic) })
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (send.isPending) return
    const found = problemsHere()
    if (Object.keys(found).length > 0) return show(found)
    setProblems({})
    const { currentPassword, newPassword } = values
    try {
      await send.mutateAsync({ body: { currentPassword, newPassword } })
    } catch (error) {
      return refused(error)
    }
    setValues(blank)
    toast(t('account.passwordChanged'))
    await onChanged?.()
  }

  const fieldOf = (name: Field) => ({
    value: values[name],
    problem: problems[name],
    onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
  })
  return (
    <form ref={form} className="form password-form" noValidate onSubmit={(event) => void submit(event)}>
      {problems.form && (
        <Note tone="danger" tabIndex={-1}>
          {problems.form}
        </Note>
      )}
      {/* For the browser's password store: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <PasswordField
        {...fieldOf('currentPassword')}
        label={t(occasion === 'first' ? 'account.oneTimePassword' : 'account.currentPassword')}
        kind="current-password"
      />
      <PasswordField
        {...fieldOf('newPassword')}
        label={t('account.newPassword')}
        kind="new-password"
        help={t('account.passwordHelp', { limit: shortestPassword })}
      />
      <PasswordField {...fieldOf('repeated')} label={t('account.repeatPassword')} kind="new-password" />
      <Button look="primary" type="submit" loading={send.isPending}>
        {t('account.changePassword')}
      </Button>
    </form>
  )
}

interface PasswordFieldProps {
  label: string
  kind: 'current-password' | 'new-password'
  value: string
  problem: string | undefined
  help?: string
  onChange: (value: string) => void
}

function PasswordField({ label, kind, value, problem, help, onChange }: PasswordFieldProps) {
  return (
    <FieldBox label={label} problem={problem} help={help}>
      <PasswordInput
        autoComplete={kind}
        aria-required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldBox>
  )
}
