/** A permission of one's own: it guards the entry of the menu that it is named after. */
import { Button, Input, type InputRef, Modal } from 'antd'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { permissions, roles } from '#contract/roles.ts'
import { errorText } from '../../api/error-text.ts'
import { useSend } from '../../api/query.ts'
import { boot, useSession } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { toast } from '../../ui/toasts.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { TextField } from './TextField.tsx'
import { useAttemptKey } from './use-attempt-key.ts'
import '../../resource/form.css'

const prefix = 'visit.'

export function NewPermission({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const t = useText()
  const basic = useBasicText()
  const { routes } = useSession()
  const id = useId()
  const [entry, setEntry] = useState('')
  const [description, setDescription] = useState('')
  const [error, setError] = useState<unknown>()
  const attempt = useAttemptKey()
  const first = useRef<InputRef>(null)
  const create = useSend(permissions.create, { refreshes: [permissions.byArea, roles.list] })

  async function save() {
    setError(undefined)
    const name = prefix + entry.trim()
    try {
      const body = { name, description: description || null }
      await create.mutateAsync({ body, idempotencyKey: attempt.keyOf(body) })
      // Administrators hold it from now on, and the menu is another for those who do not.
      void boot()
      toast(t('roles.permissionMade', { name }))
      onClose()
    } catch (thrown) {
      attempt.failed(thrown)
      setError(thrown)
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!create.isPending) void save()
  }

  return (
    <Modal
      open
      title={t('roles.newPermission')}
      width={480}
      mask={{ closable: false }}
      scrollLock={false}
      onCancel={onClose}
      afterOpenChange={(open) => open && first.current?.focus()}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={`${id}-form`} loading={create.isPending}>
            {t('action.save')}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} className="form" noValidate onSubmit={submit}>
        {error !== undefined && (
          <p className="note tone-danger" role="alert">
            {errorText(error, basic)}
          </p>
        )}
        <p className="note tone-info">{t('roles.newPermissionText')}</p>
        <TextField label={t('roles.menuEntry')} help={t('roles.menuEntryHelp')} required error={error} name="name">
          {(control) => (
            <Input
              {...control}
              ref={first}
              prefix={prefix}
              maxLength={60}
              list={`${id}-entries`}
              value={entry}
              onChange={(event) => setEntry(event.target.value)}
            />
          )}
        </TextField>
        <datalist id={`${id}-entries`}>
          {routes.map((route) => (
            <option key={route.id} value={route.id}>
              {route.name}
            </option>
          ))}
        </datalist>
        <TextField label={t('roles.field.description')} error={error} name="description">
          {(control) => (
            <Input.TextArea
              {...control}
              maxLength={500}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </TextField>
      </form>
    </Modal>
  )
}
