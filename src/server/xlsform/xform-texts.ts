/** The texts of a form in all languages. */
import { partsOf } from '#domain/answers/piped-text.ts'
import { type Media, type MediaKind, mediaKinds } from '#domain/surveys/survey-files.ts'
import { type Localized, questionsOf } from '#domain/surveys/survey.ts'
import { languageHeading } from './languages.ts'
import { mapTexts } from './read-texts.ts'
import { yesNoWord } from './write-form.ts'
import { type FormExtras, hasYesNo, optionsShown, placeOf, type XFormPlaces } from './xform-places.ts'
import { element, type Inner, xmlText } from './xml.ts'

export function itextOf(places: XFormPlaces, extras: FormExtras): string {
  const texts = [...textsOf(places, extras)]
  const [main] = places.languages
  return element(
    'itext',
    {},
    places.languages.map((language) => {
      const inLanguage = (of: Localized) => of[language] ?? of[main ?? ''] ?? Object.values(of)[0]
      const shown = texts.map(([id, text, from, forms = {}]) => {
        const value = (is: object, words = '') => element('value', { ...is }, wordsOf(places, words, from))
        const further = Object.entries(forms).flatMap(([form, of]) => {
          const words = inLanguage(of ?? {})
          return words === undefined ? [] : [value({ form }, words)]
        })
        const words = inLanguage(text)
        return element(
          'text',
          { id },
          words === undefined && further.length > 0 ? further : [value({}, words), ...further],
        )
      })
      return element(
        'translation',
        { lang: languageHeading(language), ...(language === main ? { default: 'true()' } : {}) },
        shown,
      )
    }),
  )
}

/** The answers that a text shows are outputs. */
function wordsOf(places: XFormPlaces, text: string, from: string | undefined): Inner {
  return partsOf(text).map((part, index) => (index % 2 === 0 ? xmlText(part) : output(places, part, from)))
}

function output(places: XFormPlaces, code: string, from: string | undefined): string {
  const question = places.context.names.question(code)
  if (!question) return xmlText(`\${${code}}`)
  return element('output', { value: places.reference(places.optionWords.get(code) ?? code, from) })
}

/** Where apps look for a file. */
const folders = { image: 'images', 'big-image': 'images', audio: 'audio', video: 'video' } as const

function addresses(media: Media | null | undefined): Forms {
  const kinds = mediaKinds.filter((kind) => media?.[kind])
  const address = (kind: MediaKind) => mapTexts(media?.[kind] ?? {}, (name) => `jr://${folders[kind]}/${name}`)
  return Object.fromEntries(kinds.map((kind) => [kind, address(kind)]))
}

/** What goes with a text, by the names of its values. */
type Forms = Readonly<Record<string, Localized | null | undefined>>

/** All texts by their ids, with the code of the question that they are of. */
function* textsOf(
  places: XFormPlaces,
  extras: FormExtras,
): Generator<[string, Localized, (string | undefined)?, Forms?]> {
  const { layout } = places.context.names
  yield* extras.texts
  for (const group of new Set(layout.groups.values()))
    if (group.section) yield [`${placeOf(group)}:label`, group.section.title, undefined, addresses(group.section.media)]
  for (const { path, title } of places.content.sections.flatMap(({ groups }) => groups ?? []))
    if (title) yield [`/data/${path}:label`, title]
  for (const question of questionsOf(places.content)) {
    const { code, text, help, guidance, validation } = question
    const path = places.pathOf(code)
    yield [`${path}:label`, text, code, addresses(question.media)]
    if (help || guidance) yield [`${path}:hint`, help ?? {}, code, { guidance }]
    if (validation.message) yield [`${path}:jr:constraintMsg`, validation.message, code]
    if (validation.requiredMessage) yield [`${path}:jr:requiredMsg`, validation.requiredMessage, code]
    for (const [place, option] of optionsShown(question).entries())
      yield [`${code}-${place}`, option.text, undefined, addresses(option.media)]
  }
  if (hasYesNo(places.content))
    for (const code of ['yes', 'no'])
      yield [
        `${places.context.names.yesNoList}-${code}`,
        Object.fromEntries(places.languages.map((language) => [language, yesNoWord(code, language)])),
      ]
}
