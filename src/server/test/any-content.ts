/** Generated contents with rules of every kind, for what holds of all of them: forms in and out. */
import * as fc from 'fast-check'
import { operatorsFor, placesOf, repeatProblems } from '#domain/answers/skip-rules.ts'
import { rostersAround } from '#domain/answers/rosters.ts'
import { isWholeNumber } from '#domain/publishing/repeat-checks.ts'
import {
  type AnswerOption,
  choiceTypes,
  type Localized,
  type Question,
  type QuestionType,
  questionTypes,
  type Repeat,
  type Section,
  type SkipRule,
  type SurveyContent,
  type Validation,
} from '#domain/surveys/survey.ts'

interface ContentRules {
  types?: readonly QuestionType[]
  texts?: fc.Arbitrary<string>
  codes?: fc.Arbitrary<string>
  most?: number
  /** Whether sections may repeat. */
  rosters?: boolean
  /** Questions may begin with something, and answers be shown only. */
  beginnings?: boolean
  /** Whether sections and questions have names of a form. */
  paths?: boolean
}

const plainText = fc.stringMatching(/^[A-Za-z]{1,12}$/)
const plainCode = fc.constantFrom('a', 'b', 'c', 'maize', 'rice', 'other_1', 'x-1', '01')

interface Draft {
  type: QuestionType
  text: Localized
  help: Localized | null
  message: Localized | undefined
  codes: string[]
  flags: [boolean, boolean, boolean, boolean]
  bounds: [number, number]
  /** Draws that the rules are made of. */
  draws: number[]
}

function localized(texts: fc.Arbitrary<string>): fc.Arbitrary<Localized> {
  const more = fc.dictionary(fc.constantFrom('pt-br', 'zh', 'fr'), texts, { maxKeys: 2 })
  return fc.tuple(texts, more).map(([en, others]) => ({ en, ...others }))
}

/** The log of an app has a code of its own. */
export const typesOfAnyCode = questionTypes.filter((type) => type !== 'AUDIT')

function anyDraft({ types = typesOfAnyCode, texts = plainText, codes = plainCode }: ContentRules): fc.Arbitrary<Draft> {
  const flag = fc.boolean()
  return fc.record({
    type: fc.constantFrom(...types),
    text: localized(texts),
    help: fc.option(localized(texts)),
    message: fc.option(localized(texts), { nil: undefined }),
    codes: fc.uniqueArray(codes, { minLength: 1, maxLength: 5, selector: (code) => code.toLowerCase() }),
    flags: fc.tuple(flag, flag, flag, flag),
    bounds: fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 9 })),
    draws: fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
  })
}

function withoutBeginnings(content: SurveyContent): SurveyContent {
  const sections = content.sections.map((section) => ({
    ...section,
    questions: section.questions.map(
      ({ initial: _initial, trigger: _trigger, readOnly: _only, ...question }) => question,
    ),
  }))
  return { ...content, sections }
}

/** Contents that may be published: rules look back, and fit the types. */
export function anyContent(rules: ContentRules = {}): fc.Arbitrary<SurveyContent> {
  const { most = 9 } = rules
  return fc
    .record({
      drafts: fc.array(anyDraft(rules), { minLength: 1, maxLength: most }),
      titles: fc.array(localized(rules.texts ?? plainText), { minLength: 1, maxLength: 3 }),
      skips: fc.array(fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }), { maxLength: 5 }),
      rosters: fc.array(rules.rosters ? fc.option(anyRepeat, { freq: 2 }) : fc.constant(null), {
        minLength: 3,
        maxLength: 3,
      }),
      paths: fc.array(rules.paths ? fc.nat(1000) : fc.constant(0), { minLength: 12, maxLength: 12 }),
    })
    .map(({ drafts, titles, skips, rosters, paths }) =>
      withPaths(contentFrom(counted(drafts, rosters), { titles, rosters }, skips), paths),
    )
    .map((content) => (rules.beginnings ? content : withoutBeginnings(content)))
}

