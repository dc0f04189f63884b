/** What is wrong with an answer, in the words of the survey or in ours. */
import type { AnswerProblem } from '#domain/answers/answers.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import { useAsking } from './asking.tsx'
import { numberIn } from './format.ts'
import { Words } from './Words.tsx'
import { wordOfProblem } from './words.ts'

export function Problems({ id, problems }: { id?: string; problems: readonly AnswerProblem[] }) {
  const text = useProblemText()
  if (problems.length === 0) return null
  return (
    <p id={id} className="q-problem">
      {problems.map((problem) => (
        <span key={problem.key}>{problem.said ? <Words text={problem.said} /> : text(problem)} </span>
      ))}
    </p>
  )
}

/** Of several options that are chosen a bound counts. */
function useProblemText(): (problem: AnswerProblem) => string {
  const { content, language, say } = useAsking()
  return ({ code, limit, names = '', question }) => {
    const of = questionsOf(content).find((each) => each.code === question)
    const values = { limit: typeof limit === 'number' ? numberIn(language, limit) : (limit ?? ''), names }
    if (of?.type === 'NOTE') return say('noteHolds')
    const isCount = of?.type === 'MULTIPLE' && (code === 'TOO_SMALL' || code === 'TOO_BIG')
    return isCount
      ? say(code === 'TOO_SMALL' ? 'tooFewChosen' : 'tooManyChosen', values)
      : say(wordOfProblem(code), values)
  }
}
