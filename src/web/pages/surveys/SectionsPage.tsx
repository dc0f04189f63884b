import { type SectionRow, sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import { column, dateTime, localized, number, optional, text } from '../../list/columns.tsx'
import { ExpressionField, LocalizedField, RepeatField, SectionLookField } from './content/lazy-fields.ts'
import { newSection } from './content/new-question.ts'
import { RepeatWords } from './RepeatWords.tsx'
import type { ListScreen } from '../../list/use-resource-list.ts'
import { FlatList, ofSurvey } from './FlatList.tsx'

const Form = resourceForm(sections)

const columns = [
  localized('title'),
  ofSurvey,
  number('questionCount'),
  column('repeat', ({ repeat }: SectionRow) => <RepeatWords repeat={repeat} />),
  number('position'),
  optional(text('relevant')),
  optional(text('appearance')),
  optional(number('firstVersion')),
  dateTime('updatedAt'),
]

const screen: ListScreen<SectionRow> = {
  resource: sections,
  path: '/section',
  title: 'sections.title',
  columns,
  form: (form) => (
    <Form.Modal {...form} defaults={newSection}>
      <Form.Lookup name="surveyId" list={surveys.list} get={surveys.get} help="surveys.fixedParent" />
      <LocalizedField name="title" help="surveys.oneLanguage" />
      <RepeatField />
      <SectionLookField />
      <ExpressionField name="relevant" help="questions.relevantHelp" />
      <Form.Number name="position" min={1} />
    </Form.Modal>
  ),
}

export function SectionsPage() {
  return <FlatList screen={screen} />
}
