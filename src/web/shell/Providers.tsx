/** The contexts that everything inside the shell needs: texts, calls, and Ant Design. */
import { QueryClientProvider } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { cspNonce } from '../api/page-settings.ts'
import { queryClient } from '../api/query.ts'
import { languageTags, useLocale } from '../i18n/locale.ts'
import { currentBundle } from '../i18n/messages.ts'
import { AntdProvider } from '../ui/AntdProvider.tsx'

/** The router draws the shell again at every step: with the same children, nothing in here is drawn again. */
export const Providers = memo(function Providers({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const { messages, antd } = currentBundle()
  return (
    <QueryClientProvider client={queryClient}>
      <IntlProvider locale={languageTags[locale]} messages={messages}>
        <AntdProvider locale={antd} nonce={cspNonce}>
          {children}
        </AntdProvider>
      </IntlProvider>
    </QueryClientProvider>
  )
})
