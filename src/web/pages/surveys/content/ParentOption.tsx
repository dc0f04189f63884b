import type { QuestionWithAnswers } from '#contract/questions.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { Select } from '../../../ui/Select.tsx'

/** The option of an earlier question that this one belongs to: a district's province. */
export function ParentOption({ questions }: { questions: readonly QuestionWithAnswers[] }) {
  const { values, set } = useForm()
  const at = questions.findIndex(({ id }) => id === values['questionId'])
  const groups = questions
    .slice(0, Math.max(at, 0))
    .filter(({ answers }) => answers.length > 0)
    .map(({ code, answers }) => ({
      label: code,
      options: answers.map((answer) => ({
        value: answer.code,
        label: `${textIn(answer.text, currentLocale())} (${answer.code})`,
      })),
    }))
  if (groups.length === 0) return null
  return (
    <FieldFrame name="parentCode" help="answers.parentCodeHelp">
      <Select<string>
        className="field-wide"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={values['parentCode'] as string}
        options={groups}
        onChange={(code: string | undefined) => set('parentCode', code ?? null)}
      />
    </FieldFrame>
  )
}