/** Groups as a form has them one after the other: sections share them, groups nest, and names come again in others. */
function withPaths(content: SurveyContent, draws: readonly number[]): SurveyContent {
  const drawn = (place: number) => draws[place % draws.length] ?? 0
  let outer: string | undefined
  const taken = new Set<string>()
  content.sections.forEach((section, index) => {
    const kind = drawn(index) % 5
    const inside = rostersAround(content.sections)[index]?.at(-2)
    if (inside) section.formPath = inside.formPath ? `${inside.formPath}/r${index}` : undefined
    else if (kind === 0 || section.questions.length === 0) outer = undefined
    else if (kind === 1 && !section.repeat) [section.formPath, outer] = ['', undefined]
    else if (kind < 4 && outer !== undefined) section.formPath = section.repeat ? `${outer}/r${index}` : outer
    else section.formPath = section.repeat ? `g${index}/r${index}` : `g${index}`
    const { formPath: around } = section
    if (around) outer = around.split('/')[0]
    section.questions.forEach((question, place) => {
      if (around === undefined || around === null || drawn(place + 3) % 3 === 0) return
      const groups = around === '' || drawn(place + 3) % 3 === 1 ? [] : [`d${index}_${Math.floor(place / 2)}`, 'e']
      const inGroups = [...around.split('/'), ...groups].filter((each) => each !== '')
      const paths = ['name', 'age', 'Ort', `${question.code}_x`].map((name) => [...inGroups, name].join('/'))
      question.formPath = paths.find((path) => !taken.has(path))
      taken.add(question.formPath ?? '')
      const path = question.formPath?.split('/').slice(0, -2).join('/')
      if (groups.length === 0 || !path || section.groups?.some((group) => group.path === path)) return
      section.groups = [...(section.groups ?? []), { path, title: { en: 'Inner' }, appearance: 'field-list w1' }]
    })
  })
  return content
}

const anyRepeat = fc.record({
  max: fc.constantFrom(1, 2, 3, 200),
  counting: fc.nat(1000),
  depth: fc.constantFrom(1, 2, 3),
})

interface Frame {
  titles: readonly Localized[]
  rosters: readonly ({ max: number; counting: number; depth: number } | null)[]
}

/** Without a roster at the beginning the first question is a number, which may count others. */
function counted(drafts: readonly Draft[], [first, ...others]: Frame['rosters']): Draft[] {
  const counts = !first && others.some((roster) => roster)
  return drafts.map((draft, index) => (counts && index === 0 ? { ...draft, type: 'INTEGER' } : draft))
}

/** Whether a question has many answers as seen from one place. */
type IsRepeated = (question: Question) => boolean

function contentFrom(drafts: readonly Draft[], { titles, rosters }: Frame, draws: readonly number[][]): SurveyContent {
  const size = Math.ceil(drafts.length / titles.length)
  const sectionOf = (place: number) => Math.floor(place / size)
  let open = 0
  const repeats = titles.map((_, index) => {
    const roster = index * size < drafts.length ? rosters[index] : null
    open = roster ? Math.min(roster.depth, open + 1) : 0
    return roster ? { repeat: { max: roster.max, ...(open > 1 ? { depth: open } : {}) } } : {}
  })
  const around = rostersAround<{ repeat?: Repeat }>(repeats)
  const seenFrom =
    (section: number, isOutside = false): IsRepeated =>
    ({ id }) => {
      const from = isOutside ? around[section]?.slice(0, -1) : around[section]
      return around[sectionOf(id - 1)]?.some((roster) => !from?.includes(roster)) ?? false
    }
  const questions: Question[] = []
  let options = 0
  for (const [index, draft] of drafts.entries()) {
    const question = questionFrom(draft, {
      id: index + 1,
      firstOption: options + 1,
      earlier: questions,
      isRepeated: seenFrom(sectionOf(index)),
      isInRoster: Boolean(rosters[sectionOf(index)]),
    })
    options += question.answers.length
    questions.push(question)
  }
  const sections = titles.map((title, index): Section => {
    const own = questions.slice(index * size, (index + 1) * size)
    own.forEach((question, place) => (question.position = place + 1))
    const relevant =
      index > 0
        ? condition(questions.slice(0, index * size), drafts[index]?.draws ?? [], seenFrom(index, true))
        : undefined
    const look = index === 0 ? { appearance: 'field-list', media: { video: { zh: 'film.mp4' } } } : {}
    const shared = { id: index + 1, title, position: index + 1, ...(relevant ? { relevant } : {}), ...look }
    const roster = rosters[index]
    if (!roster || own.length === 0) return { ...shared, questions: own }
    const counts = questions
      .slice(0, index * size)
      .filter((each) => isWholeNumber(each) && !seenFrom(index, true)(each))
    const counting = roster.counting % 4 === 0 ? undefined : counts[roster.counting % Math.max(1, counts.length)]
    const repeat = { max: roster.max, ...repeats[index]?.repeat, ...(counting ? { countCode: counting.code } : {}) }
    return { ...shared, repeat, questions: own }
  })
  const places = placesOf({ sections })
  const found = draws
    .flatMap((each) => skipFrom(each, { questions, sections }) ?? [])
    .filter((rule) => repeatProblems(rule, places.ofQuestion.get(rule.fromQuestionId) ?? 0, places).length === 0)
  const skips = found.map((rule, index) => ({ ...rule, id: index + 1 }))
  return skips.length > 0 ? { sections, skips } : { sections }
}

