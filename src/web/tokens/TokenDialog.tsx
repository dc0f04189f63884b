/** A token that was just made, shown this once: typed by hand, or as the picture that ODK Collect reads. */
import { useEffect, useState } from 'react'
import { renderSVG } from 'uqr'
import { collectorPath } from '#domain/surveys/survey-link.ts'
import { collectPath, tokenUser } from '#domain/surveys/survey-token.ts'
import { basePath } from '../api/page-settings.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { CopyText } from '../ui/CopyText.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Note.tsx'
import { fact, Facts } from '../ui/Facts.tsx'
import { collectSettings } from './collect-settings.ts'
import '../ui/access.css'

interface TokenDialogProps {
  /** What the app calls the project. */
  project: string
  token: { name: string; token: string }
  onClose: () => void
}

export function TokenDialog({ project, token: { name, token }, onClose }: TokenDialogProps) {
  const t = useText()
  const url = `${location.origin}${basePath}${collectPath}`
  const page = `${location.origin}${basePath}${collectorPath(token)}`
  return (
    <Dialog
      title={t('surveyToken.madeTitle', { name })}
      size="medium"
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <Note tone="warning">{t('surveyToken.once')}</Note>
      <ol>
        <li>{t('surveyToken.scan')}</li>
        <li>{t('surveyToken.load')}</li>
        <li>{t('surveyToken.send')}</li>
      </ol>
      <SettingsPicture url={url} token={token} project={project} />
      <Facts
        className="access-anyway"
        of={[
          fact(t('surveyToken.server'), <CopyText text={url} />),
          fact(t('surveyToken.user'), <CopyText text={tokenUser} />),
          fact(t('surveyToken.password'), <CopyText text={token} />),
          fact(t('surveyToken.address'), <CopyText text={`${url}/key/${token}`} />),
        ]}
      />
      <p>{t('surveyToken.browser')}</p>
      <PictureOf text={page} name={t('surveyToken.pagePicture')} />
      <CopyText text={page} />
      {!url.startsWith('https:') && <Note tone="info">{t('surveyToken.needsHttps')}</Note>}
    </Dialog>
  )
}

function SettingsPicture(settings: { url: string; token: string; project: string }) {
  const t = useText()
  const { url, token, project } = settings
  const [text, setText] = useState<string>()
  useEffect(() => {
    void collectSettings({ url, token, project }).then(setText)
  }, [url, token, project])
  return text !== undefined && <PictureOf text={text} name={t('surveyToken.picture')} />
}

function PictureOf({ text, name }: { text: string; name: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`
  return <img className="token-picture" src={picture} alt={name} />
}
