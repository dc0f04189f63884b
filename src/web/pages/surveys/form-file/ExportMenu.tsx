/** The questionnaire as a file for other programs. */
import { DownloadOutlined } from '@ant-design/icons'
import { formFiles } from '#contract/form-files.ts'
import { download } from '../../../api/download.ts'
import { errorText } from '../../../api/error-text.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { toast } from '../../../ui/toasts.ts'

const kinds = ['xlsform', 'xform'] as const

export function ExportMenu({ surveyId }: { surveyId: number }) {
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