function questionFrom(
  draft: Draft,
  {
    id,
    firstOption,
    earlier,
    isRepeated,
    isInRoster,
  }: { id: number; firstOption: number; earlier: readonly Question[]; isRepeated: IsRepeated; isInRoster: boolean },
): Question {
  const { type, flags, draws, message } = draft
  const [required, filterable, identifying, personal] = flags
  const codes = choiceTypes.includes(type) ? draft.codes : []
  const parent = earlier.findLast((question) => question.type === 'SINGLE' && !isRepeated(question))
  const isFiltered = (draws[0] ?? 0) % 3 === 0 && parent !== undefined && type === 'SINGLE'
  const optionFilter = optionFilterOf(
    draft,
    earlier.filter((each) => !isRepeated(each)),
  )
  const columnOf =
    optionFilter && ((index: number) => ({ kind: parent?.answers[index % 2]?.code ?? 'x', year: String(index) }))
  const answers = codes.map((code, index): AnswerOption => {
    const parentCode = isFiltered ? parent.answers[(draws[index + 1] ?? 0) % parent.answers.length]?.code : undefined
    const option = { isOther: index === 3, exclusive: index === 4, ...(columnOf ? { columns: columnOf(index) } : {}) }
    return {
      id: firstOption + index,
      code,
      text: draft.text,
      ...option,
      ...(parentCode ? { parentCode } : {}),
      ...((draws[7] ?? 0) % 3 === 0
        ? { media: { image: { en: `${code.codePointAt(0)}.png`, 'pt-br': 'um.png' } } }
        : {}),
      position: index + 1,
    }
  })
  const question: Question = {
    id,
    code: `q${id}`,
    text: draft.text,
    help: draft.help,
    type,
    required: required && type !== 'NOTE',
    validation: { ...boundsOf(draft), ...(message && type !== 'NOTE' ? { message, requiredMessage: message } : {}) },
    filterable,
    identifying,
    personal,
    position: id,
    ...(optionFilter ? { optionFilter } : {}),
    answers,
  }
  const appearance = ['minimal', 'w1 quick', 'columns-2', undefined][(draws[5] ?? 0) % 4]
  if (appearance) question.appearance = appearance
  const relevant = condition(earlier, draws.slice(3), isRepeated)
  if (relevant && (draws[1] ?? 0) % 2 === 0) question.relevant = relevant
  else if (isInRoster && (draws[1] ?? 0) % 3 === 0) question.relevant = 'position() != 2'
  const constraint = constraintOn(question, draws[2] ?? 0)
  if (constraint) question.constraint = constraint
  const calculation = calculationOf(question, { earlier, isRepeated }, draws[4] ?? 0)
  if (calculation) question.calculation = calculation
  const trigger = earlier.find((each) => each.type === 'INTEGER' && !isRepeated(each))
  if (calculation && trigger && (draws[5] ?? 0) % 3 === 0) question.trigger = trigger.code
  const initial = calculation ? undefined : initialOf(question, draws[6] ?? 0)
  if (initial) question.initial = initial
  if (draft.help && (draws[1] ?? 0) % 5 === 0) question.guidance = draft.help
  if ((draws[8] ?? 0) % 3 === 0) question.media = { audio: { en: 'a.mp3' }, 'big-image': { fr: 'grande.jpg' } }
  if (type !== 'NOTE' && (!calculation || question.trigger) && (draws[6] ?? 0) % 7 === 0) question.readOnly = true
  return question
}

