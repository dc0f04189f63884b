/** Everything a language needs inside the shell: our texts, Ant Design's and dayjs' locale. Loaded when first shown. */
import type { Locale as AntdLocale } from 'antd/es/locale'
import dayjs from 'dayjs'
import type english from '../locales/en.json'
import { basicTexts, loadBasic } from './basic.ts'
import { currentLocale, type Locale, showLocale } from './locale.ts'

export type MessageId = keyof typeof english

export interface Bundle {
  messages: Record<string, string>
  antd: AntdLocale
}

const bundles: Partial<Record<Locale, Bundle>> = {}

// Own thunks: the bundler must see each path to make one chunk of it.
const loaders = {
  en: () =>
    Promise.all([import('../locales/en.json?further'), import('antd/es/locale/en_US'), import('dayjs/locale/en')]),
  'pt-br': () =>
    Promise.all([
      import('../locales/pt-br.json?further'),
      import('antd/es/locale/pt_BR'),
      import('dayjs/locale/pt-br'),
    ]),
  zh: () =>
    Promise.all([import('../locales/zh.json?further'), import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]),
}

/** Loads the language once; rejects when its chunk does not come. */
export async function loadBundle(locale: Locale): Promise<void> {
  if (bundles[locale]) return
  const [[further, antd]] = await Promise.all([loaders[locale](), loadBasic(locale)])
  bundles[locale] = { messages: { ...basicTexts(locale), ...further.default }, antd: antd.default }
}

/** The texts of the language shown. Call `loadBundle` first: the shell's loader does. */
export function currentBundle(): Bundle {
  const bundle = bundles[currentLocale()]
  if (!bundle) throw new Error(`The language ${currentLocale()} is not loaded`)
  return bundle
}

/** Loads the language, then shows it. */
export async function switchLocale(locale: Locale): Promise<void> {
  await loadBundle(locale)
  dayjs.locale(locale === 'zh' ? 'zh-cn' : locale)
  showLocale(locale)
}
