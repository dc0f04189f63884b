import { plainIn } from '#domain/answers/label-text.ts'
import type { Question } from '#domain/surveys/survey.ts'
import { useAsking } from '../asking.tsx'
import { parentOf } from '../choices.ts'

/** Which question comes first, as its answer decides what can be chosen here. */
export function NoOptions({ question }: { question: Question }) {
  const { content, language, say } = useAsking()
  const parent = parentOf(content, question)
  return (
    <p className="q-hint">
      {parent ? say('answerFirst', { question: plainIn(parent.text, language) }) : say('noOptions')}
    </p>
  )
}
