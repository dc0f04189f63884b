/** The bell of the header: how much is new, and the list when it is opened. */
import { BellOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { Bell } from '#contract/bell.ts'
import { unseenOf } from '#domain/people/bell.ts'
import { useText } from '../i18n/text.ts'
import { wasShown } from '../jobs/running.ts'
import { lazyComponent } from '../lazy-component.ts'
import { PopoverButton } from '../ui/PopoverButton.tsx'
import { useBell } from './bell.ts'

const BellList = lazyComponent(async () => (await import('./BellList.tsx')).BellList, 'jobs')

export function BellButton() {
  const t = useText()
  const data = useBell()
  const count = countNew(data)
  return (
    <>
      <PopoverButton
        label={t('shell.bell')}
        title={t('shell.bell')}
        className="tool shell-bell"
        icon={<BellOutlined />}
        face={
          <>
            <span className="visually-hidden">{t('shell.bell')}</span>
            {count > 0 && <Badge count={count} />}
          </>
        }
        description={count > 0 ? t('shell.bellNew', { count }) : undefined}
      >
        {(close) => <BellList data={data} onLeave={close} />}
      </PopoverButton>
      <Said count={count} />
    </>
  )
}

/** Entries, and jobs that no screen of this page has shown. */
function countNew(data: Bell | undefined): number {
  if (!data) return 0
  const ended = data.jobs.flatMap(({ id, finishedAt }) =>
    finishedAt === null || wasShown(id) ? [] : [{ at: finishedAt }],
  )
  return unseenOf([...data.entries, ...ended], data.seenAt).length
}

/** Heard only when there is more than before, and not when the page opens. */
function Said({ count }: { count: number }) {
  const t = useText()
  const [known, setKnown] = useState({ count, words: '' })
  if (known.count !== count) setKnown({ count, words: count > known.count ? t('shell.bellNew', { count }) : '' })
  return <output className="visually-hidden">{known.words}</output>
}

const mostShown = 999

/** Its words are those of the button or link that it is on. */
export function Badge({ count }: { count: number }) {
  return (
    <span className="shell-badge" aria-hidden="true">
      {count > mostShown ? `${mostShown}+` : count}
    </span>
  )
}
