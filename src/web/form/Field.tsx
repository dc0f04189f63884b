/** A field of the form around it: what its resource calls it and says of it, and its problems. */
import { useEffect } from 'react'
import { useTextOr } from '../i18n/text.ts'
import type { MessageId } from '../i18n/messages.ts'
import type { FieldContent } from '../ui/tied.ts'
import { FieldBox } from './FieldBox.tsx'
import { useForm } from './form-context.ts'
import { useProblemText } from '../i18n/problem-text.ts'

interface FieldFrameProps {
  name: string
  help?: MessageId | undefined
  /** Has a value whatever one does: no mark of duty. */
  alwaysSet?: true
  children: FieldContent
}

export function FieldFrame({ name, help, alwaysSet, children }: FieldFrameProps) {
  const { name: resource, problems, isRequired, announce } = useForm()
  const textOr = useTextOr()
  const problemText = useProblemText()
  useEffect(() => announce(name), [announce, name])
  const found = (problems[name] ?? []).map((problem) => {
    // Of a part of the value: which one.
    const part = problem.path.slice(name.length + 1)
    return part === ''
      ? problemText(problem)
      : `${textOr(`language.${part}`, textOr(`${resource}.bound.${part}`, problem.path))}: ${problemText(problem)}`
  })
  return (
    <FieldBox
      name={name}
      label={textOr(`${resource}.field.${name}`, name)}
      required={!alwaysSet && isRequired(name)}
      problem={found}
      help={textOr(help ?? `${resource}.help.${name}`, '')}
    >
      {children}
    </FieldBox>
  )
}
