/** Through whom people are paid: each provider, what it serves, whether it sends, and what it says of our account. */
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { paymentProviders, type ProviderRow } from '#contract/payment-providers.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useReasonText } from '../../../i18n/reason-text.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { StopNotes } from '../StopNotes.tsx'
import { CredentialsDialog } from './CredentialsDialog.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'
import './providers.css'

const lookAgainMs = 15_000

/** What a dialog is open for: a new provider, a record, or what lets us in there. */
type Opened = { kind: 'new' } | { kind: 'record' | 'credentials'; provider: ProviderRow }

export function ProvidersTab() {
  const t = useText()
  const canSet = useCan('settings.write')
  const [opened, setOpened] = useState<Opened>()
  const { data, error, refetch } = useCall(paymentProviders.list, {}, { everyMs: () => lookAgainMs })
  const refusal = canSet ? undefined : t('action.needs', { permission: 'settings.write' })
  const close = () => setOpened(undefined)
  return (
    <section className="providers">
      <title>{`${t('payments.tab.providers')} · Canvass`}</title>
      <PageHead
        title={t('payments.title')}
        actions={
          <Button look="primary" icon={<PlusOutlined />} refusal={refusal} onClick={() => setOpened({ kind: 'new' })}>
            {t('providers.new')}
          </Button>
        }
      />
      <PaymentTabs open="providers" />
      <StopNotes />
      <p className="providers-intro">{t('providers.intro')}</p>
      {error && <LoadProblem title="providers.failed" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PaymentsSkeleton />}
      {data?.list.map((provider) => (
        <Provider key={provider.id} provider={provider} refusal={refusal} onOpen={setOpened} />
      ))}
      {opened?.kind === 'credentials' && <CredentialsDialog provider={opened.provider} onClose={close} />}
      {opened?.kind === 'record' && <ProviderDialog provider={opened.provider} onClose={close} />}
      {opened?.kind === 'new' && <ProviderDialog onClose={close} />}
    </section>
  )
}

interface ProviderProps {
  provider: ProviderRow
  refusal: string | undefined
  onOpen: (opened: Opened) => void
}

function Provider({ provider, refusal, onOpen }: ProviderProps) {
  const t = useText()
  const format = useFormat()
  const test = useSend(paymentProviders.test)
  const { title, name, origin, kind, dialect, stops, enabled, waiting, balances } = provider
  const [trouble] = stops
  const state = trouble ?? (enabled ? 'SENDING' : 'OFF')
  const all = (values: readonly string[]) => (values.length > 0 ? values.join(', ') : t('providers.all'))
  const isOwn = origin === 'PEOPLE'
  return (
    <Panel className="provider">
      <header>
        <h2>
          {title} <small>{name}</small>
        </h2>
        <strong data-state={state}>{t('providers.state', { state })}</strong>
      </header>
      <Facts
        of={[
          fact(t('providers.field.prefixes'), all(provider.prefixes)),
          fact(t('providers.field.currencies'), all(provider.currencies)),
          fact(t('providers.field.priority'), format.number(provider.priority)),
          fact(t('providers.waiting'), format.number(waiting)),
          provider.charges.length > 0 &&
            fact(
              t('providers.field.charges'),
              provider.charges
                .map(({ currency, upTo, charge }) =>
                  t('providers.charges.band', {
                    upTo: format.money(upTo, currency),
                    charge: format.money(charge, currency),
                  }),
                )
                .join(' · '),
              'long',
            ),
          fact(
            t('providers.field.dialect'),
            (dialect || kind === 'FILE') && t('providers.dialect', { dialect: dialect ?? kind }),
          ),
          fact(t('providers.field.baseUrl'), provider.baseUrl),
          isOwn &&
            kind === 'API' &&
            fact(
              t('providers.credentials'),
              provider.credentials.length === 0
                ? t('providers.credentials.none')
                : provider.credentials
                    .map(({ name: key, setAt }) => `${t('providers.credential', { key })} (${format.date(setAt)})`)
                    .join(', '),
              'long',
            ),
          ...balances.map(({ currency, available, reserved, providerReported, providerReportedAt, difference }) =>
            fact(
              t('providers.balance', { currency }),
              <>
                {t('providers.ours', {
                  available: format.money(available.amount, currency),
                  reserved: format.money(reserved.amount, currency),
                })}
                <br />
                {providerReported && difference
                  ? t('providers.theirs', {
                      reported: format.money(providerReported.amount, currency),
                      difference: format.money(difference.amount, currency),
                      moment: format.dateTime(providerReportedAt ?? ''),
                    })
                  : t('providers.theirs.none')}
              </>,
              'long',
            ),
          ),
        ].filter((one) => one !== false)}
      />
      {!isOwn && (
        <p className="providers-intro">{t(kind === 'SIMULATOR' ? 'providers.simulator' : 'providers.settings')}</p>
      )}
      {kind !== 'SIMULATOR' && (
        <footer>
          {kind === 'API' && (
            <Button
              size="small"
              refusal={refusal}
              loading={test.isPending}
              onClick={() => test.mutate({ params: { id: provider.id } })}
            >
              {t('providers.test')}
            </Button>
          )}
          {isOwn && kind === 'API' && (
            <Button size="small" refusal={refusal} onClick={() => onOpen({ kind: 'credentials', provider })}>
              {t('providers.credentials.set')}
            </Button>
          )}
          {isOwn && (
            <Button size="small" refusal={refusal} onClick={() => onOpen({ kind: 'record', provider })}>
              {t('providers.change')}
            </Button>
          )}
        </footer>
      )}
      <ErrorNote error={test.error ?? undefined} />
      {test.data && <Tested {...test.data.data} />}
    </Panel>
  )
}

function Tested({ code, milliseconds }: { code: string | null; milliseconds: number }) {
  const t = useText()
  const reason = useReasonText()
  const seconds = milliseconds / 1000
  return code === null ? (
    <Note tone="success">{t('providers.tested.well', { seconds })}</Note>
  ) : (
    <Note tone="danger" role="alert">
      {t('providers.tested.not', { reason: reason(code), code })}
    </Note>
  )
}
