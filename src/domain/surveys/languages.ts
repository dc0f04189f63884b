/** The languages of texts: their codes, what they are called, and which a survey has. */
import { locales } from '../text/locale.ts'
import { languageCode, type SurveyContent } from './survey.ts'
import { textsOf } from './survey-texts.ts'

/**
 * Each that is chosen for a survey or that a text of it is in: those of the product first, then by code. English is first,
 * as texts without a language are in it.
 */
export function languagesOf(content: SurveyContent, chosen: readonly string[] = []): string[] {
  const found = new Set([...chosen, ...textsOf(content).flatMap((text) => Object.keys(text))])
  const known = locales.filter((locale) => found.delete(locale))
  return [...known, ...[...found].toSorted()]
}

/** The survey's language that the reader knows best: `pt` for readers of `pt-br`, else its first. */
export function languageFor(languages: readonly string[], wanted: string): string {
  return languages.find((code) => code === wanted) ?? languages.find(isLike(wanted)) ?? languages[0] ?? wanted
}

function isLike(wanted: string) {
  return (code: string) => code.split('-')[0] === wanted.split('-')[0]
}

/** `fr` → French, in the reader's language; the code itself when Unicode does not know it. */
export function languageName(code: string, reader: string): string {
  return nameOf(code, reader) ?? code
}

function nameOf(code: string, reader: string): string | undefined {
  try {
    return new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' }).of(code) ?? furtherNames.get(code)
  } catch {
    return undefined
  }
}

/** Names that browsers lack, and those that people have beside those of Unicode. */
const furtherNames = new Map(
  (
    'fa-af Dari, ff Fulfulde, fil Pilipino, fon Fon, kab Taqbaylit, kam Kikamba, kg Kikongo, ki Gikuyu, kr Kanuri, ' +
    'lua Tshiluba, luo Dholuo, mas Maasai, men Mende, naq Nama, nd Ndebele, nr isiNdebele, nus Nuer, ny Chichewa, ' +
    'om Oromiffa, rn Kirundi, seh Sena, sg Sango, ss siSwati, sw Kiswahili, tet Tetun, ti Tigirigna, tig Tigre, ' +
    'tpi Tok Pisin, tum Chitumbuka, umb Umbundu, ve Tshivenda, vmw Emakhuwa, vun Vunjo, yao Yao'
  )
    .split(', ')
    .map((line) => [line.replace(/ .*/, ''), line.replace(/^\S+ /, '')] as const),
)

/** Languages of many speakers, and of those who are interviewed where the product is used; any other goes by its code. */
const offered =
  'af am ar as az be bg bm bn bs ca ceb cs cy da de dv ee el es et eu fa ff fi fil fon fr ga gl gn gu ha he hi hr ht hu hy ' +
  'id ig is it ja jv ka kab kam kg ki kk km kn ko kr ku ky lg ln lo lt luo lv mas men mg mk ml mn mr ms my naq nb nd ne nl ' +
  'nr nso nus ny om or pa pl ps qu rn ro ru rw sd seh sg si sk sl sn so sq sr ss st su sv sw ta te tet tg th ti tig tk tl ' +
  'tn tpi tr ts tum ug uk umb ur uz ve vi vmw vun wo xh yao yo zu'

/** By their names in the reader's language. */
export function languagesByName(reader: string): { code: string; name: string }[] {
  return [...locales, ...offered.split(' ')]
    .map((code) => ({ code, name: languageName(code, reader) }))
    .filter(({ code, name }) => name !== code)
    .toSorted((one, other) => one.name.localeCompare(other.name, reader))
}

const codeInBrackets = /\(\s*([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)\s*\)\s*$/

/** The code of a language by its code or name, as a heading has it: `Tetum (tet)`; undefined when it is not known. */
export function languageOf(words: string): string | undefined {
  const [, written = words.trim()] = codeInBrackets.exec(words) ?? []
  const code = canonical(written.toLowerCase().replace('_', '-'))
  if (code !== undefined) return code
  return codeByName().get(words.replace(/\(.*$/, '').trim().toLowerCase())
}

/** `eng` is `en`; undefined for what is no code. */
function canonical(code: string): string | undefined {
  if (!languageCode.test(code)) return undefined
  try {
    const [found = code] = Intl.getCanonicalLocales(code).map((each) => each.toLowerCase())
    // Three letters may be any word: they are a code where Unicode knows a name for it.
    return found.length !== 3 || nameOf(found, 'en') ? found : undefined
  } catch {
    return undefined
  }
}

let names: ReadonlyMap<string, string> | undefined

/** Languages by their names in English and in themselves. */
function codeByName(): ReadonlyMap<string, string> {
  if (names) return names
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const codes = [...offered.split(' '), ...letters.flatMap((one) => letters.map((other) => one + other))]
  const known = codes.flatMap((code) => [nameOf(code, 'en'), nameOf(code, code)].map((name) => [name, code] as const))
  const further = Array.from(furtherNames, ([code, name]) => [name, code] as const)
  names = new Map([...known, ...further].map(([name = '', code]) => [name.toLowerCase(), code]))
  return names
}