/** A value, or what is computed once. */
function initialOf({ type, answers }: Question, draw: number): string | undefined {
  if (draw % 4 !== 0) return undefined
  switch (type as string) {
    case 'INTEGER':
      return draw % 8 === 0 ? '3' : '2 + 1'
    case 'DATE':
      return draw % 8 === 0 ? "'2024-05-04'" : 'today()'
    case 'TEXT':
      return draw % 8 === 0 ? "'abc'" : "concat('a', 1 + 1)"
    case 'SINGLE':
      return `'${(answers[0]?.code ?? '').replaceAll("'", "''")}'`
    default:
      return undefined
  }
}

function boundsOf({ type, bounds: [low, span], draws: [draw = 0] }: Draft): Validation {
  if (draw % 2 === 0) return {}
  switch (type as string) {
    case 'INTEGER':
      return draw % 3 === 0 ? { min: low } : { min: low, max: low + span }
    case 'DECIMAL':
      return { max: low + span + 0.5 }
    case 'MULTIPLE':
      return { min: 1, max: 2 }
    case 'RATING':
      return { max: 3 + span }
    case 'RANGE':
      return { min: low, max: low + span + 1, step: draw % 3 === 0 ? 0.5 : 2 }
    case 'TEXT':
      return draw % 3 === 0 ? { regex: '[a-z]+' } : { maxLength: 3 + span }
    case 'LONG_TEXT':
      return { maxLength: 10 + span, regex: '^[a-z ]*$' }
    default:
      return {}
  }
}

