import { type AnswerRow, answers } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import { dateTime, localized, number, optional, text, yesNo } from '../../list/columns.tsx'
import { AnswerCode, LocalizedField } from './content/lazy-fields.ts'
import type { ListScreen } from '../../list/use-resource-list.ts'
import { FlatList, ofSurvey, useListSurvey } from './FlatList.tsx'

const Form = resourceForm(answers)

const columns = [
  localized('text'),
  text('code'),
  localized('questionText'),
  text('questionCode'),
  ofSurvey,
  optional(text('parentCode')),
  optional(yesNo('isOther')),
  optional(yesNo('exclusive')),
  optional(number('position')),
  optional(number('firstVersion')),
  dateTime('updatedAt'),
]

const screen: ListScreen<AnswerRow> = {
  resource: answers,
  path: '/answer',
  title: 'answers.title',
  columns,
  form: (form) => (
    <Form.Modal {...form} defaults={{}}>
      <OfQuestion />
      <LocalizedField name="text" help="surveys.oneLanguage" />
      <AnswerCode />
      <Form.Text name="parentCode" help="answers.parentCodeHelp" />
      <Form.Switch name="isOther" help="answers.isOtherHelp" />
      <Form.Switch name="exclusive" help="answers.exclusiveHelp" />
      <Form.Number name="position" min={1} />
    </Form.Modal>
  ),
}

function OfQuestion() {
  const query = useListSurvey()
  return (
    <Form.Lookup name="questionId" list={questions.list} get={questions.get} query={query} help="surveys.fixedParent" />
  )
}

export function AnswersPage() {
  return <FlatList screen={screen} />
}
