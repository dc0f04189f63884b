/**
 * The rules of a user name. People cannot tell two accounts apart whose names look the same. So a name is of one script
 * and of letters in everyday use. The database refuses a name that looks like another (`skeleton`).
 */

/** Letters, figures and signs; a name of figures alone would be taken for an id. */
const form = /^(?!\d+$)[\p{L}\p{M}0-9._@+-]{2,100}$/u
const common = /[0-9._@+-]+/g
/** What erased participants are called: an account of that name would keep one from being erased. */
export const erasedName = /^anonymous-\d+$/i

/** Those of living languages: old and phonetic letters look like others of the same script. */
const latin = /^[A-Za-zÀ-ÖØ-öø-žƁƆƉƊƎ-ƔƘƙƝƠơƯưƲ-ƴƷǍ-ǝǦ-ǰȘ-țɓɔɖɗəɛɠɣɲʋʒḀ-ỹ]*$/u
const cyrillic = /^[Ѐ-џҐ-ӿ]*$/u
const greek = /^[Ά-ώ]*$/u
const chineseAndJapanese = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]*$/u
const others =
  'Arabic Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hangul Hebrew Kannada Khmer Lao Malayalam Myanmar Sinhala Tamil Telugu Thai'
    .split(' ')
    .map((script) => new RegExp(`^\\p{Script=${script}}*$`, 'u'))
const scripts = [latin, cyrillic, greek, chineseAndJapanese, ...others]

export type UsernameFault = 'FORMAT' | 'USERNAME_LETTERS' | 'SCRIPTS_MIXED'

/** The problem of a user name; undefined when it has none. */
export function usernameFault(name: string): UsernameFault | undefined {
  if (!form.test(name) || erasedName.test(name)) return 'FORMAT'
  // Full-width letters, ligatures and the like are other writings of plain ones.
  if (name.normalize('NFKC') !== name) return 'USERNAME_LETTERS'
  const letters = name.replace(common, '')
  if (scripts.some((script) => script.test(letters))) return undefined
  const known = Array.from(letters).every((letter) => scripts.some((script) => script.test(letter)))
  return known ? 'SCRIPTS_MIXED' : 'USERNAME_LETTERS'
}
