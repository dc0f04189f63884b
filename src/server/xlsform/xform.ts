/**
 * A survey as an XForm (ODK XForms specification): the form that collecting apps fill in. Texts are in itext by language,
 * options in secondary instances, skip rules in the relevant conditions of the questions that they pass over.
 */
import { withPlaces } from '#domain/answers/piped-text.ts'
import { namingQuestion } from '#domain/answers/form-name.ts'
import { rostersAround } from '#domain/answers/rosters.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { entityUse } from '#domain/surveys/entities.ts'
import type { FormField, FormGroup } from '#domain/surveys/form-layout.ts'
import { isSilent, type Question, questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { fixedInitial, type FormContext, placeName, plainCells, scaleParts } from './question-cells.ts'
import type { FormOf } from './write-form.ts'
import { type ActionsOf, beginnings, triggeredIn } from './xform-actions.ts'
import { bindsOf } from './xform-binds.ts'
import { instancesOf, itemsetOf } from './xform-lists.ts'
import { type FormExtras, placeOf, XFormPlaces } from './xform-places.ts'
import { itextOf } from './xform-texts.ts'
import { entityNode, entitySpace } from './xform-entities.ts'
import { element, given, type Inner, xmlText } from './xml.ts'

const mediaTypes = { PICTURE: 'image/*', SOUND: 'audio/*', FILM: 'video/*', ANY: 'application/*' } as const

const namespaces = {
  xmlns: 'http://www.w3.org/2002/xforms',
  'xmlns:h': 'http://www.w3.org/1999/xhtml',
  'xmlns:jr': 'http://openrosa.org/javarosa',
  'xmlns:odk': 'http://www.opendatakit.org/xforms',
  'xmlns:orx': 'http://openrosa.org/xforms',
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
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
  const around = new Set(rostersAround(content.sections).flatMap((rosters) => rosters.slice(0, -1)))
  return {
    ...content,
    sections: content.sections.filter((section) => section.questions.length > 0 || around.has(section)),
  }
}

class FormWriter {
  readonly #form: FormOf
  readonly #extras: FormExtras
  readonly #places: XFormPlaces
  /** What answers set going, by the codes of their questions. */
  readonly #triggered: ReadonlyMap<string, string[]>

  constructor(form: FormOf, extras: FormExtras) {
    const content = askedContent(form.content)
    this.#extras = extras
    this.#form = { ...form, content }
    this.#places = new XFormPlaces(content)
    this.#triggered = triggeredIn(content, this.#actions)
  }

  get #context(): FormContext {
    return this.#places.context
  }

  get #actions(): ActionsOf {
    return { context: this.#context, pathOf: (code) => this.#places.pathOf(code) }
  }

  #helpersOutside() {
    const { names, passing } = this.#context
    return [...passing.helpers.values()].filter(({ of }) => !names.layout.sections.get(of.code)?.repeat)
  }

  write(): string {
    const { title } = this.#form
    const entities = entityUse(this.#form.content) !== undefined
    const version = { 'odk:xforms-version': '1.0.0', ...(entities ? { 'entities:entities-version': '2024.1.0' } : {}) }
    const model = element('model', version, [
      itextOf(this.#places, this.#extras),
      element('instance', {}, [this.primary()]),
      ...instancesOf(this.#places),
      ...(this.#looksBack ? [element('instance', { id: '__last-saved', src: 'jr://instance/last-saved' })] : []),
      ...bindsOf(this.#places, this.#extras),
      ...this.#form.content.sections.flatMap((section) => (section.repeat ? [] : beginnings(section, this.#actions))),
    ])
    const head = element('h:head', {}, [element('h:title', {}, [xmlText(title)]), model])
    const body = element('h:body', {}, [
      ...this.#extras.body,
      ...this.#context.names.layout.top.children.flatMap((part) => this.#control(part)),
    ])
    return element('h:html', entities ? { ...namespaces, 'xmlns:entities': entitySpace } : namespaces, [head, body])
  }

  /** Whether a question begins with what the device sent last. */
  get #looksBack(): boolean {
    return questionsOf(this.#form.content).some(({ initial }) => initial?.includes('lastSaved'))
  }

  primary(): string {
    const { id, version } = this.#form
    return element('data', { id, version: String(version) }, [
      ...this.#extras.primary,
      ...this.#context.names.layout.top.children.flatMap((part) => this.#node(part)),
      ...this.#helpersOutside().map(({ name }) => element(name)),
      ...this.#countsIn('/data'),
      element('meta', {}, [
        element('instanceID'),
        ...(questionsOf(this.#form.content).some(({ type }) => type === 'AUDIT') ? [element('audit')] : []),
        ...(namingQuestion(this.#form.content) ? [element('instanceName')] : []),
        ...entityNode(this.#form.content),
      ]),
    ])
  }

  /** What counts the repetitions of groups at a place. */
  #countsIn(place: string): string[] {
    const names = [...this.#places.counts.values()]
    return names.filter((name) => this.#places.pathOf(name) === `${place}/${name}`).map((name) => element(name))
  }

  #node(part: FormGroup | FormField): string[] {
    const { names, passing } = this.#context
    if ('question' in part) {
      const { question } = part
      // It is beside the name of the form.
      if (question.type === 'AUDIT') return []
      const value = fixedInitial(question, names)
      const helper = names.layout.sections.get(question.code)?.repeat ? passing.helpers.get(question.id) : undefined
      const field = element(part.name, {}, value === undefined ? [] : [xmlText(value)])
      const beside = [helper?.name, this.#places.optionWords.get(question.code)]
      return [field, ...beside.flatMap((name) => (name === undefined ? [] : [element(name)]))]
    }
    const { name, section, children } = part
    const inside = section?.repeat ? this.#countsIn(placeOf(part)) : []
    const within = [...children.flatMap((child) => this.#node(child)), ...inside]
    return [element(name, section?.repeat ? { 'jr:template': '' } : {}, within)]
  }

  /** None for a group that shows nothing. */
  #control(part: FormGroup | FormField): string[] {
    if ('question' in part) return isSilent(part.question) ? [] : [this.#field(part.question)]
    const { section, inner, children } = part
    const ref = placeOf(part)
    const controls = children.flatMap((child) => this.#control(child))
    const label = reference('label', `${ref}:label`)
    if (!section) {
      const words = inner?.title ? [label] : []
      return controls.length > 0
        ? [element('group', { ref, ...this.#look(inner?.appearance) }, [...words, ...controls])]
        : []
    }
    const look = this.#look(section.appearance)
    if (!section.repeat) return [element('group', { ref, ...look }, [label, ...controls])]
    const counted = this.#places.counts.get(section)
    const count = counted
      ? { 'jr:count': this.#places.reference(counted, placeName(section)), 'jr:noAddRemove': 'true()' }
      : {}
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
    const path = this.#places.pathOf(code)
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
    return element(kind, { ref: path, ...look }, [...words, itemsetOf(question, this.#places)])
  }
}

function reference(name: string, textId: string): string {
  return element(name, { ref: `jr:itext('${textId}')` })
}
