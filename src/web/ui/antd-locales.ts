/** What Ant Design says in each language: that of its calendar, here. */
import type { Locale } from 'antd/es/locale'

export type AntdLocale = Locale

/** In the head of a calendar the month and the year are called as they read, not `Choose a month`. */
export function withNamesInSight(antd: AntdLocale): AntdLocale {
  const { DatePicker: picker } = antd
  return picker
    ? { ...antd, DatePicker: { ...picker, lang: { ...picker.lang, monthSelect: '', yearSelect: '' } } }
    : antd
}
