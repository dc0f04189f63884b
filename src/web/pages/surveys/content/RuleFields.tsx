/** The fields of a skip rule: what the answer is compared with, and where the survey goes on. */
import { questions, type QuestionWithAnswers } from '#contract/questions.ts'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import {
  type Localized,
  skipActions,
  type SkipAction,
  type SkipOperator,
  type SkipValue,
  textIn,
} from '#domain/surveys/survey.ts'
import { useCall } from '../../../api/query.ts'
import { ChoiceControl, NumberControl, SelectControl } from '../../../form/controls.tsx'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { operatorsFor } from '#domain/answers/skip-rules.ts'

/** The survey of the form's question, with all of its content. */
function useSurveyOf(id: number | undefined, given: SurveyDetail | undefined): SurveyDetail | undefined {
  const asked = useCall(questions.get, { params: { id: id ?? 0 } }, { enabled: id !== undefined && !given })
  const surveyId = asked.data?.data.surveyId
  const found = useCall(surveys.get, { params: { id: surveyId ?? 0 } }, { enabled: surveyId !== undefined && !given })
  return given ?? found.data?.data
}

export function RuleFields({ survey: given }: { survey?: SurveyDetail }) {
  const t = useText()
  const { values, set } = useForm()
  const survey = useSurveyOf(values['fromQuestionId'] as number | undefined, given)
  const all = survey?.sections.flatMap((section) => section.questions) ?? []
  const at = all.findIndex(({ id }) => id === values['fromQuestionId'])
  const from = all[at]
  if (!survey || !from) return null
  const action = values['action'] as SkipAction
  const here = survey.sections.findIndex(({ id }) => id === from.sectionId)
  const targets =
    action === 'JUMP_TO_SECTION'
      ? survey.sections.slice(here + 1).map(({ id, title }, index) => ({
          value: id,
          label: `${here + index + 2}. ${textIn(title, currentLocale())}`,
        }))
      : all
          .slice(at + 1)
          .map(({ id, code, text }) => ({ value: id, label: `${code}: ${textIn(text, currentLocale())}` }))
  return (
    <>
      <div className="form-pair">
        <FieldFrame name="operator">
          <Select<SkipOperator>
            className="field-wide"
            value={values['operator'] as SkipOperator}
            options={operatorsFor(from.type).map((value) => ({ value, label: t(`skips.operator.${value}`) }))}
            onChange={(operator) => {
              set('operator', operator)
              set('value', null)
              set('answerId', null)
            }}
          />
        </FieldFrame>
        <Compared question={from} />
      </div>
      <div className="form-pair">
        <FieldFrame name="action">
          <Select<SkipAction>
            className="field-wide"
            value={action}
            options={skipActions.map((value) => ({ value, label: t(`skips.action.${value}`) }))}
            onChange={(next) => {
              set('action', next)
              set('target', null)
            }}
          />
        </FieldFrame>
        {action !== 'END' && <SelectControl name="target" options={targets} />}
      </div>
      <NumberControl name="priority" help="skips.priorityHelp" min={1} max={1000} />
    </>
  )
}

/** One option, several values, a number or a word. */
function Compared({ question }: { question: QuestionWithAnswers }) {
  const { values, set } = useForm()
  const operator = values['operator'] as SkipOperator
  const value = values['value'] as SkipValue | null | undefined
  if (operator === 'ANSWERED' || operator === 'EMPTY') return null
  const { answers, type } = question
  const isNumber = traitsOf(type).answer === 'number'
  if (operator === 'IN') {
    const known = answers.map(({ code, text }) => ({ value: code, label: optionLabel(text, code) }))
    const toValue = (word: string) => (isNumber && word.trim() !== '' ? Number(word) : word)
    return (
      <FieldFrame name="value">
        <Select<string[]>
          className="field-wide"
          mode={answers.length > 0 ? 'multiple' : 'tags'}
          value={[value ?? []].flat().map(String)}
          options={known}
          onChange={(next) => set('value', next.length === 0 ? null : next.map(toValue))}
        />
      </FieldFrame>
    )
  }
  if (answers.length > 0) {
    // A rule may have come in with the code of its option.
    const chosen = values['answerId'] ?? answers.find(({ code }) => code === value)?.id
    return (
      <FieldFrame name="answerId">
        <Select<number>
          className="field-wide"
          showSearch={{ optionFilterProp: 'label' }}
          value={chosen as number}
          options={answers.map(({ id, code, text }) => ({ value: id, label: optionLabel(text, code) }))}
          onChange={(id) => {
            set('answerId', id)
            set('value', null)
          }}
        />
      </FieldFrame>
    )
  }
  if (type === 'YES_NO') return <ChoiceControl name="value" values={['yes', 'no']} words="skips.value" />
  return (
    <FieldFrame name="value">
      {isNumber ? (
        <NumberInput value={(value as number | null) ?? null} onChange={(next) => set('value', next)} />
      ) : (
        <TextInput
          placeholder={type === 'DATE' ? '2026-12-31' : undefined}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set('value', event.target.value === '' ? null : event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

function optionLabel(text: Localized, code: string): string {
  return `${textIn(text, currentLocale())} (${code})`
}
