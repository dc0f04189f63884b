/**
 * A survey as an XForm (ODK XForms specification): the form that collecting apps fill in. Texts are in itext by language,
 * options in secondary instances, skip rules in the relevant conditions of the questions that they pass over.
 */
import { partsOf, withPlaces } from '#domain/answers/piped-text.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { FormField, FormGroup } from '#domain/surveys/form-layout.ts'
import {
  choiceTypes,
  isComputed,
  isSilent,
  type Localized,
  type Question,
  questionsOf,
  type Section,
  type SurveyContent,
} from '#domain/surveys/survey.ts'
import { helpersOf, passingOf } from './conditions.ts'
import { formNames } from './form-names.ts'
import { languageHeading } from './languages.ts'
import {
  fixedInitial,
  type FormContext,
  optionFilterOf,
  plainCells,
  scaleParts,
  sectionRelevant,
} from './question-cells.ts'
import { type FormOf, languagesOf, yesNoWord } from './write-form.ts'
import { type ActionsOf, beginnings, triggeredIn } from './xform-actions.ts'
import { element, type Inner, xmlText } from './xml.ts'

const mediaTypes = { PICTURE: 'image/*', SOUND: 'audio/*', FILM: 'video/*', ANY: 'application/*' } as const

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

/** A group without anything in it is no group to the engine of apps. */
export function askedContent(content: SurveyContent): SurveyContent {
  return { ...content, sections: content.sections.filter(({ questions }) => questions.length > 0) }
}

class FormWriter {
  readonly #form: FormOf
  readonly #extras: FormExtras
  readonly #context: FormContext
  /** The place of each question and helper. */
  readonly #paths = new Map<string, string>()
  /** What computes the number of repetitions. */
  readonly #counts = new Map<Section, string>()
  /** The places of groups that repeat. */
  readonly #repeats: string[] = []
  /** What answers set going, by the codes of their questions. */
  readonly #triggered: ReadonlyMap<string, string[]>
  readonly #languages: string[]

  constructor(form: FormOf, extras: FormExtras) {
    const content = askedContent(form.content)
    this.#extras = extras
    this.#form = { ...form, content }
    const names = formNames(content)
    for (const [code, { path }] of names.layout.fields) this.#paths.set(code, `/data/${path}`)
    for (const [id, group] of names.layout.groups) {
      const section = content.sections.find((each) => each.id === id)
      if (section?.repeat) this.#repeats.push(placeOf(group))
      if (section?.repeat?.countCode) this.#counts.set(section, names.free(`${group.name}_count`))
    }
    const helpers = helpersOf(content, names)
    for (const { name, of } of helpers.values()) {
      const section = names.layout.sections.get(of.code)
      // Helpers are beside the sections, but in a section that repeats beside their question.
      const place = section?.repeat ? this.#pathOf(of.code).replace(/\/[^/]*$/, '') : placeOf(names.layout.top)
      this.#paths.set(name, `${place}/${name}`)
    }
    const referenceTo = (name: string, from?: string) => this.#reference(name, from)
    this.#context = { names, passing: passingOf(content, { names, helpers, referenceTo }), referenceTo }
    this.#triggered = triggeredIn(content, this.#actions)
    this.#languages = languagesOf(content)
    if (this.#languages.length === 0) this.#languages.push('en')
  }

  /** In a section that repeats a path says nothing of the repetition. */
  #reference(name: string, from: string | undefined): string {
    const [path, origin] = [this.#pathOf(name), this.#pathOf(from ?? '')]
    const isBeside = this.#repeats.some((repeat) => path.startsWith(`${repeat}/`) && origin.startsWith(`${repeat}/`))
    return isBeside ? relativePath(origin, path) : path
  }

  get #actions(): ActionsOf {
    return { context: this.#context, pathOf: (code) => this.#pathOf(code) }
  }

  #pathOf(name: string): string {
    return this.#paths.get(name) ?? `/data/${name}`
  }

