/** Ant Design in our colours, language and nonce. */
import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { AntdLocale } from './antd-locales.ts'
import { antdThemeOf } from './antd-theme.ts'
import { useTheme } from './theme.ts'

interface AntdProviderProps {
  locale: AntdLocale
  nonce: string
  children: ReactNode
}

export function AntdProvider({ locale, nonce, children }: AntdProviderProps) {
  const name = useTheme()
  const theme = useMemo(() => antdThemeOf(name), [name])
  return (
    <ConfigProvider
      theme={theme}
      locale={locale}
      {...(nonce ? { csp: { nonce } } : {})}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  )
}
