import { sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import { dateTime, localized, number, optional, text } from '../../list/columns.tsx'
import { LocalizedField } from './content/content-fields.ts'
import { FlatList, ofSurvey } from './FlatList.tsx'

const Form = resourceForm(sections)

const columns = [
  localized('title'),
  ofSurvey,
  number('questionCount'),
  number('position'),
  optional(text('relevant')),
  optional(number('firstVersion')),
  dateTime('updatedAt'),
]

export function SectionsPage() {
  return (
    <FlatList resource={sections} title="sections.title" columns={columns} form={Form}>
      <Form.Lookup name="surveyId" list={surveys.list} get={surveys.get} help="surveys.fixedParent" />
      <LocalizedField name="title" help="surveys.oneLanguage" />
      <Form.Text name="relevant" help="questions.relevantHelp" />
      <Form.Number name="position" min={1} />
    </FlatList>
  )
}
