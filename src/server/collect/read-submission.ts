/** From what a collecting app sends to one response, as all doors read it. Touches nothing. */
import type { EntryBody } from '#contract/entry.ts'
import { fileTypes, type Question, type SurveyContent } from '#domain/survey.ts'
import { type FormNames, formNames } from '../xlsform/form-names.ts'
import { sectionNames } from '../xlsform/xform.ts'
import { collectNames, groupName } from './collect-fields.ts'
import { childOf, type XmlNode } from './read-xml.ts'

/** What the form itself says of a submission. */
export interface SubmissionHead {
  /** The encodedId of the survey. */
  formId: string
  /** The version that was filled in; undefined: none is named. */
  version: number | undefined
  /** The form's own name: sent again, it is the same form. */
  instanceId: string | undefined
}

export function headOf(root: XmlNode): SubmissionHead {
  const { id = '', version = '' } = root.attributes
  return {
    formId: id,
    version: /^\d{1,9}$/.test(version) ? Number(version) : undefined,
    instanceId: childOf(childOf(root, 'meta'), 'instanceID')?.text.trim() || undefined,
  }
}

export interface Submission {
  body: EntryBody
  /** The names of files by the names of their answers. */
  files: Map<string, string>
  /** When the interview began, and on which device. */
  startedAt: string | undefined
  deviceId: string | undefined
}

export function readSubmission(root: XmlNode, content: SurveyContent): Submission {
  const sections = content.sections.filter(({ questions }) => questions.length > 0)
  const names = formNames(content)
  const groups = sectionNames(sections, names)
  const answers: Record<string, unknown> = {}
  const files = new Map<string, string>()
  sections.forEach(({ questions }, index) => {
    const group = childOf(root, groups[index] ?? '')
    for (const question of questions) {
      const text = childOf(group, question.code)?.text.trim() ?? ''
      if (text === '' || question.type === 'NOTE' || question.calculation) continue
      if (fileTypes.includes(question.type)) files.set(question.code, text)
      else answers[question.code] = answerIn(text, question, names)
    }
  })
  const own = childOf(root, groupName(content))
  const said = (name: keyof typeof collectNames) => childOf(own, collectNames[name])?.text.trim() || undefined
  const place = said('place')
  const [latitude, longitude, , accuracy] = place?.split(/\s+/).map(Number) ?? []
  return {
    body: {
      ...(said('phone') === undefined ? {} : { participantPhone: said('phone') }),
      ...(said('name') === undefined ? {} : { participantName: said('name') }),
      ...(momentIn(said('end')) === undefined ? {} : { submittedAt: momentIn(said('end')) }),
      ...(place === undefined ? {} : { latitude, longitude }),
      ...(accuracy === undefined ? {} : { accuracy }),
      answers,
    },
    files,
    startedAt: momentIn(said('start')),
    deviceId: said('device'),
  }
}

/** What cannot be read stays as it came: the validator says what is wrong with it. */
function answerIn(text: string, question: Question, names: FormNames): unknown {
  const codes = new Map(question.answers.map(({ code }) => [names.option(question, code), code]))
  const code = (name: string) => codes.get(name) ?? name
  switch (question.type as string) {
    case 'INTEGER':
    case 'DECIMAL':
    case 'RATING':
      return Number.isFinite(Number(text)) ? Number(text) : text
    case 'SINGLE':
      return code(text)
    case 'MULTIPLE':
    case 'RANK':
      return text.split(/\s+/).map(code)
    case 'TIME':
      return /^\d\d:\d\d/.exec(text)?.[0] ?? text
    case 'DATE':
      return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? text
    case 'DATETIME':
      return momentIn(text) ?? text
    case 'GEOPOINT':
      return pointIn(text)
    default:
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
