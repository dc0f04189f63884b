/**
 * What the other cells of a row do not bring back, as the column `canvass` holds it. A reader trusts it only as long as the
 * other cells are those that we would write for it.
 */
import * as z from 'zod/mini'
import { localizedText, optionalMedia } from '#contract/localized.ts'
import { canonicalJson } from '#domain/surveys/survey-content.ts'
import {
  choiceTypes,
  expressionFields,
  maxRepeats,
  type Question,
  questionCode,
  questionTypes,
  type Section,
} from '#domain/surveys/survey.ts'
import { type Cells, type FormContext, plainCells, sectionRelevant } from './question-cells.ts'
import { type Fields, rangeType, readExpressionCell, readFields } from './read-fields.ts'
import type { Names } from './from-xpath.ts'
import { readType } from './types.ts'

const expression = z.optional(z.nullable(z.string().check(z.maxLength(2000))))

export const OwnFields = z.strictObject({
  code: z.optional(z.string().check(z.regex(questionCode))),
  /** The question is the first of a section that no group begins with. */
  section: z.optional(
    z.strictObject({
      title: localizedText(500, 'one'),
      media: optionalMedia,
      relevant: expression,
      appearance: expression,
    }),
  ),
  type: z.optional(z.enum(questionTypes)),
  filterable: z.optional(z.boolean()),
  identifying: z.optional(z.boolean()),
  personal: z.optional(z.boolean()),
  /** A draft whose options are still missing. */
  empty: z.optional(z.boolean()),
  /** A calculation for other programs, made of our skip rules. */
  helper: z.optional(z.boolean()),
  /** The most repetitions of a section that people add to. */
  repeat: z.optional(z.strictObject({ max: z.int().check(z.minimum(1), z.maximum(maxRepeats)) })),
  required: z.optional(z.boolean()),
  validation: z.optional(
    z.strictObject({
      min: z.optional(z.number()),
      max: z.optional(z.number()),
      step: z.optional(z.number()),
      maxLength: z.optional(z.int()),
      regex: z.optional(z.string().check(z.maxLength(500))),
    }),
  ),
  readOnly: z.optional(z.boolean()),
  relevant: expression,
  constraint: expression,
  calculation: expression,
  initial: expression,
  trigger: expression,
  optionFilter: expression,
})
export type OwnFields = z.output<typeof OwnFields>

export const OwnOption = z.strictObject({
  code: z.optional(z.string().check(z.regex(/^[^;\p{Cc}]{1,100}$/u))),
  isOther: z.optional(z.boolean()),
  exclusive: z.optional(z.boolean()),
  parentCode: z.optional(z.string().check(z.maxLength(100))),
})
export type OwnOption = z.output<typeof OwnOption>

/** The content of a cell, as far as it is ours; undefined when it is another text. */
export function readOwn<S extends typeof OwnFields | typeof OwnOption>(
  shape: S,
  text: string,
): z.output<S> | undefined {
  try {
    return z.safeParse(shape, JSON.parse(text)).data as z.output<S> | undefined
  } catch {
    return undefined
  }
}

const nothing = () => undefined

/** Names as a reader of the form has them. */
function namesFor({ names }: FormContext, own: Question | undefined): Names {
  return {
    question: names.named,
    repeated(name) {
      const groups = [...names.layout.groups.values()]
      const group = groups.findLast((each) => each.section?.repeat && each.name === name.split('/').at(-1))
      return group?.section?.questions[0]?.code
    },
    options(code, name) {
      const question = names.question(code)
      return [question?.answers.find((option) => names.option(question, option.code) === name)?.code ?? name]
    },
    own,
  }
}

export function ownFieldsOf(item: Question | Section, context: FormContext): OwnFields | undefined {
  const own = 'questions' in item ? ownOfSection(item, context) : ownOfQuestion(item, context)
  return Object.keys(own).length > 0 ? own : undefined
}

function ownOfSection(section: Section, context: FormContext): OwnFields {
  const cells: Cells = new Map()
  const written = sectionRelevant(section, context)
  if (written) cells.set('relevant', written)
  const read = readExpressionCell(cells, 'relevant', namesFor(context, undefined), nothing)
  const relevant = section.relevant ?? null
  const { max = maxRepeats, countCode } = section.repeat ?? {}
  return {
    ...(read === relevant ? {} : { relevant }),
    ...(max === maxRepeats || countCode ? {} : { repeat: { max } }),
  }
}

function ownOfQuestion(question: Question, context: FormContext): OwnFields {
  const { filterable, identifying, personal, type, answers } = question
  const cells = plainCells(question, context)
  const read = readFields(cells, { type, names: namesFor(context, question), note: nothing })
  const fields = fieldsOf(question)
  const { code } = question
  const { layout } = context.names
  const section = layout.sections.get(code)
  const isFirst = section?.questions[0]?.id === question.id && !layout.begins(section)
  return {
    ...(layout.fields.get(code)?.name === code ? {} : { code }),
    ...(isFirst ? { section: sectionWords(section) } : {}),
    ...(typeOfRow(cells, new Set(answers.map(({ code }) => code))) === type ? {} : { type }),
    ...(filterable ? { filterable } : {}),
    ...(identifying ? { identifying } : {}),
    ...(personal ? { personal } : {}),
    ...(choiceTypes.includes(type) && answers.length === 0 && !question.list ? { empty: true } : {}),
    ...differing(fields, read),
  }
}

function sectionWords({ title, media, relevant, appearance }: Section) {
  return { title, relevant: relevant ?? null, ...(media && { media }), ...(appearance ? { appearance } : {}) }
}

function fieldsOf(question: Question): Fields {
  const { message: _message, requiredMessage: _required, ...validation } = question.validation
  return { ...question, readOnly: question.readOnly ?? false, validation }
}

function differing(fields: Fields, read: Fields): Partial<Fields> {
  const names = ['required', 'readOnly', 'validation', ...expressionFields] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const isSame = canonicalJson(fields[name] ?? null) === canonicalJson(read[name] ?? null)
      return isSame ? [] : [[name, fields[name] ?? null]]
    }),
  )
}

/** The type that a row has by its cells; a choice of exactly yes and no is YES_NO. */
export function typeOfRow(
  cells: ReadonlyMap<string, string>,
  options: ReadonlySet<string>,
): Question['type'] | undefined {
  const read = readType(cells.get('type') ?? '', cells.get('appearance') ?? '')
  if (read.kind !== 'question') return undefined
  if (read.type === 'RATING') return rangeType(cells)
  const isYesNo = options.size === 2 && options.has('yes') && options.has('no') && !read.orOther
  // Lists of YES_NO are the product's own, so a question without options of its own is one.
  return read.type === 'SINGLE' && read.file === undefined && (isYesNo || options.size === 0) ? 'YES_NO' : read.type
}
