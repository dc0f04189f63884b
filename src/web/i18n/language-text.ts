/** What languages are called, those that the product does not speak, too. */
import { isLocale } from '#domain/text/locale.ts'
import type { Text } from './text.ts'

/** `fr` → French, in the reader's language; the code itself when the browser does not know it. */
function languageName(code: string, reader: string): string {
  try {
    return new Intl.DisplayNames(reader, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Languages of many speakers, and of those who are interviewed where the product is used; any other goes by its code. */
const offered =
  'af am ar as az be bg bm bn bs ca ceb cs cy da de dv ee el es et eu fa ff fi fil fon fr ga gl gn gu ha he hi hr ht hu hy ' +
  'id ig is it ja jv ka kab kam kg ki kk km kn ko kr ku ky lg ln lo lt luo lv mas men mg mk ml mn mr ms my naq nb nd ne nl ' +
  'nr nso nus ny om or pa pl ps qu rn ro ru rw sd seh sg si sk sl sn so sq sr ss st su sv sw ta te tet tg th ti tig tk tl ' +
  'tn tpi tr ts tum ug uk umb ur uz ve vi vmw vun wo xh yao yo zu'

/** By their names in the reader's language. */
export function languagesByName(reader: string): { code: string; name: string }[] {
  return offered
    .split(' ')
    .map((code) => ({ code, name: languageName(code, reader) }))
    .filter(({ code, name }) => name !== code)
    .toSorted((one, other) => one.name.localeCompare(other.name, reader))
}

export function languageText(code: string, reader: string, t: Text): string {
  return isLocale(code) ? t(`language.${code}`) : languageName(code, reader)
}
