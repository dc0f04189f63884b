import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import { choice, dateTime, localized, number, optional, text, yesNo } from '../../list/columns.tsx'
import { QuestionFields } from './content/content-fields.ts'
import { newQuestion } from './content/new-question.ts'
import { FlatList, ofSurvey } from './FlatList.tsx'

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
  optional(number('firstVersion')),
  dateTime('updatedAt'),
]

export function QuestionsPage() {
  return (
    <FlatList resource={questions} title="questions.title" columns={columns} form={Form} defaults={newQuestion}>
      <QuestionFields>
        <Form.Lookup name="sectionId" list={sections.list} get={sections.get} />
        <Form.Number name="position" min={1} />
      </QuestionFields>
    </FlatList>
  )
}
