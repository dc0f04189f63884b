/** Our colours and measures as the tokens of what we use of Ant Design: select, cascader, calendar with its button. */
import { theme as antdTheme, type ThemeConfig } from 'antd'
import { paletteOf, type ThemeName } from './theme.ts'

export function antdThemeOf(theme: ThemeName): ThemeConfig {
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
