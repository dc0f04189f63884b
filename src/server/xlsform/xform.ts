/**
 * A survey as an XForm (ODK XForms specification): the form that collecting apps fill in. Texts are in itext by language,
 * options in secondary instances, skip rules in the relevant conditions of the questions that they pass over.
 */
import { partsOf } from '#domain/answers/piped-text.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import {
  choiceTypes,
  isSilent,
  type Localized,
  type Question,
  questionsOf,
  type Section,
} from '#domain/surveys/survey.ts'
import { passingOf } from './conditions.ts'
import { type FormNames, formNames } from './form-names.ts'
import { languageHeading } from './languages.ts'
import { type FormContext, plainCells, sectionRelevant } from './question-cells.ts'
import { type FormOf, languagesOf, yesNoWord } from './write-form.ts'
import { element, type Inner, xmlText } from './xml.ts'

const mediaTypes = { PICTURE: 'image/*', SOUND: 'audio/*', ANY: 'application/*' } as const

const namespaces = {
  xmlns: 'http://www.w3.org/2002/xforms',
  'xmlns:h': 'http://www.w3.org/1999/xhtml',
  'xmlns:jr': 'http://openrosa.org/javarosa',
  'xmlns:odk': 'http://www.opendatakit.org/xforms',
  'xmlns:orx': 'http://openrosa.org/xforms',
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
}

/** What a form has before the sections of its survey. */
export interface FormExtras {
  /** By their ids. */
  texts: readonly [string, Localized][]
  primary: readonly string[]
  binds: readonly string[]
  body: readonly string[]
}

const noExtras: FormExtras = { texts: [], primary: [], binds: [], body: [] }