  #helpersOutside() {
    const { names, passing } = this.#context
    return [...passing.helpers.values()].filter(({ of }) => !names.layout.sections.get(of.code)?.repeat)
  }

  write(): string {
    const { title } = this.#form
    const model = element('model', { 'odk:xforms-version': '1.0.0' }, [
      this.#itext(),
      element('instance', {}, [this.primary()]),
      ...this.#choices(),
      ...this.#binds(),
      ...this.#form.content.sections.flatMap((section) => (section.repeat ? [] : beginnings(section, this.#actions))),
    ])
    const head = element('h:head', {}, [element('h:title', {}, [xmlText(title)]), model])
    const body = element('h:body', {}, [
      ...this.#extras.body,
      ...this.#context.names.layout.top.children.flatMap((part) => this.#control(part)),
    ])
    return element('h:html', namespaces, [head, body])
  }

  primary(): string {
    const { id, version } = this.#form
    return element('data', { id, version: String(version) }, [
      ...this.#extras.primary,
      ...this.#context.names.layout.top.children.flatMap((part) => this.#node(part)),
      ...this.#helpersOutside().map(({ name }) => element(name)),
      ...[...this.#counts.values()].map((name) => element(name)),
      element('orx:meta', {}, [element('orx:instanceID')]),
    ])
  }

  #node(part: FormGroup | FormField): string[] {
    const { names, passing } = this.#context
    if ('question' in part) {
      const { question } = part
      const value = fixedInitial(question, names)
      const helper = names.layout.sections.get(question.code)?.repeat ? passing.helpers.get(question.id) : undefined
      const field = element(part.name, {}, value === undefined ? [] : [xmlText(value)])
      return helper ? [field, element(helper.name)] : [field]
    }
    const { name, section, children } = part
    const within = children.flatMap((child) => this.#node(child))
    return [element(name, section?.repeat ? { 'jr:template': '' } : {}, within)]
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
          texts.map(([id, text, from, guidance = {}]) => {
            const [words, more] = [text, guidance].map((of) => of[language] ?? of[main ?? ''] ?? Object.values(of)[0])
            const value = (is: object, shown = '') => element('value', { ...is }, this.#words(shown, from))
            const further = more === undefined ? [] : [value({ form: 'guidance' }, more)]
            return element('text', { id }, words === undefined && more ? further : [value({}, words), ...further])
          }),
        ),
      ),
    )
  }

  /** The answers that a text shows are outputs. */
  #words(text: string, from: string | undefined): Inner {
    return partsOf(text).map((part, index) => (index % 2 === 0 ? xmlText(part) : this.#output(part, from)))
  }

  #output(code: string, from: string | undefined): string {
    const question = this.#context.names.question(code)
    if (!question) return xmlText(`\${${code}}`)
    const reference = this.#reference(code, from)
    const { options, answer } = traitsOf(question.type)
    const isOption = options && answer === 'text'
    return element('output', { value: isOption ? `jr:choice-name(${reference}, '${reference}')` : reference })
  }

  /** All texts by their ids, with the code of the question that they are of. */
  *#texts(): Generator<[string, Localized, string?, Localized?]> {
    const { layout } = this.#context.names
    yield* this.#extras.texts
    for (const group of new Set(layout.groups.values()))
      if (group.section) yield [`${placeOf(group)}:label`, group.section.title]
    for (const question of questionsOf(this.#form.content)) {
      const { code, text, help, guidance, validation } = question
      const path = this.#pathOf(code)
      yield [`${path}:label`, text, code]
      if (help || guidance) yield [`${path}:hint`, help ?? {}, code, guidance ?? {}]
      if (validation.message) yield [`${path}:jr:constraintMsg`, validation.message, code]
      if (validation.requiredMessage) yield [`${path}:jr:requiredMsg`, validation.requiredMessage, code]
      for (const [place, option] of optionsShown(question).entries()) yield [`${code}-${place}`, option.text]
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
      const items = question.answers.map(({ code, parentCode, columns }, place) => {
        const ofColumns = Object.entries(columns ?? {}).map(([column, value]) => element(column, {}, [xmlText(value)]))
        const ofParent = parent && xmlText(parentCode ? names.option(parent, parentCode) : '')
        const more = ofParent === undefined ? ofColumns : [element('parent', {}, [ofParent]), ...ofColumns]
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
      ...content.sections.flatMap((section) => {
        const relevant = sectionRelevant(section, this.#context)
        const nodeset = placeOf(this.#context.names.layout.groups.get(section.id))
        const own = relevant ? [element('bind', { nodeset, relevant })] : []
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
    const section = this.#context.names.layout.sections.get(of.code)
    const conditions = [
      section && !section.repeat && sectionRelevant(section, this.#context),
      plainCells(of, this.#context).get('relevant'),
    ]
    const given = conditions.filter((condition) => typeof condition === 'string')
    const relevant = given.map((condition) => `(${condition})`).join(' and ')
    const calculate = relevant === '' ? "'1'" : `if(${relevant}, '1', '')`
    return element('bind', { nodeset: this.#pathOf(name), type: 'string', readonly: 'true()', calculate })
  }

  /** No more repetitions than the section has; a blank gives none. */
  #countBind({ repeat }: Section, name: string): string {
    const count = this.#pathOf(repeat?.countCode ?? '')
    const max = String(repeat?.max ?? 0)
    const calculate = `if(${count} > 0, if(${count} > ${max}, ${max}, ${count}), 0)`
    return element('bind', { nodeset: `/data/${name}`, type: 'int', readonly: 'true()', calculate })
  }

  #bind(question: Question): string {
    const path = this.#pathOf(question.code)
    const cells = plainCells(question, this.#context)
    const { type, required, validation } = question
    return element('bind', {
      nodeset: path,
      type: type === 'RANGE' && scaleParts(question).every(isWhole) ? 'int' : traitsOf(type).bind,
      ...(required ? { required: 'true()' } : {}),
      ...given('relevant', cells.get('relevant')),
      ...given('constraint', cells.get('constraint')),
      ...(validation.message ? { 'jr:constraintMsg': `jr:itext('${path}:jr:constraintMsg')` } : {}),
      ...(validation.requiredMessage ? { 'jr:requiredMsg': `jr:itext('${path}:jr:requiredMsg')` } : {}),
      ...(isComputed(question) ? given('calculate', cells.get('calculation')) : {}),
      ...(type === 'NOTE' || cells.has('read_only') ? { readonly: 'true()' } : {}),
    })
  }

  /** None for a group that shows nothing. */
  #control(part: FormGroup | FormField): string[] {
    if ('question' in part) return isSilent(part.question) ? [] : [this.#field(part.question)]
    const { section, children } = part
    const ref = placeOf(part)
    const controls = children.flatMap((child) => this.#control(child))
    if (!section) return controls.length > 0 ? [element('group', { ref }, controls)] : []
    const label = reference('label', `${ref}:label`)
    const look = this.#look(section.appearance)
    if (!section.repeat) return [element('group', { ref, ...look }, [label, ...controls])]
    const counted = this.#counts.get(section)
    const count = counted ? { 'jr:count': `/data/${counted}`, 'jr:noAddRemove': 'true()' } : {}
    const inside = [...beginnings(section, this.#actions), ...controls]
    return [element('group', { ref }, [label, element('repeat', { nodeset: ref, ...count, ...look }, inside)])]
  }

  /** Words for other programs may name questions. */
  #look(words: string | null | undefined, from?: string): Record<string, string> {
    const refer = (code: string) => this.#context.referenceTo(code, from)
    return given('appearance', words ? withPlaces(words, refer) : undefined)
  }

  #field(question: Question): string {
    const { type, code, help, guidance } = question
    const path = this.#pathOf(code)
    const cells = plainCells(question, this.#context)
    const look = this.#look(cells.get('appearance'), code)
    const words: Inner = [
      reference('label', `${path}:label`),
      ...(help || guidance ? [reference('hint', `${path}:hint`)] : []),
      ...(this.#triggered.get(code) ?? []),
    ]
    const { file, options, form } = traitsOf(type)
    if (file) return element('upload', { ref: path, mediatype: mediaTypes[file], ...look }, words)
    if (form.type === 'range') {
      const [start, end, step] = scaleParts(question)
      return element('range', { ref: path, start, end, step, ...look }, words)
    }
    if (!options) return element('input', { ref: path, ...look }, words)
    const kind = { MULTIPLE: 'select', RANK: 'odk:rank' }[type as string] ?? 'select1'
    return element(kind, { ref: path, ...look }, [...words, this.#itemset(question)])
  }

  #itemset(question: Question): string {
    const { names } = this.#context
    const filter = optionFilterOf(question, this.#context, fromOption)
    const nodeset = `instance('${names.list(question)}')/root/item${filter === undefined ? '' : `[${filter}]`}`
    return element('itemset', { nodeset }, [
      element('value', { ref: 'name' }),
      element('label', { ref: 'jr:itext(itextId)' }),
    ])
  }
}

/** Inside the predicate, `..` would be the parent of the option. */
function fromOption(path: string): string {
  return path.startsWith('..') ? `current()/${path}` : path
}

function placeOf(group: FormGroup | undefined): string {
  return group?.path ? `/data/${group.path}` : '/data'
}

/** `../../age`: from one node to another. */
function relativePath(origin: string, path: string): string {
  const [from, to] = [origin.split('/'), path.split('/')]
  const shared = to.findIndex((name, index) => name !== from[index] || index === to.length - 1)
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}

function isWhole(text: string): boolean {
  return Number.isInteger(Number(text))
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
