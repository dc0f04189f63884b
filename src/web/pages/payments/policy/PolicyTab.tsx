/** How much may be let go: the limits that count now, how they were before, and the form that changes them. */
import { EditOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { type LimitRow, type Policy, paymentPolicy } from '#contract/payment-policy.ts'
import { useCall } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useRoleName } from '../../../i18n/role-name.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { WaitingChange } from '../../../money/WaitingChange.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { endHead, Table } from '../../../ui/Table.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { PolicyForm } from './PolicyForm.tsx'
import './policy.css'

export function PolicyTab() {
  const t = useText()
  const canSet = useCan('roles.grantPayments')
  const [editing, setEditing] = useState(false)
  const { data, error, refetch } = useCall(paymentPolicy.get, {})
  return (
    <section className="policy">
      <title>{`${t('payments.tab.policy')} · Canvass`}</title>
      <PageHead
        title={t('payments.title')}
        actions={
          data &&
          !editing && (
            <Button
              look="primary"
              icon={<EditOutlined />}
              refusal={canSet ? undefined : t('policy.needsAdministrator')}
              onClick={() => setEditing(true)}
            >
              {t('policy.change')}
            </Button>
          )
        }
      />
      <PaymentTabs open="policy" />
      {error && <LoadProblem title="policy.failed" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PaymentsSkeleton />}
      {data && editing && <PolicyForm policy={data.data} onClose={() => setEditing(false)} />}
      {data &&
        data.data.waiting.map((change) => (
          <WaitingChange key={change.id} change={change}>
            {change.limits && <Limits limits={change.limits} roles={data.data.roles} />}
          </WaitingChange>
        ))}
      {data && !editing && <Standing policy={data.data} />}
    </section>
  )
}

function Standing({ policy: { limits, versions, roles } }: { policy: Policy }) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      <Panel aria-label={t('policy.now')} heading={t('policy.now')}>
        <p className="blank">{t('policy.lead')}</p>
        <Limits limits={limits} roles={roles} />
      </Panel>
      {versions.length > 0 && (
        <Panel aria-label={t('policy.versions')} heading={t('policy.versions')}>
          {versions.map(({ version, changedBy, confirmedBy, changedAt, reason, limits: then }) => (
            <details key={version}>
              <summary>
                {t('policy.version', { version, name: changedBy.name, moment: format.dateTime(changedAt) })}
                {confirmedBy && <small>{t('policy.versionBy', { name: confirmedBy.name })}</small>}
                <small>{reason}</small>
              </summary>
              <Limits limits={then} roles={roles} />
            </details>
          ))}
        </Panel>
      )}
    </>
  )
}

function Limits({ limits, roles }: { limits: readonly LimitRow[]; roles: Policy['roles'] }) {
  const t = useText()
  const format = useFormat()
  const roleName = useRoleName()
  if (limits.length === 0) return <p>{t('policy.none')}</p>
  const named = (role: string) => roleName(roles.find((one) => one.role === role) ?? { role, name: role })
  return (
    <Table heads={['policy.kind', 'policy.role', endHead('payments.field.amount')]}>
      {limits.map(({ kind, role, amount, currency }) => (
        <tr key={[kind, currency, role].join(' ')}>
          <th scope="row">{t(`policy.kind.${kind}`)}</th>
          <td>{role === null ? t('policy.everyRole') : named(role)}</td>
          <td className="table-end">{format.money(amount, currency)}</td>
        </tr>
      ))}
    </Table>
  )
}
