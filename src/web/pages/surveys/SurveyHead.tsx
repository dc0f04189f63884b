import { CopyOutlined, EditOutlined, SendOutlined, DownloadOutlined } from '@ant-design/icons'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { publishRefusal } from '#domain/publishing/survey-rules.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { EntryLink } from './entry/EntryLink.tsx'
import { offeredMoves } from './life/offered-moves.ts'
import { useDuplicate } from './life/use-duplicate.ts'
import { useActRefusal } from './use-act-refusal.ts'
import { formFiles } from '#contract/form-files.ts'
import { download } from '../../api/download.ts'
import { errorText } from '../../api/error-text.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { toast } from '../../ui/toasts.ts'

const SurveyForm = lazyDialog(async () => (await import('./SurveyForm.tsx')).SurveyForm)
const PublishDialog = lazyDialog(async () => (await import('./PublishDialog.tsx')).PublishDialog)
const PublishedDialog = lazyDialog(async () => (await import('./PublishedDialog.tsx')).PublishedDialog)
const MoveDialog = lazyDialog(async () => (await import('./life/MoveDialog.tsx')).MoveDialog)

/** Title, status, version, and what may be done with the survey as a whole. */
export function SurveyHead({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const basic = useBasicText()
  const format = useFormat()
  const editRefusal = useActRefusal(survey, 'edit', surveys.write)
  const manageRefusal = useActRefusal(survey, 'manage', 'surveys.publish')
  const modal = useOpenedWord('modal')
  const { duplicate, isSending } = useDuplicate()
  const { status, currentVersion, changedSincePublish } = survey
  const refusal = publishRefusal(status, { contentUnchanged: !changedSincePublish })
  const row = { type: 'update', id: String(survey.id), row: survey, error: undefined } as const
  const title = textIn(survey.texts.title, currentLocale())
  const possible = offeredMoves(status).filter((offered) => offered.move !== 'PUBLISH' && !offered.refusal)
  const publishing = { survey, onClose: modal.close, onUnattended: () => modal.become('published') }
  const moving = possible.find(({ move }) => move.toLowerCase() === modal.value)?.move
  return (
    <>
      <PageHead
        className="survey-head"
        title={title}
        actions={
          <>
            <Button icon={<EditOutlined />} refusal={editRefusal} onClick={() => modal.open('update')}>
              {t('surveys.editAction')}
            </Button>
            <Button
              icon={<CopyOutlined />}
              refusal={editRefusal}
              loading={isSending}
              onClick={() => duplicate(survey.id)}
            >
              {t('surveys.duplicate')}
            </Button>
            <EntryLink survey={survey} />
            <ExportMenu surveyId={survey.id} />
            {possible.map(({ move }) => (
              <Button key={move} refusal={manageRefusal} onClick={() => modal.open(move.toLowerCase())}>
                {t(`surveys.move.${move}`)}
              </Button>
            ))}
            <Button
              look="primary"
              icon={<SendOutlined />}
              refusal={manageRefusal ?? (refusal && basic(`errors.${refusal}`))}
              onClick={() => modal.open('publish')}
            >
              {t('surveys.publish')}
            </Button>
          </>
        }
      >
        <div className="survey-marks">
          <RecordStatus of="surveys" status={status} />
          <span className="survey-version">
            {currentVersion === null
              ? t('surveys.noVersion')
              : t('surveys.version', { version: format.number(currentVersion) })}
          </span>
          {currentVersion !== null && changedSincePublish && (
            <span className="survey-changed">{t('surveys.changedSince', { version: currentVersion })}</span>
          )}
        </div>
      </PageHead>
      {modal.value === 'update' && (
        <SurveyForm editing={row} onDone={modal.close} readOnly={editRefusal !== undefined} />
      )}
      {modal.value === 'publish' && !refusal && !manageRefusal && <PublishDialog as="PUBLISH" {...publishing} />}
      {moving === 'PILOT' && !manageRefusal && <PublishDialog as="PILOT" {...publishing} />}
      {modal.value === 'published' && <PublishedDialog survey={survey} onClose={modal.close} />}
      {moving && moving !== 'PILOT' && moving !== 'PUBLISH' && !manageRefusal && (
        <MoveDialog survey={survey} move={moving} onClose={modal.close} />
      )}
    </>
  )
}

const kinds = ['xlsform', 'xform'] as const

/** The questionnaire as a file for other programs. */
function ExportMenu({ surveyId }: { surveyId: number }) {
  const t = useText()
  const basic = useBasicText()
  async function save(kind: (typeof kinds)[number]) {
    try {
      await download(formFiles[kind], { params: { surveyId } })
    } catch (error) {
      toast(errorText(error, basic))
    }
  }
  const entries = kinds.map((kind) => ({
    key: kind,
    text: t(`form-file.export.${kind}`),
    act: () => void save(kind),
  }))
  return <MenuButton label={t('form-file.export')} icon={<DownloadOutlined />} entries={entries} />
}
