/** From what a collecting app sends to one response, as all doors read it. Touches nothing. */
import type { EntryBody } from '#contract/entry.ts'
import { isCountedByHand } from '#domain/answers/answer-keys.ts'
import { countKey, type Repetition } from '#domain/answers/answer-values.ts'
import { insideOf, numbersOf, repetitionOf, rostersAround } from '#domain/answers/rosters.ts'
import type { Consent } from '#domain/surveys/notices.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { fileTypes, isComputed, keepsFirst, type Question, type SurveyContent } from '#domain/surveys/survey.ts'
import { type FormNames, formNames } from '../xlsform/form-names.ts'
import { askedContent } from '../xlsform/xform.ts'
import { agreed, collectNames, groupName } from './collect-fields.ts'
import { childOf, type XmlNode } from '../http/read-xml.ts'

/** What the form itself says of a submission. */
export interface SubmissionHead {
  /** The encodedId of the survey. */
  formId: string
  /** The version that was filled in; undefined: the form names none, 0: it names something else. */
  version: number | undefined
  /** The form's own name: sent again, it is the same form. */
  instanceId: string | undefined
  /** Of the form that this one corrects. */
  deprecatedId: string | undefined
}

export function headOf(root: XmlNode): SubmissionHead {
  const { id = '', version = '' } = root.attributes
  const named = (name: string) => childOf(childOf(root, 'meta'), name)?.text.trim() || undefined
  return {
    formId: id,
    version: version === '' ? undefined : /^\d{1,9}$/.test(version) ? Number(version) : 0,
    instanceId: named('instanceID'),
    deprecatedId: named('deprecatedID'),
  }
}

const longestDevice = 200

export interface Submission {
  body: EntryBody
  /** The names of files by the names of their answers. */
  files: Map<string, string>
}

/** `form`: what the form itself begins with. */
export function readSubmission(root: XmlNode, form: XmlNode, content: SurveyContent): Submission {
  const { sections } = askedContent(content)
  const names = formNames({ ...content, sections })
  const { groups, fields } = names.layout
  const answers: Record<string, unknown> = {}
  const files = new Map<string, string>()
  const found = new Map<number, SentGroup[]>()
  const around = rostersAround(sections)
  sections.forEach((section, index) => {
    const outer = around[index]?.at(-2)
    const whole: SentGroup[] = [{ node: root, repetition: undefined, depth: 0 }]
    const outside = outer ? (found.get(outer.id) ?? []) : whole
    const path = namesIn(groups.get(section.id)?.path ?? '')
    // A section that repeats comes as one group for each repetition.
    const sent = section.repeat ? outside.flatMap((each) => repetitionsIn(each, path)) : whole
    if (isCountedByHand(section))
      for (const { repetition } of sent) {
        const numbers = numbersOf(repetition)
        answers[countKey(section, repetitionOf(numbers.slice(0, -1)))] = numbers.at(-1)
      }
    found.set(section.id, sent)
    for (const { node, repetition, depth } of sent)
      for (const question of section.questions) {
        const path = namesIn(fields.get(question.code)?.path ?? '').slice(depth)
        const field = question.type === 'AUDIT' ? inside(root, ['meta', 'audit']) : inside(node, path)
        const text = field?.text.trim() ?? ''
        if (text === '' || question.type === 'NOTE' || (isComputed(question) && !keepsFirst(question))) continue
        const name = repetition === undefined ? question.code : `${question.code}.${repetition}`
        if (fileTypes.includes(question.type)) files.set(name, text)
        else answers[name] = answerIn(text, question, names)
      }
  })
  const own = childOf(root, groupName(content))
  const said = (name: keyof typeof collectNames) => childOf(own, collectNames[name])?.text.trim() || undefined
  const place = said('place')
  const begun = momentIn(said('start'))
  const ended = momentIn(said('end'))
  const [latitude, longitude, , accuracy] = place?.split(/\s+/).map(Number) ?? []
  // A name with a slash is that of no question: the validator says so, beside all other problems.
  for (const [path, text] of strayFields(root, form)) answers[path] = text
  return {
    body: {
      ...(said('phone') === undefined ? {} : { participantPhone: said('phone') }),
      ...(said('name') === undefined ? {} : { participantName: said('name') }),
      ...(said('consent') === agreed
        ? { consent: consentOf(said('consentLanguage'), content, momentIn(said('consentAt')) ?? begun) }
        : {}),
      ...(ended === undefined ? {} : { submittedAt: ended }),
      ...(place === undefined ? {} : { latitude, longitude }),
      ...(accuracy === undefined ? {} : { accuracy }),
      ...timesOf(begun, ended),
      ...(said('device') === undefined ? {} : { deviceId: said('device')?.slice(0, longestDevice) }),
      answers,
    },
    files,
  }
}

