/** What can be done with the trail as a whole: take the filter away as a file, and prove the chain. */
import { DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { logs } from '#contract/logs.ts'
import { download } from '../../api/download.ts'
import { errorText } from '../../api/error-text.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.ts'
import { sentFilters } from './log-query.ts'
import type { LogList } from './use-log-list.ts'

const ChainDialog = lazyDialog(async () => (await import('./ChainDialog.tsx')).ChainDialog)

export function LogTools({ list: { data, view } }: { list: LogList }) {
  const t = useText()
  const basic = useBasicText()
  const [search] = useSearchParams()
  const [isSaving, setSaving] = useState(false)
  const [isChecking, setChecking] = useState(false)

  async function save() {
    setSaving(true)
    try {
      const { cursor: _, ...days } = sentFilters(search)
      const { from: _from, to: _to, ...filters } = view.state.filters
      const sent = Object.fromEntries(Object.entries({ ...filters, ...days }).filter(([, value]) => value !== ''))
      await download(logs.export, { query: sent })
    } catch (thrown) {
      toast(errorText(thrown, basic))
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} onClick={() => setChecking(true)}>
        {t('logs.chain.open')}
      </Button>
      <Button icon={<DownloadOutlined />} loading={isSaving} disabled={data.total === 0} onClick={() => void save()}>
        {t('logs.export')}
      </Button>
      {isChecking && <ChainDialog onClose={() => setChecking(false)} />}
    </>
  )
}
