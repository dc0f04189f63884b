/** Invites many people at once, from a pasted list: each line becomes an account, and what does not stays to be corrected. */
import { useRef, useState } from 'react'
import { people, type PersonRow } from '#contract/people.ts'
import { type Invited, linesOf, readInvited } from '#domain/people/invitations.ts'
import { participantRole } from '#domain/people/permissions.ts'
import { locales } from '#domain/text/locale.ts'
import { ApiError } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { hasMail } from '../../api/page-settings.ts'
import { ask, refresh } from '../../api/query.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FieldBox } from '../../form/FieldBox.tsx'
import { useBasicText } from '../../i18n/basic.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/text.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { Note } from '../../ui/Note.tsx'
import { Table } from '../../ui/Table.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import { linkSecret, type Secret } from './OneTimePassword.tsx'
import { roleChoice } from './staff-rules.ts'
import { useActor } from './use-refusal.ts'
import type { KnownRoles } from './use-roles.ts'

interface InviteDialogProps {
  roles: KnownRoles
  onClose: () => void
}

export function InviteDialog({ roles, onClose }: InviteDialogProps) {
  const t = useText()
  const basic = useBasicText()
  const problemText = useProblemText()
  const actor = useActor()
  const [text, setText] = useState('')
  const [roleId, setRoleId] = useState<number>()
  const [locale, setLocale] = useState(currentLocale())
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [links, setLinks] = useState<readonly Secret[]>([])
  /** What went out without an answer: the account may be there. */
  const unanswered = useRef(new Set<string>())
  const offered = roles.list
    .filter(({ role }) => role !== participantRole)
    .map((role) => ({ ...role, ...roleChoice(actor, role, undefined, []) }))
  const invited = readInvited(text, { roles: offered, roleId, byMail: hasMail })
  const faults = new Map(invited.map((each) => [each, faultsOf(each)]))
  const wrong = invited.filter((each) => faults.get(each)?.length)

  function faultsOf({ problems, roleId: chosen }: Invited): string[] {
    const refusal = offered.find(({ id }) => id === chosen)?.refusal
    return [...problems.map(worded), ...(refusal ? [basic(`errors.${refusal}`)] : [])]
  }

  function worded(problem: Invited['problems'][number]): string {
    return `${t(`admins.field.${problem.path as 'name'}`)}: ${problemText(problem)}`
  }

  async function invite({ name, username, email, roleId: chosen = 0, line }: Invited) {
    const body = { adminType: 'ADMIN', invite: true, name, username, email, roleId: chosen, locale } as const
    const made = await ask(people.create, { body }).catch((error: unknown) => foundAgain(error, { ...body, line }))
    setText((before) =>
      linesOf(before)
        .filter((each) => each !== line)
        .join('\n'),
    )
    const secret = made?.data.invitation && linkSecret(made.data, made.data.invitation)
    if (secret) setLinks((before) => [...before, secret])
  }

  /** Sent again after its answer was lost, a line meets the account that it made. */
  async function foundAgain(
    error: unknown,
    { line, username, email }: Pick<PersonRow, 'username' | 'email'> & { line: string },
  ) {
    if (!(error instanceof ApiError)) throw error
    if (error.status >= 500) unanswered.current.add(line)
    if (error.code !== 'DUPLICATE' || !hasMail || !unanswered.current.has(line)) throw error
    const { list } = await ask(people.admins, { query: { q: username } })
    if (!list.some((each) => each.username === username && each.email === email)) throw error
    return undefined
  }

  async function run() {
    const found = new Map<string, string>()
    try {
      for (const each of invited)
        await invite(each).catch((error: unknown) => {
          // Without an answer, or when it is the call that is refused, the next one fares no better.
          if (!(error instanceof ApiError) || ![400, 409].includes(error.status)) throw error
          const [problem] = error.errors
          found.set(each.line, problem ? worded(problem) : errorText(error, basic))
        })
    } finally {
      setRefused(found)
      void refresh(people.admins)
    }
    if (found.size > 0 || !hasMail) return false
    return t('people.invited', { count: invited.length })
  }

  const isDone = links.length > 0 && invited.length === 0
  return (
    <ConfirmDialog
      title={t('people.inviteMany.title')}
      action={isDone ? undefined : t('people.inviteMany.action', { count: invited.length })}
      size="large"
      missing={invited.length === 0 ? ['list'] : []}
      problem={wrong.length > 0 ? t('people.inviteMany.wrong', { count: wrong.length }) : undefined}
      run={invited.length === 0 ? async () => false : run}
      onClose={onClose}
    >
      {links.length > 0 && <Links links={links} />}
      {!isDone && (
        <>
          <p>{t(hasMail ? 'people.inviteMany.text' : 'people.inviteMany.textNoMail')}</p>
          <FieldBox label={t('people.inviteMany.list')} sets={['list']} required help={t('people.inviteMany.help')}>
            <TextArea
              rows={6}
              wrap="off"
              spellCheck={false}
              placeholder={`Ana Silva, ana@example.org, ${offered.at(-1)?.name ?? ''}`}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </FieldBox>
          <FieldBox label={t('people.inviteMany.role')}>
            <NativeSelect
              none={t('people.inviteMany.noRole')}
              options={offered.map(({ id, name, refusal }) => ({
                value: id,
                label: name,
                disabled: refusal !== undefined,
              }))}
              value={roleId}
              onChange={setRoleId}
            />
          </FieldBox>
          <FieldBox label={t('admins.field.locale')}>
            <NativeSelect
              options={locales.map((value) => ({ value, label: t(`language.${value}`) }))}
              value={locale}
              onChange={(value) => value && setLocale(value)}
            />
          </FieldBox>
          {invited.length > 0 && (
            <Table heads={['admins.field.name', 'admins.field.username', 'admins.field.roleId']}>
              {invited.map((each, at) => (
                <tr key={at}>
                  <td>
                    {each.name}
                    <span className="person-address">{each.email}</span>
                    {[...(faults.get(each) ?? []), refused.get(each.line) ?? []].flat().map((fault) => (
                      <span key={fault} className="field-problem person-fault">
                        {fault}
                      </span>
                    ))}
                  </td>
                  <td>{each.username}</td>
                  <td>{roles.byId.get(each.roleId ?? 0)?.name}</td>
                </tr>
              ))}
            </Table>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

/** Of a house without mail. */
function Links({ links }: { links: readonly Secret[] }) {
  const t = useText()
  return (
    <>
      <Note tone="warning">{t('people.inviteMany.links')}</Note>
      <Table heads={['admins.field.name', 'people.link.label']}>
        {links.map(({ name, username, secret }) => (
          <tr key={username}>
            <td>{name}</td>
            <td>
              <CopyText text={secret} shown={username} />
            </td>
          </tr>
        ))}
      </Table>
      <p>
        <CopyText
          text={links.map(({ name, username, secret }) => [name, username, secret].join('\t')).join('\n')}
          shown={t('people.inviteMany.copyAll')}
        />
      </p>
    </>
  )
}
