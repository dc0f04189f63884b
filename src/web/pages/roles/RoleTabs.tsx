import { grants } from '#contract/roles.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

type RoleView = 'list' | 'matrix' | 'grants'

export function RoleTabs({ open }: { open: RoleView }) {
  const t = useText()
  const waiting = useCall(grants.list, { query: { pageSize: 1 } }).data?.total
  return (
    <LinkTabs
      label={t('roles.views')}
      open={open}
      tabs={[
        { key: 'list', to: '/roles', text: t('roles.view.list') },
        { key: 'matrix', to: '/roles?view=matrix', text: t('roles.view.matrix') },
        { key: 'grants', to: '/roles?view=grants', text: t('roles.view.grants'), count: waiting },
      ]}
    />
  )
}
