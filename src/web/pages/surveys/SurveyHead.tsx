import { MoreOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
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
import { EntryLink, useEntryPath } from './entry/EntryLink.tsx'
import { movesNow, nextAct } from './life/offered-moves.ts'
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

const AskErasureDialog = lazyDialog(
  async () => (await import('../../erasures/AskErasureDialog.tsx')).AskErasureDialog,
  'erasures',
)

/** Title, status, version, the one thing that the survey waits for, and a menu of all else that may be done with it. */
export function SurveyHead({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const editRefusal = useActRefusal(survey, 'edit', surveys.write)
  const manageRefusal = useActRefusal(survey, 'manage', 'surveys.publish')
  const modal = useOpenedWord('modal')
  const { status, currentVersion, changedSincePublish } = survey
  const refusal = publishRefusal(status, { contentUnchanged: !changedSincePublish })
  const row = { type: 'update', id: String(survey.id), row: survey, error: undefined } as const
  const title = textIn(survey.texts.title, currentLocale())
  const possible = movesNow(status)
  const publishing = { survey, onClose: modal.close, onUnattended: () => modal.become('published') }
  const moving = possible.find((move) => move.toLowerCase() === modal.value)
  const next = nextAct(status, !changedSincePublish)
  return (
    <>
      <PageHead
        className="survey-head"
        title={title}
        actions={
          <>
            {next === 'ENTER' && <EntryLink survey={survey} look="primary" />}
            {(next === 'PUBLISH' || next === 'RESUME') && (
              <Button look="primary" refusal={manageRefusal} onClick={() => modal.open(next.toLowerCase())}>
                {t(`surveys.move.${next}`)}
              </Button>
            )}
            <MoreOfSurvey {...{ survey, next, editRefusal, manageRefusal }} onOpen={modal.open} />
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
      {modal.value === 'erase' && (
        <AskErasureDialog
          of={{ surveyId: survey.id }}
          isOpen={survey.closedAt === null}
          name={title}
          onClose={modal.close}
        />
      )}
      {modal.value === 'published' && <PublishedDialog survey={survey} onClose={modal.close} />}
      {moving && moving !== 'PILOT' && !manageRefusal && (
        <MoveDialog survey={survey} move={moving} onClose={modal.close} />
      )}
    </>
  )
}

const kinds = ['xlsform', 'xform'] as const

interface MoreProps {
  survey: SurveyDetail
  next: ReturnType<typeof nextAct>
  editRefusal: string | undefined
  manageRefusal: string | undefined
  /** Of the dialog with this name. */
  onOpen: (dialog: string) => void
}

function MoreOfSurvey({ survey, next, editRefusal, manageRefusal, onOpen }: MoreProps) {
  const t = useText()
  const basic = useBasicText()
  const navigate = useNavigate()
  const { duplicate } = useDuplicate()
  const entryPath = useEntryPath(survey)
  const eraseRefusal = useActRefusal(survey, 'manage', 'users.delete')
  /** The questionnaire as a file for other programs. */
  async function save(kind: (typeof kinds)[number]) {
    try {
      await download(formFiles[kind], { params: { surveyId: survey.id } })
    } catch (error) {
      toast(errorText(error, basic))
    }
  }
  const enter = { text: t('surveys.enterResponse'), act: () => void (entryPath && navigate(entryPath)) }
  const moves = movesNow(survey.status).filter((move) => move !== next)
  return (
    <MenuButton
      label={t('surveys.more')}
      className="button"
      icon={<MoreOutlined />}
      face={<span className="wide-only">{t('surveys.more')}</span>}
      entries={[
        { text: t('surveys.editAction'), refusal: editRefusal, act: () => onOpen('update') },
        ...(entryPath && next !== 'ENTER' ? [enter] : []),
        ...moves.map((move) => ({
          text: t(`surveys.move.${move}`),
          refusal: manageRefusal,
          act: () => onOpen(move.toLowerCase()),
        })),
        { text: t('surveys.duplicate'), refusal: editRefusal, act: () => duplicate(survey.id) },
        { text: t('surveys.erase'), refusal: eraseRefusal, act: () => onOpen('erase') },
        ...kinds.map((kind) => ({ text: t(`form-file.export.${kind}`), act: () => void save(kind) })),
      ]}
    />
  )
}
