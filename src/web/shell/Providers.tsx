/** What everything inside the shell stands on: texts, calls, and Ant Design in our colours, language and nonce. */
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { memo, type ReactNode, useMemo } from 'react'
import { IntlProvider } from 'react-intl'
import { cspNonce } from '../api/page-settings.ts'
import { queryClient } from '../api/query.ts'
import { languageTags, useLocale } from '../i18n/locale.ts'
import { currentBundle } from '../i18n/messages.ts'
import { antdThemeOf } from '../ui/antd-theme.ts'
import { useTheme } from '../ui/theme.ts'

/** The router draws the shell anew at every step: with the same children nothing in here follows. */
export const Providers = memo(function Providers({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const theme = useTheme()
  const antdTheme = useMemo(() => antdThemeOf(theme), [theme])
  const { messages, antd } = currentBundle()
  return (
    <QueryClientProvider client={queryClient}>
      <IntlProvider locale={languageTags[locale]} messages={messages}>
        <ConfigProvider
          theme={antdTheme}
          locale={antd}
          {...(cspNonce ? { csp: { nonce: cspNonce } } : {})}
          button={{ autoInsertSpace: false }}
          wave={{ disabled: true }}
        >
          {children}
        </ConfigProvider>
      </IntlProvider>
    </QueryClientProvider>
  )
})
