import { optionFiles } from '#contract/answers.ts'
import type { QuestionWithAnswers } from '#contract/questions.ts'
import { surveys } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { Note } from '../../../ui/Note.tsx'
import { ImportDialog } from '../../../uploads/ImportDialog.tsx'

const refreshes = [surveys.get]

/** The options of a question from a file; its template is the options as they are. */
export function OptionFileDialog({ question, onClose }: { question: QuestionWithAnswers; onClose: () => void }) {
  const t = useText()
  return (
    <ImportDialog
      title={t('surveys.optionFileTitle', { code: question.code })}
      text={t('surveys.optionFileText')}
      importing={optionFiles.upload}
      params={{ questionId: question.id }}
      columns={{}}
      template={optionFiles.download}
      refreshes={refreshes}
      renderDone={(name, { created, updated, unchanged }) => (
        <Note said="politely" tone="success" className="excel-outcome">
          <p>{t('excel.stored', { name })}</p>
          <p>{t('surveys.optionsTaken', { created, updated, unchanged })}</p>
        </Note>
      )}
      onClose={onClose}
    />
  )
}
