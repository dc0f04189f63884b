/** The form that the URL asks for: `section:new`, `section:5`, `question:new:5` (in section 5), `answer:12`. */
import { answers } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { useCan } from '../../../api/session.ts'
import { resourceForm } from '../../../form/resource-form.tsx'
import type { Editing } from '../../../form/form-state.ts'
import { AnswerCode, LocalizedField, QuestionFields } from './lazy-fields.ts'

const SectionForm = resourceForm(sections)
const QuestionForm = resourceForm(questions)
const AnswerForm = resourceForm(answers)

interface ContentFormsProps {
  survey: SurveyDetail
  word: string
  onDone: () => void
}

export function ContentForms({ survey, word, onDone }: ContentFormsProps) {
  const readOnly = !useCan('surveys.write')
  const [, kind, id = '', parent] = /^(section|question|answer):(new|\d+)(?::(\d+))?$/.exec(word) ?? []
  const shared = { onDone, readOnly, refreshes: [surveys.get] }
  const allQuestions = survey.sections.flatMap((section) => section.questions)
  const parentId = Number(parent)
  switch (kind) {
    case 'section':
      return (
        <SectionForm.Modal {...shared} editing={editing(id, survey.sections)} defaults={{ surveyId: survey.id }}>
          <LocalizedField name="title" help="surveys.oneLanguage" />
        </SectionForm.Modal>
      )
    case 'question':
      return (
        <QuestionForm.Modal
          {...shared}
          editing={editing(id, allQuestions)}
          defaults={{
            sectionId: parentId,
            type: 'TEXT',
            required: false,
            validation: {},
            filterable: false,
            identifying: false,
            personal: false,
          }}
        >
          <QuestionFields sections={survey.sections} />
        </QuestionForm.Modal>
      )
    case 'answer':
      return (
        <AnswerForm.Modal
          {...shared}
          editing={editing(
            id,
            allQuestions.flatMap((question) => question.answers),
          )}
          defaults={{ questionId: parentId, isOther: false, exclusive: false }}
        >
          <LocalizedField name="text" help="surveys.oneLanguage" />
          <AnswerCode />
          <AnswerForm.Switch name="isOther" help="answers.isOtherHelp" />
          <AnswerForm.Switch name="exclusive" help="answers.exclusiveHelp" />
        </AnswerForm.Modal>
      )
    default:
      return null
  }
}

/** A record that is gone, or a link typed by hand, opens nothing. */
function editing<Row extends { id: number }>(id: string, rows: readonly Row[]): Editing<Row> | undefined {
  if (id === 'new') return { type: 'create' }
  const row = rows.find((candidate) => candidate.id === Number(id))
  return row && { type: 'update', id, row, error: undefined }
}
