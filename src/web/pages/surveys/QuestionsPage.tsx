import { type QuestionRow, questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import { choice, dateTime, localized, number, optional, text, yesNo } from '../../list/columns.tsx'
import { LocalizedField, QuestionFields } from './content/lazy-fields.ts'
import { newQuestion } from './content/new-question.ts'
import type { ListScreen } from '../../list/use-resource-list.ts'
import { FlatList, ofSurvey, useListSurvey } from './FlatList.tsx'

const Form = resourceForm(questions)

const columns = [
  localized('text'),
  text('code'),
  choice('type', 'questions.type'),
  localized('sectionTitle'),
  ofSurvey,
  yesNo('required'),
  optional(number('position')),
  optional(yesNo('filterable')),
  optional(yesNo('identifying')),
  optional(yesNo('personal')),
  optional(text('relevant')),
  optional(text('constraint')),
  optional(text('calculation')),
  optional(text('initial')),
  optional(text('trigger')),
  optional(yesNo('readOnly')),
  optional(text('appearance')),
  optional(number('firstVersion')),
  dateTime('updatedAt'),
]

const screen: ListScreen<QuestionRow> = {
  resource: questions,
  path: '/question',
  title: 'questions.title',
  columns,
  form: (form) => (
    <Form.Modal {...form} defaults={newQuestion}>
      <LocalizedField name="text" help="questions.textHelp" multiline />
      <QuestionFields>
        <OfSection />
        <Form.Number name="position" min={1} />
      </QuestionFields>
    </Form.Modal>
  ),
}

function OfSection() {
  return <Form.Lookup name="sectionId" list={sections.list} get={sections.get} query={useListSurvey()} />
}

export function QuestionsPage() {
  return <FlatList screen={screen} />
}
