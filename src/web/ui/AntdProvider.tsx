/** Ant Design in our colours, language and nonce. */
import { ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { AntdLocale } from './antd-locales.ts'
import { paletteOf, type ThemeName, useTheme } from './theme.ts'

/** Our colours and measures as the tokens of what we use of Ant Design: select, cascader, calendar with its button. */
function antdThemeOf(theme: ThemeName): ThemeConfig {
  const c = paletteOf(theme)
  return {
    algorithm: theme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: c.accent,
      colorPrimaryHover: c.accentHover,
      colorPrimaryActive: c.accentHover,
      colorPrimaryBg: c.accentTint,
      colorPrimaryBgHover: c.accentTint,
      colorLink: c.accent,
      colorLinkHover: c.accentHover,
      colorError: c.danger,
      colorErrorHover: c.danger,
      colorText: c.text,
      colorTextHeading: c.text,
      colorTextSecondary: c.muted,
      colorTextTertiary: c.muted,
      colorTextDescription: c.muted,
      colorTextPlaceholder: c.muted,
      colorIcon: c.muted,
      colorBgContainer: c.surface,
      colorBgElevated: c.surface,
      colorBorder: c.controlLine,
      colorBorderSecondary: c.line,
      colorSplit: c.line,
      boxShadow: c.shadow,
      boxShadowSecondary: c.shadow,
      fontFamily: 'var(--font)',
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 34,
      // With the border they make a ring of two pixels, as everything else has that holds the focus.
      controlOutlineWidth: 1,
      controlOutline: c.accent,
      colorErrorOutline: c.danger,
    },
    components: {
      Button: {
        // The dark algorithm dims the seed colour; the button is to be as bright as on the sign-in page.
        colorPrimary: c.accent,
        primaryColor: c.onAccent,
        fontWeight: 500,
        primaryShadow: 'none',
      },
      // The days before and after the month.
      DatePicker: { colorTextDisabled: c.muted },
    },
  }
}

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