/** A test of an earlier question that fits its type. */
function atom(question: Question, draw: number, isRepeated: IsRepeated): string {
  const { code, type, answers } = question
  if (isRepeated(question)) return type === 'NOTE' ? 'true' : summaryOf(question, draw)
  const option = `'${(answers[draw % Math.max(1, answers.length)]?.code ?? '').replaceAll("'", "''")}'`
  const operator = ['=', '!=', '<', '<=', '>', '>='][draw % 6] ?? '='
  switch (type as string) {
    case 'INTEGER':
    case 'DECIMAL':
    case 'RATING':
      if (draw % 13 === 0) return `round(${code} / 3, ${draw % 2}) ${operator} floor(${code} / 2) + 0.5`
      if (draw % 11 === 0) return `${['int', 'abs'][draw % 2]}(${code} / 2) ${operator} pow(${draw % 3}, 2)`
      if (draw % 17 === 0)
        return `${['cos', 'atan', 'exp', 'log10'][draw % 4]}(${code} / 2) ${operator} sqrt(${draw % 5}) / pi()`
      return draw % 5 === 0 ? `${code} * 2 - 1 ${operator} ${draw % 7}` : `${code} ${operator} ${draw % 7}`
    case 'TEXT':
    case 'LONG_TEXT':
      if (draw % 7 === 0) return `substr(${code}, ${draw % 3}, 3) ${draw % 2 === 0 ? '=' : '!='} 'abc'`
      if (draw % 5 === 0) return `coalesce(${code}, 'abc') ${draw % 2 === 0 ? '=' : '!='} 'abc'`
      if (draw % 3 === 0) return draw % 2 === 0 ? `length(${code}) > 2` : `contains(${code}, 'bc')`
      return `${code} ${draw % 2 === 0 ? '=' : '!='} 'abc'`
    case 'DATE':
      if (draw % 5 === 0) return `formatDate(${code}, '%e %b %y') ${draw % 2 === 0 ? '=' : '!='} '4 May 24'`
      if (draw % 7 === 0) return `date(formatDate(${code} + 3, '%Y-%m-%d')) ${operator} date('2024-05-04')`
      return draw % 4 === 0 ? `${code} ${operator} today()` : `${code} ${operator} '2024-05-0${(draw % 9) + 1}'`
    case 'TIME':
      return `${code} ${operator} '1${draw % 10}:30'`
    case 'SINGLE':
      if (draw % 5 === 0)
        return `choiceName(${code}, ${code}) ${draw % 2 === 0 ? '=' : '!='} '${answers[0]?.text['en']?.replaceAll("'", "''")}'`
      return `${code} ${draw % 2 === 0 ? '=' : '!='} ${option}`
    case 'MULTIPLE':
      if (draw % 5 === 0) return `selectedAt(${code}, ${draw % 3}) = ${option}`
      return draw % 3 === 0 ? `countSelected(${code}) ${operator} ${draw % 4}` : `selected(${code}, ${option})`
    case 'YES_NO':
      return `${code} ${draw % 3 === 0 ? '!=' : '='} '${draw % 2 === 0 ? 'yes' : 'no'}'`
    case 'NOTE':
      return 'true'
    case 'GEOPOINT':
      return draw % 2 === 0
        ? `answered(${code})`
        : `selectedAt(${code}, ${draw % 4 === 1 ? 3 : 1}) ${operator} ${draw % 20}`
    case 'GEOTRACE':
      return `${['area', 'distance'][draw % 2]}(${code}) ${operator} ${(draw % 3) * 10_000}`
    default:
      return `answered(${code})`
  }
}

/** A test of all the answers to a question in a section that repeats. */
function summaryOf({ code, type }: Question, draw: number): string {
  const isNumber = type === 'INTEGER' || type === 'DECIMAL' || type === 'RATING'
  if (draw % 5 === 0) return `repetitions(${code}) ${draw % 2 === 0 ? '>' : '='} ${draw % 3}`
  if (isNumber && draw % 7 === 0) return `indexedRepeat(${code}, ${1 + (draw % 3)}) >= ${draw % 4}`
  if (type === 'TEXT' && draw % 3 === 0) return `contains(join('-', ${code}), '${draw % 2 === 0 ? 'a-' : 'abc'}')`
  const names = isNumber ? ['count', 'sum', 'min', 'max'] : ['count']
  return `${names[draw % names.length]}(${code}) ${draw % 2 === 0 ? '>' : '<='} ${draw % 4}`
}

function condition(earlier: readonly Question[], draws: readonly number[], isRepeated: IsRepeated): string | undefined {
  const [one = 0, other = 0, kind = 0, first = 0, second = 0] = draws
  const [left, right] = [earlier[first % Math.max(1, earlier.length)], earlier[second % Math.max(1, earlier.length)]]
  if (!left || !right) return undefined
  switch (kind % 6) {
    case 0:
      return atom(left, one, isRepeated)
    case 1:
      return `${atom(left, one, isRepeated)} and ${atom(right, other, isRepeated)}`
    case 2:
      return `${atom(left, one, isRepeated)} or ${atom(right, other, isRepeated)}`
    case 3:
      return `not(${atom(left, one, isRepeated)})`
    case 4:
      return left.type === 'NOTE' || isRepeated(left) ? 'true' : `answered(${left.code})`
    default:
      return undefined
  }
}

function constraintOn({ type }: Question, draw: number): string | undefined {
  if (draw % 3 !== 0) return undefined
  switch (type as string) {
    case 'INTEGER':
    case 'DECIMAL':
      return draw % 2 === 0 ? '. >= 0' : '. != 3 and . < 100'
    case 'TEXT':
      return "length(.) < 9 or . = 'abc'"
    case 'DATE':
      return '. <= today()'
    default:
      return undefined
  }
}

