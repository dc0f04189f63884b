/** What questions, options and lists of a survey are called in a form. */
import { namedQuestions, rosterIds } from '#domain/answers/filling-plan.ts'
import { formLayout } from '#domain/surveys/form-layout.ts'
import { choiceTypes, type Question, questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { freeNames } from '#domain/text/free-names.ts'

export type FormNames = ReturnType<typeof formNames>

export function formNames(content: SurveyContent) {
  const questions = questionsOf(content)
  const byCode = new Map(questions.map((question) => [question.code, question]))
  const layout = formLayout(content.sections)
  const free = freeNames([...byCode.keys(), ...layout.names.keys()])
  const fields = [...layout.fields.values()].toReversed()
  const byReference = new Map(
    fields.flatMap(({ name, path, question }) => [[`/data/${path}`, question] as const, [name, question] as const]),
  )
  const options = new Map<number, ReadonlyMap<string, string>>()
  const yesNoList = free('yes_no')
  const rosters = new Map(namedQuestions(content).map((question) => [question.code, question.rosters ?? []]))
  const around = rosterIds(content.sections)
  const parents = parentsOf(questions, rosters)
  const listNames = new Set([
    yesNoList,
    ...questions.filter(({ answers }) => answers.length > 0).map(({ code }) => code),
  ])
  return {
    layout,
    question: (code: string) => byCode.get(code),
    /** The question of a form's name, or of a path of the form: `/data/hh/name`. */
    named: (reference: string) => byReference.get(reference),
    /** The name of an option; names of options are words, as answers are lists of them. */
    option: (question: Question, code: string): string => {
      const known = options.get(question.id) ?? optionNames(question)
      options.set(question.id, known)
      return known.get(code) ?? code
    },
    list: (question: Question) => (question.type === 'YES_NO' ? yesNoList : question.code),
    /** The instance of a file. */
    file: (name: string): string => {
      const stem = name.replace(/\.\w+$/, '').replaceAll(/[^\p{L}\p{N}_-]/gu, '_')
      return listNames.has(stem) ? `${stem}_file` : stem
    },
    yesNoList,
    /** A name that no group or question has. */
    free,
    /** The ids of the sections that repeat a question, the outermost first. */
    rosters: (code: string): readonly number[] => rosters.get(code) ?? [],
    /** The same around a section, without itself. */
    around: (id: number): readonly number[] =>
      around[content.sections.findIndex((section) => section.id === id)]?.slice(0, -1) ?? [],
    /** The earlier question whose answer says which options are shown. */
    parent: (question: Question) => parents.get(question.id),
  }
}

/** Codes with blanks get a name without. */
function optionNames({ answers }: Question): ReadonlyMap<string, string> {
  const plain = answers.filter(({ code }) => !/\s/.test(code)).map(({ code }) => code)
  const free = freeNames(plain, { byCase: true })
  return new Map(answers.map(({ code }) => [code, /\s/.test(code) ? free(code.replaceAll(/\s+/g, '_')) : code]))
}

/** The nearest earlier SINGLE that has all options which these belong to. */
function parentsOf(
  questions: readonly Question[],
  rosters: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<number, Question> {
  const parents = new Map<number, Question>()
  questions.forEach((question, index) => {
    const codes = new Set(question.answers.flatMap(({ parentCode }) => parentCode ?? []))
    if (codes.size === 0 || !choiceTypes.includes(question.type)) return
    const parent = questions.slice(0, index).findLast(({ code, type, answers }) => {
      const own = rosters.get(question.code)
      // One in another repeating section has many answers.
      if (rosters.get(code)?.some((roster) => !own?.includes(roster))) return false
      const known = new Set(answers.map(({ code }) => code))
      return type === 'SINGLE' && [...codes].every((code) => known.has(code))
    })
    if (parent) parents.set(question.id, parent)
  })
  return parents
}
