/** The tabs of one person. The URL names the open one; each loads, and asks the server, when it is first opened. */
import { type ComponentType, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { PersonDetail } from '#contract/people.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { useSession } from '../../../api/session.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { useText } from '../../../i18n/text.ts'
import { LinkTabs } from '../../../ui/LinkTabs.tsx'
import { Note } from '../../../ui/Note.tsx'

export interface PersonTab {
  key: string
  text: MessageId
  /** Without it there is no such tab. */
  needs?: PermissionName
  Panel: ComponentType<{ person: PersonDetail }>
}

interface PersonTabsProps {
  person: PersonDetail
  /** The first is open when the URL names none. */
  tabs: readonly [PersonTab, ...PersonTab[]]
}

export function PersonTabs({ person, tabs }: PersonTabsProps) {
  const t = useText()
  const { permissions } = useSession()
  const [search] = useSearchParams()
  const shown = tabs.filter(({ needs }) => needs === undefined || permissions.list.includes(needs))
  const asked = tabs.find(({ key }) => key === search.get('tab'))
  const [first] = tabs
  const { key, needs, Panel } = asked ?? first
  const isAllowed = shown.some((tab) => tab.key === key)
  return (
    <>
      <LinkTabs
        label={t('people.tabs')}
        open={key}
        tabs={shown.map((tab) => ({
          key: tab.key,
          to: { search: tab === first ? '' : `?tab=${tab.key}` },
          text: t(tab.text),
        }))}
      />
      {isAllowed ? (
        <Suspense fallback={<output className="skeleton" aria-label={t('form.loading')} />}>
          <Panel person={person} />
        </Suspense>
      ) : (
        // The user followed a link to a tab without the right to it.
        <Note tone="neutral">{t('action.needs', { permission: needs ?? '' })}</Note>
      )}
    </>
  )
}