function calculationOf(
  { type }: Question,
  { earlier, isRepeated }: { earlier: readonly Question[]; isRepeated: IsRepeated },
  draw: number,
): string | undefined {
  const numbers = earlier.filter((question) => question.type === 'INTEGER' || question.type === 'DECIMAL')
  const number = numbers[draw % Math.max(1, numbers.length)]
  if (!number || draw % 2 === 0) return undefined
  const { code } = number
  if (isRepeated(number)) {
    const summary = `${['sum', 'min', 'max', 'count'][draw % 4]}(${code})`
    if (type === 'DECIMAL') return draw % 3 === 0 ? `${summary} + 1` : summary
    return type === 'TEXT' ? `concat('n', ${summary})` : undefined
  }
  if (type === 'DECIMAL')
    return [`${code} * 2`, `sum(${code}, 1)`, `max(${code}, 2)`, `if(${code} > 2, 1, 0)`][draw % 4]
  // In a text ODK’s engine writes the answer 5 to a decimal as 5.0, and ODK Collect as 5.
  return type === 'TEXT' && number.type === 'INTEGER' ? `concat('n', ${code})` : undefined
}

function skipFrom(
  draws: readonly number[],
  { questions, sections }: { questions: readonly Question[]; sections: readonly Section[] },
): SkipRule | undefined {
  const [from = 0, how = 0, word = 0, act = 0, to = 0, priority = 0] = draws
  const place = from % questions.length
  const question = questions[place]
  if (!question) return undefined
  const operators = operatorsFor(question.type)
  const operator = operators[how % operators.length] ?? 'ANSWERED'
  const isBare = operator === 'ANSWERED' || operator === 'EMPTY'
  const value = isBare ? null : wordFor(question, word)
  if (value === undefined) return undefined
  const rest = questions.slice(place + 1)
  const further = sections.filter(
    (section) => section.questions.some((each) => rest.includes(each)) && !section.questions.includes(question),
  )
  const shared = {
    id: 0,
    fromQuestionId: question.id,
    operator,
    value: operator === 'IN' && value !== null ? [value] : value,
    answerId: null,
    priority: 1 + (priority % 3),
  }
  const next = act % 3 === 0 ? undefined : rest[to % Math.max(1, rest.length)]
  const section = act % 3 === 2 ? further[to % Math.max(1, further.length)] : undefined
  if (section) return { ...shared, action: 'JUMP_TO_SECTION', target: section.id }
  if (next) return { ...shared, action: 'JUMP_TO_QUESTION', target: next.id }
  return { ...shared, action: 'END', target: null }
}

function wordFor({ type, answers }: Question, draw: number): string | number | undefined {
  switch (type as string) {
    case 'INTEGER':
    case 'DECIMAL':
    case 'RATING':
      return draw % 7
    case 'TEXT':
    case 'LONG_TEXT':
      return 'abc'
    case 'DATE':
      return `2024-05-0${(draw % 9) + 1}`
    case 'TIME':
      return `1${draw % 10}:30`
    case 'YES_NO':
      return draw % 2 === 0 ? 'yes' : 'no'
    case 'SINGLE':
    case 'MULTIPLE':
      return answers[draw % answers.length]?.code
    default:
      return undefined
  }
}

/** By columns, the code and earlier answers. */
function optionFilterOf({ type, draws }: Draft, earlier: readonly Question[]): string | undefined {
  const [first = 0, second = 0] = draws
  if (first % 3 !== 1 || (type !== 'SINGLE' && type !== 'MULTIPLE')) return undefined
  const choice = earlier.findLast((question) => question.type === 'SINGLE')
  const number = earlier.findLast((question) => question.type === 'INTEGER')
  const filters = [
    "column('year') < 2 or column('name') = 'x'",
    ...(choice ? [`column('kind') = ${choice.code}`, `column('kind') != ${choice.code} and column('year') >= 1`] : []),
    ...(number ? [`column('year') <= ${number.code}`, `not(column('year') = ${number.code})`] : []),
  ]
  return filters[second % filters.length]
}
