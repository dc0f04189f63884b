import { Button, Input, type InputRef, Modal } from 'antd'
import { type SubmitEvent, useRef, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { type Role, roles } from '#contract/roles.ts'
import { grantRefusal } from '#domain/access.ts'
import { roleCodeOf } from '#domain/role-code.ts'
import { ApiError } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { useSend } from '../../api/query.ts'
import { hasToken } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { useProblemText } from '../../resource/problem-text.ts'
import { toast } from '../../ui/toasts.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import type { RolePurpose } from './RoleDialog.tsx'
import { RoleTextConflict } from './RoleTextConflict.tsx'
import { TextField } from './TextField.tsx'
import { useAttemptKey } from './use-attempt-key.ts'
import { useActor, usePermissionText } from './use-rights.ts'
import '../../resource/form.css'

interface RoleWords {
  name: string
  role: string
  description: string
}

interface RoleFormProps {
  purpose: RolePurpose
  onClose: () => void
}

export function RoleForm({ purpose, onClose }: RoleFormProps) {
  useReturnFocus()
  const t = useText()
  const navigate = useNavigate()
  const { copied, left } = useCopied(purpose)
  const [start] = useState(() => startOf(purpose, (name) => t('roles.copyOf', { name })))
  const [words, setWords] = useState<RoleWords>(start)
  const [error, setError] = useState<unknown>()
  const [theirs, setTheirs] = useState<Role>()
  const attempt = useAttemptKey()
  const saved = useRef(false)
  const first = useRef<InputRef>(null)
  const create = useSend(roles.create, { refreshes: [roles.list] })
  const edit = useSend(roles.edit, { refreshes: [roles.list] })
  const isUpdate = purpose.type === 'update'
  const isDirty = isUpdate ? words.name !== start.name || words.description !== start.description : words.name !== ''
  // Every way out is a navigation, Back included. The end of the session is not held up.
  const blocker = useBlocker(() => isDirty && !saved.current && hasToken())
  const code = roleCodeOf(words.name)
  const isSending = create.isPending || edit.isPending

  async function save(version?: number) {
    setError(undefined)
    const { name, description, role } = words
    try {
      if (purpose.type === 'update') {
        const body = { name, description, version: version ?? purpose.role.version }
        await edit.mutateAsync({ params: { roleId: purpose.role.id }, body })
        return finish()
      }
      const body = { name, description: description || null, permissions: copied, ...(role ? { role } : {}) }
      const { data } = await create.mutateAsync({ body, idempotencyKey: attempt.keyOf(body) })
      finish()
      await navigate(`/roles?view=matrix&role=${data.id}`)
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === 'STALE') return setTheirs(thrown.data as Role)
      attempt.failed(thrown)
      setError(thrown)
    }
  }

  function finish() {
    saved.current = true
    toast(t('form.saved'))
    if (isUpdate) onClose()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isSending) void save()
  }

  const leaving = blocker.state === 'blocked'
  const formId = 'role-form'
  return (
    <Modal
      open
      title={t(`roles.form.${purpose.type}`)}
      width={520}
      mask={{ closable: false }}
      scrollLock={false}
      onCancel={onClose}
      afterOpenChange={(open) => open && takeFocus(first.current)}
      footer={
        leaving || theirs ? null : (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="primary" htmlType="submit" form={formId} loading={isSending}>
              {t('action.save')}
            </Button>
          </>
        )
      }
    >
      <form id={formId} className="form" noValidate hidden={theirs !== undefined} onSubmit={submit}>
        {error !== undefined && <Failure error={error} isUpdate={isUpdate} />}
        <TextField label={t('roles.field.name')} required error={error} name="name">
          {(control) => (
            <Input
              {...control}
              ref={first}
              maxLength={100}
              value={words.name}
              onChange={(event) => setWords({ ...words, name: event.target.value })}
            />
          )}
        </TextField>
        {!isUpdate && (
          <TextField label={t('roles.field.role')} help={t('roles.codeHelp')} error={error} name="role">
            {(control) => (
              <Input
                {...control}
                maxLength={50}
                placeholder={code ?? ''}
                value={words.role}
                onChange={(event) => setWords({ ...words, role: event.target.value.toUpperCase() })}
              />
            )}
          </TextField>
        )}
        <TextField label={t('roles.field.description')} error={error} name="description">
          {(control) => (
            <Input.TextArea
              {...control}
              maxLength={500}
              placeholder={t('roles.noDescription')}
              value={words.description}
              onChange={(event) => setWords({ ...words, description: event.target.value })}
            />
          )}
        </TextField>
        {purpose.type === 'copy' && <Copied count={copied.length} left={left} />}
        {purpose.type === 'create' && <p className="blank">{t('roles.thenMatrix')}</p>}
      </form>
      {theirs && (
        <RoleTextConflict
          mine={words}
          theirs={theirs}
          isSending={isSending}
          onBack={() => setTheirs(undefined)}
          onTakeTheirs={() => {
            saved.current = true
            onClose()
          }}
          onOverwrite={() => {
            setTheirs(undefined)
            void save(theirs.version)
          }}
        />
      )}
      {leaving && (
        <div className="form-leaving note tone-warning" role="alertdialog" aria-label={t('form.unsaved')}>
          <p>{t('form.unsaved')}</p>
          <Button ref={takeFocus} onClick={() => blocker.reset()}>
            {t('form.keepEditing')}
          </Button>
          <Button danger onClick={() => blocker.proceed()}>
            {t('form.discard')}
          </Button>
        </div>
      )}
    </Modal>
  )
}

function takeFocus(element: { focus: () => void } | null): void {
  element?.focus()
}

function startOf(purpose: RolePurpose, copyOf: (name: string) => string): RoleWords {
  switch (purpose.type) {
    case 'create':
      return { name: '', role: '', description: '' }
    case 'copy':
      return { name: copyOf(purpose.role.name), role: '', description: purpose.role.description }
    case 'update':
      return { name: purpose.role.name, role: purpose.role.role, description: purpose.role.description }
  }
}

/** What of the copied role this person may grant, and what not. */
function useCopied(purpose: RolePurpose): { copied: string[]; left: string[] } {
  const actor = useActor()
  const names = purpose.type === 'copy' ? purpose.role.permissions : []
  const mayGrant = (name: string) => grantRefusal(actor, [name]) === undefined
  return { copied: names.filter(mayGrant), left: names.filter((name) => !mayGrant(name)) }
}

function Copied({ count, left }: { count: number; left: readonly string[] }) {
  const t = useText()
  const words = usePermissionText()
  return (
    <>
      <p className="note tone-info">{t('roles.copies', { count })}</p>
      {left.length > 0 && (
        <div className="note tone-warning">
          {t('roles.copyLeaves', { count: left.length })}
          <ul className="roles-names">
            {left.map((name) => (
              <li key={name}>{words(name)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** Fields say their own; what no field can say stands here, under the seed's words for a failed creation (§8). */
function Failure({ error, isUpdate }: { error: unknown; isUpdate: boolean }) {
  const t = useText()
  const basic = useBasicText()
  const problemText = useProblemText()
  const problems = error instanceof ApiError ? error.errors : []
  const others = problems.filter(({ path }) => !['name', 'role', 'description'].includes(path))
  return (
    <div className="note tone-danger" role="alert">
      {!isUpdate && <strong>{t('roles.createFailed')}</strong>}
      <p>{errorText(error, basic)}</p>
      {others.map((problem) => (
        <p key={problem.path + problem.code}>{problemText(problem)}</p>
      ))}
    </div>
  )
}