export function xformOf(form: FormOf, extras: FormExtras = noExtras): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${new FormWriter(form, extras).write()}\n`
}

/** What a filled form begins with: all its fields, each of them blank. */
export function blankInstance(form: FormOf, extras: FormExtras = noExtras): string {
  return new FormWriter(form, extras).primary()
}

/** What the groups of sections are called, for those that have questions. */
export function sectionNames(sections: readonly Section[], names: FormNames): string[] {
  return sections.map((_, index) => names.free(`section_${index + 1}`))
}

class FormWriter {
  readonly #form: FormOf
  readonly #extras: FormExtras
  readonly #context: FormContext
  /** The place of each question and helper. */
  readonly #paths = new Map<string, string>()
  readonly #sections: string[]
  /** What computes the number of repetitions. */
  readonly #counts = new Map<Section, string>()
  readonly #languages: string[]

  constructor(form: FormOf, extras: FormExtras) {
    const { content } = form
    this.#extras = extras
    // A group without anything in it is no group to the engine of apps.
    const sections = content.sections.filter(({ questions }) => questions.length > 0)
    this.#form = { ...form, content: { ...content, sections } }
    const names = formNames(content)
    this.#sections = sectionNames(sections, names)
    sections.forEach(({ questions }, index) => {
      for (const { code } of questions) this.#paths.set(code, `/data/${this.#sections[index]}/${code}`)
    })
    sections.forEach((section, index) => {
      if (section.repeat?.countCode) this.#counts.set(section, names.free(`${this.#sections[index]}_count`))
    })
    const referenceTo = (name: string, roster: number | undefined) => {
      const of = sections.find(({ id }) => id === roster)
      // In a section that repeats a path says nothing of the repetition.
      const isBeside =
        of && (names.roster(name) === roster || this.#helpersIn(of).some((helper) => helper.name === name))
      return isBeside ? `../${name}` : (this.#paths.get(name) ?? `/data/${name}`)
    }
    const passing = passingOf(content, names, (name, roster) =>
      roster === undefined ? (this.#paths.get(name) ?? `/data/${name}`) : `../${name}`,
    )
    this.#context = { names, passing, referenceTo }
    for (const { name, of } of passing.helpers.values()) this.#paths.set(name, this.#helperPath(name, of))
    this.#languages = languagesOf(content)
    if (this.#languages.length === 0) this.#languages.push('en')
  }

  /** Helpers are beside the sections, but the helpers of a repeating section are inside it. */
  #helperPath(name: string, of: Question): string {
    const index = this.#form.content.sections.findIndex(({ repeat, questions }) => repeat && questions.includes(of))
    return index < 0 ? `/data/${name}` : `/data/${this.#sections[index]}/${name}`
  }

  #helpersIn({ repeat, questions }: Section) {
    const helpers = [...this.#context.passing.helpers.values()]
    return repeat ? helpers.filter(({ of }) => questions.includes(of)) : []
  }

  #helpersOutside() {
    const inside = new Set(this.#form.content.sections.flatMap((section) => this.#helpersIn(section)))
    return [...this.#context.passing.helpers.values()].filter((helper) => !inside.has(helper))
  }

  write(): string {
    const { title } = this.#form
    const model = element('model', { 'odk:xforms-version': '1.0.0' }, [
      this.#itext(),
      element('instance', {}, [this.primary()]),
      ...this.#choices(),
      ...this.#binds(),
    ])
    const head = element('h:head', {}, [element('h:title', {}, [xmlText(title)]), model])
    const body = element('h:body', {}, [
      ...this.#extras.body,
      ...this.#form.content.sections.map((_, index) => this.#group(index)),
    ])
    return element('h:html', namespaces, [head, body])
  }

  primary(): string {
    const { id, version, content } = this.#form
    return element('data', { id, version: String(version) }, [
      ...this.#extras.primary,
      ...content.sections.map((section, index) =>
        element(this.#sections[index] ?? '', section.repeat ? { 'jr:template': '' } : {}, [
          ...section.questions.map(({ code }) => element(code)),
          ...this.#helpersIn(section).map(({ name }) => element(name)),
        ]),
      ),
      ...this.#helpersOutside().map(({ name }) => element(name)),
      ...[...this.#counts.values()].map((name) => element(name)),
      element('orx:meta', {}, [element('orx:instanceID')]),
    ])
  }

  #itext(): string {
    const texts = [...this.#texts()]
    const [main] = this.#languages
    return element(
      'itext',
      {},
      this.#languages.map((language) =>
        element(
          'translation',
          { lang: languageHeading(language), ...(language === main ? { default: 'true()' } : {}) },
          texts.map(([id, text, roster]) => {
            const words = text[language] ?? text[main ?? ''] ?? Object.values(text)[0] ?? ''
            return element('text', { id }, [element('value', {}, this.#words(words, roster))])
          }),
        ),
      ),
    )
  }

  /** The answers that a text shows are outputs. */
  #words(text: string, roster: number | undefined): Inner {
    return partsOf(text).map((part, index) => (index % 2 === 0 ? xmlText(part) : this.#output(part, roster)))
  }

  #output(code: string, roster: number | undefined): string {
    const question = this.#context.names.question(code)
    if (!question) return xmlText(`\${${code}}`)
    const reference = this.#context.referenceTo(code, roster)
    const { options, answer } = traitsOf(question.type)
    const isOption = options && answer === 'text'
    return element('output', { value: isOption ? `jr:choice-name(${reference}, '${reference}')` : reference })
  }

  /** All texts by their ids, with the id of the section that they are repeated in. */
  *#texts(): Generator<[string, Localized, (number | undefined)?]> {
    const { content } = this.#form
    yield* this.#extras.texts
    for (const [index, { id, title, questions, repeat }] of content.sections.entries()) {
      const roster = repeat ? id : undefined
      yield [`/data/${this.#sections[index]}:label`, title]
      for (const question of questions) {
        const path = this.#paths.get(question.code) ?? ''
        yield [`${path}:label`, question.text, roster]
        if (question.help) yield [`${path}:hint`, question.help, roster]
        if (question.validation.message) yield [`${path}:jr:constraintMsg`, question.validation.message, roster]
        for (const [place, { text }] of optionsShown(question).entries()) yield [`${question.code}-${place}`, text]
      }
    }
    if (this.#hasYesNo())
      for (const code of ['yes', 'no'])
        yield [
          `${this.#context.names.yesNoList}-${code}`,
          Object.fromEntries(this.#languages.map((language) => [language, yesNoWord(code, language)])),
        ]
  }

  #hasYesNo(): boolean {
    return questionsOf(this.#form.content).some(({ type }) => type === 'YES_NO')
  }

  #choices(): string[] {
    const { names } = this.#context
    const lists = questionsOf(this.#form.content).filter((question) => optionsShown(question).length > 0)
    const found = lists.map((question) => {
      const parent = names.parent(question)
      const items = question.answers.map(({ code, parentCode }, place) => {
        const more = parent
          ? [element('parent', {}, [xmlText(parentCode ? names.option(parent, parentCode) : '')])]
          : []
        return item(`${question.code}-${place}`, names.option(question, code), more)
      })
      return element('instance', { id: names.list(question) }, [element('root', {}, items)])
    })
    if (!this.#hasYesNo()) return found
    const items = ['yes', 'no'].map((code) => item(`${names.yesNoList}-${code}`, code))
    return [...found, element('instance', { id: names.yesNoList }, [element('root', {}, items)])]
  }

  #binds(): string[] {
    const { content } = this.#form
    const { passing } = this.#context
    return [
      ...this.#extras.binds,
      ...content.sections.flatMap((section, index) => {
        const relevant = sectionRelevant(section, this.#context)
        const own = relevant ? [element('bind', { nodeset: `/data/${this.#sections[index]}`, relevant })] : []
        return [...own, ...section.questions.map((question) => this.#bind(question))]
      }),
      ...[...passing.helpers.values()].map(({ name, of }) => this.#helperBind(name, of)),
      ...[...this.#counts].map(([section, name]) => this.#countBind(section, name)),
      element('bind', {
        nodeset: '/data/orx:meta/orx:instanceID',
        type: 'string',
        readonly: 'true()',
        'jr:preload': 'uid',
      }),
    ]
  }

  /** Asked as its question is: the condition of the section comes along, as a helper is outside of it. */
  #helperBind(name: string, of: Question): string {
    const section = this.#form.content.sections.find(({ questions }) => questions.includes(of))
    const conditions = [
      section && !section.repeat && sectionRelevant(section, this.#context),
      plainCells(of, this.#context).get('relevant'),
    ]
    const given = conditions.filter((condition) => typeof condition === 'string')
    const relevant = given.map((condition) => `(${condition})`).join(' and ')
    const calculate = relevant === '' ? "'1'" : `if(${relevant}, '1', '')`
    return element('bind', { nodeset: this.#paths.get(name) ?? '', type: 'string', readonly: 'true()', calculate })
  }

  /** No more repetitions than the section has; a blank gives none. */
  #countBind({ repeat }: Section, name: string): string {
    const count = this.#paths.get(repeat?.countCode ?? '') ?? ''
    const max = String(repeat?.max ?? 0)
    const calculate = `if(${count} > 0, if(${count} > ${max}, ${max}, ${count}), 0)`
    return element('bind', { nodeset: `/data/${name}`, type: 'int', readonly: 'true()', calculate })
  }

  #bind(question: Question): string {
    const path = this.#paths.get(question.code) ?? ''
    const cells = plainCells(question, this.#context)
    const { type, required, validation } = question
    return element('bind', {
      nodeset: path,
      type: traitsOf(type).bind,
      ...(required ? { required: 'true()' } : {}),
      ...given('relevant', cells.get('relevant')),
      ...given('constraint', cells.get('constraint')),
      ...(validation.message ? { 'jr:constraintMsg': `jr:itext('${path}:jr:constraintMsg')` } : {}),
      ...given('calculate', cells.get('calculation')),
      ...(type === 'NOTE' || question.calculation ? { readonly: 'true()' } : {}),
    })
  }

  #group(index: number): string {
    const { content } = this.#form
    const path = `/data/${this.#sections[index]}`
    const section = content.sections[index]
    const shown = section?.questions.filter((question) => !isSilent(question)) ?? []
    const controls = shown.map((question) => this.#control(question))
    const label = reference('label', `${path}:label`)
    if (!section?.repeat) return element('group', { ref: path }, [label, ...controls])
    const counted = this.#counts.get(section)
    const count = counted ? { 'jr:count': `/data/${counted}`, 'jr:noAddRemove': 'true()' } : {}
    return element('group', { ref: path }, [label, element('repeat', { nodeset: path, ...count }, controls)])
  }

  #control(question: Question): string {
    const { type, code, help } = question
    const path = this.#paths.get(code) ?? ''
    const cells = plainCells(question, this.#context)
    const look = given('appearance', cells.get('appearance'))
    const words: Inner = [reference('label', `${path}:label`), ...(help ? [reference('hint', `${path}:hint`)] : [])]
    const { file, options } = traitsOf(type)
    if (file) return element('upload', { ref: path, mediatype: mediaTypes[file], ...look }, words)
    if (type === 'RATING')
      return element('range', { ref: path, start: '1', end: String(question.validation.max ?? 5), step: '1' }, words)
    if (!options) return element('input', { ref: path, ...look }, words)
    const kind = { MULTIPLE: 'select', RANK: 'odk:rank' }[type as string] ?? 'select1'
    return element(kind, { ref: path, ...look }, [...words, this.#itemset(question)])
  }

  #itemset(question: Question): string {
    const { names } = this.#context
    const parent = names.parent(question)
    const { code } = question
    const isBeside = parent && names.roster(code) !== undefined && names.roster(code) === names.roster(parent.code)
    // Inside the predicate, `..` would be the parent of the option.
    const parentPath = isBeside ? `current()/../${parent.code}` : (this.#paths.get(parent?.code ?? '') ?? '')
    const always = question.answers.every(({ parentCode }) => parentCode) ? '' : " or parent = ''"
    const filter = parent ? `[parent = ${parentPath} ${always}]`.replace(' ]', ']') : ''
    const nodeset = `instance('${names.list(question)}')/root/item${filter}`
    return element('itemset', { nodeset }, [
      element('value', { ref: 'name' }),
      element('label', { ref: 'jr:itext(itextId)' }),
    ])
  }
}

function optionsShown({ type, answers }: Question) {
  return choiceTypes.includes(type) ? answers : []
}

function item(textId: string, name: string, more: readonly string[] = []): string {
  return element('item', {}, [element('itextId', {}, [xmlText(textId)]), element('name', {}, [xmlText(name)]), ...more])
}

function reference(name: string, textId: string): string {
  return element(name, { ref: `jr:itext('${textId}')` })
}

function given(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}
