/** What holds of the fields of a form: their types, conditions and calculations. */
import { namingQuestion } from '#domain/answers/form-name.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { isComputed, type Question, type Section } from '#domain/surveys/survey.ts'
import { plainCells, scaleParts, sectionRelevant } from './question-cells.ts'
import { entityBinds } from './xform-entities.ts'
import { readParameters } from './types.ts'
import { type FormExtras, placeOf, type XFormPlaces } from './xform-places.ts'
import { computedBind, element, given } from './xml.ts'

export function bindsOf(places: XFormPlaces, extras: FormExtras): string[] {
  const { content } = places
  const { passing } = places.context
  return [
    ...extras.binds,
    ...content.sections.flatMap((section) => {
      const relevant = sectionRelevant(section, places.context)
      const nodeset = placeOf(places.context.names.layout.groups.get(section.id))
      const own = relevant ? [element('bind', { nodeset, relevant })] : []
      return [...own, ...section.questions.map((question) => bind(places, question))]
    }),
    ...[...passing.helpers.values()].map(({ name, of }) => helperBind(places, name, of)),
    ...[...places.optionWords].map(([code, name]) => {
      const chosen = places.reference(code, name)
      const calculate = `jr:choice-name(${chosen}, '${chosen}')`
      return computedBind(places.pathOf(name), calculate)
    }),
    ...[...places.counts].map(([section, name]) => countBind(places, section, name)),
    ...namingBinds(places),
    ...entityBinds(places),
    element('bind', {
      nodeset: '/data/meta/instanceID',
      type: 'string',
      readonly: 'true()',
      'jr:preload': 'uid',
    }),
  ]
}

/** Apps call a form by it. */
function namingBinds({ content, context }: XFormPlaces): string[] {
  const naming = namingQuestion(content)
  return naming ? [computedBind('/data/meta/instanceName', context.referenceTo(naming.code))] : []
}

/** Asked as its question is: the condition of the section comes along, as a helper is outside of it. */
function helperBind(places: XFormPlaces, name: string, of: Question): string {
  const section = places.context.names.layout.sections.get(of.code)
  const conditions = [
    section && !section.repeat && sectionRelevant(section, places.context),
    plainCells(of, places.context).get('relevant'),
  ]
  const given = conditions.filter((condition) => typeof condition === 'string')
  const relevant = given.map((condition) => `(${condition})`).join(' and ')
  const calculate = relevant === '' ? "'1'" : `if(${relevant}, '1', '')`
  return computedBind(places.pathOf(name), calculate)
}

/** No more repetitions than the section has; a blank gives none. */
function countBind(places: XFormPlaces, { repeat }: Section, name: string): string {
  const count = places.reference(repeat?.countCode ?? '', name)
  const max = String(repeat?.max ?? 0)
  const calculate = `if(${count} > 0, if(${count} > ${max}, ${max}, ${count}), 0)`
  return element('bind', { nodeset: places.pathOf(name), type: 'int', readonly: 'true()', calculate })
}

function bind(places: XFormPlaces, question: Question): string {
  const path = places.pathOf(question.code)
  const cells = plainCells(question, places.context)
  const { type, required, validation } = question
  return element('bind', {
    nodeset: path,
    type: bindOf(question),
    ...(required && !traitsOf(type).isRecorded ? { required: 'true()' } : {}),
    ...given('relevant', cells.get('relevant')),
    ...given('constraint', cells.get('constraint')),
    ...(validation.message ? { 'jr:constraintMsg': `jr:itext('${path}:jr:constraintMsg')` } : {}),
    ...(validation.requiredMessage ? { 'jr:requiredMsg': `jr:itext('${path}:jr:requiredMsg')` } : {}),
    ...(isComputed(question) ? given('calculate', cells.get('calculation')) : {}),
    ...(type === 'NOTE' || cells.has('read_only') ? { readonly: 'true()' } : {}),
    ...(type === 'AUDIT' ? logged(question) : {}),
    ...(places.saved.has(question) ? given('entities:saveto', question.saveTo ?? undefined) : {}),
  })
}

/** A computed number is a text: apps would show a decimal 3 as 3.0. */
function bindOf(question: Question): string {
  const { type } = question
  if (type === 'DECIMAL' && isComputed(question)) return 'string'
  return type === 'RANGE' && scaleParts(question).every(isWhole) ? 'int' : traitsOf(type).bind
}

/** What an app writes into its log. */
function logged({ appearance }: Question): Record<string, string> {
  const names = /^(location-(priority|min-interval|max-age)|track-changes(-reasons)?|identify-user)$/
  const found = Object.entries(readParameters(appearance ?? '')).filter(([name]) => names.test(name))
  return Object.fromEntries(found.map(([name, value]) => [`odk:${name}`, value]))
}

function isWhole(text: string): boolean {
  return Number.isInteger(Number(text))
}
