import { LockOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect } from 'react'
import { useForm } from '../../../form/form-context.ts'
import { useText, useTextOr } from '../../../i18n/text.ts'

/** In place of a field that a published version has fixed: its value, and since when. */
export function FixedField({ name, since, children }: { name: string; since: number; children: ReactNode }) {
  const t = useText()
  const textOr = useTextOr()
  const { name: resource, announce } = useForm()
  useEffect(() => announce(name), [announce, name])
  return (
    <div className="field">
      <span className="field-name">{textOr(`${resource}.field.${name}`, name)}</span>
      <span className="field-fixed">
        <LockOutlined /> {children}
      </span>
      <div className="field-notes">{t('surveys.fixedSince', { version: since })}</div>
    </div>
  )
}

/** The first published version that holds the record of this form; null while only the draft does. */
export function useFirstVersion(): number | null {
  const { row } = useForm()
  return (row as { firstVersion: number | null } | undefined)?.firstVersion ?? null
}