function namesIn(path: string): string[] {
  return path.split('/')
}

function inside(node: XmlNode | undefined, names: readonly string[]): XmlNode | undefined {
  return names.reduce(childOf, node)
}

/** One repetition of a section, or the form as a whole. */
interface SentGroup {
  node: XmlNode
  repetition: Repetition
  /** How many names lead to it. */
  depth: number
}

function repetitionsIn({ node, repetition, depth }: SentGroup, path: readonly string[]): SentGroup[] {
  const around = inside(node, path.slice(depth, -1))?.children ?? []
  return around
    .filter(({ name }) => name === path.at(-1))
    .map((each, index) => ({ node: each, repetition: insideOf(repetition, index + 1), depth: path.length }))
}

/** An app that cannot say in which language it showed the text showed the main one. */
function consentOf(shown: string | undefined, { notices }: SurveyContent, at = new Date().toISOString()): Consent {
  const languages = Object.keys(notices?.consent?.body ?? {})
  return { at, language: languages.find((language) => language === shown) ?? languages[0] ?? 'en' }
}

/** A phone whose clock was set in the middle of an interview keeps its answers, without the time that they took. */
function timesOf(begun: string | undefined, ended = new Date().toISOString()): Pick<EntryBody, 'startedAt'> {
  return begun !== undefined && Date.parse(begun) <= Date.parse(ended) ? { startedAt: begun } : {}
}

/** An unreadable value stays as it came, and the validator explains it. */
function answerIn(text: string, question: Question, names: FormNames): unknown {
  const codes = new Map(question.answers.map(({ code }) => [names.option(question, code), code]))
  const code = (name: string) => codes.get(name) ?? name
  const { answer, options } = traitsOf(question.type)
  switch (answer) {
    case 'text':
      return options ? code(text) : text
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text
    case 'choices':
      return text.split(/\s+/).map(code)
    case 'time':
      return /^\d\d:\d\d/.exec(text)?.[0] ?? text
    case 'date':
      return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? text
    case 'datetime':
      return momentIn(text) ?? text
    case 'point':
      return pointIn(text)
    case 'file':
    case undefined:
      return text
  }
}

/** `latitude longitude altitude accuracy`, of which the last two may be missing. */
function pointIn(text: string): unknown {
  const [latitude, longitude, , accuracy] = text.split(/\s+/).map(Number)
  return { latitude, longitude, ...(accuracy === undefined ? {} : { accuracy }) }
}

function momentIn(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** A refusal names the first of them. */
const mostNamed = 20

/**
 * Texts by their paths, `/section_1/shoe`; the second of two that may come once is `/section_1/name[2]`. `form` is what the
 * form itself begins with. Blank fields say nothing, and `meta` is the protocol's own.
 */
function strayFields(sent: XmlNode, form: XmlNode): Map<string, string> {
  const found = new Map<string, string>()
  visit(sent, form, '')
  return found

  function visit(node: XmlNode, known: XmlNode | undefined, path: string): void {
    if (found.size >= mostNamed) return
    const isField = known?.children.length === 0
    if (!isField && node.text.trim() !== '') found.set(path || '/', node.text.trim())
    const seen = new Map<string, number>()
    for (const child of node.children) {
      if (path === '' && child.name === 'meta') continue
      const place = known?.children.find(({ name }) => name === child.name)
      const count = (seen.get(child.name) ?? 0) + 1
      seen.set(child.name, count)
      const isOneTooMany = count > 1 && place?.attributes['jr:template'] === undefined
      visit(child, isOneTooMany ? undefined : place, `${path}/${child.name}${count > 1 ? `[${count}]` : ''}`)
    }
  }
}
