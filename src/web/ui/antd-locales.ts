/** What Ant Design says in each language: that of its calendar, here. */
import type { Locale as AntdLocale } from 'antd/es/locale'
import type { Locale } from '#domain/locale.ts'

export type { AntdLocale }

// Own thunks: the bundler must see each path to make one chunk of it.
const loaders = {
  en: () => import('antd/es/locale/en_US'),
  'pt-br': () => import('antd/es/locale/pt_BR'),
  zh: () => import('antd/es/locale/zh_CN'),
}

/** In the head of a calendar the month and the year are called as they read, not `Choose a month`. */
export async function loadAntdLocale(locale: Locale): Promise<AntdLocale> {
  const { default: antd } = await loaders[locale]()
  const { DatePicker: picker } = antd
  return picker
    ? { ...antd, DatePicker: { ...picker, lang: { ...picker.lang, monthSelect: '', yearSelect: '' } } }
    : antd
}
