/** The picture of a person: the browser makes it small, and it goes along as a text. */
import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { FieldFrame } from '../../form/Field.tsx'
import { useForm } from '../../form/form-context.ts'
import { plainText } from '../../form/form-state.ts'
import { Avatar } from './Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'

/** Pixels of the longer side: twice the stored size, to which the server scales it. */
const side = 192

async function smallPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}

export function AvatarField() {
  const t = useText()
  const { values, set, readOnly } = useForm()
  const [unreadable, setUnreadable] = useState(false)
  const avatar = plainText(values['avatar'])

  async function choose(file: File) {
    const picture = await smallPicture(file).catch(() => undefined)
    setUnreadable(picture === undefined)
    if (picture) set('avatar', picture)
  }

  return (
    <FieldFrame name="avatar" help="admins.avatarHelp">
      {(control) => (
        <div className="field-image">
          <Avatar picture={avatar} size={72} />
          {!readOnly && (
            <>
              <FileButton
                {...control}
                accept="image/png,image/jpeg,image/webp"
                onFiles={([file]) => file && void choose(file)}
              >
                {t('form.chooseFile')}
              </FileButton>
              {avatar !== '' && (
                <Button look="text" onClick={() => set('avatar', null)}>
                  {t('form.dropFile')}
                </Button>
              )}
            </>
          )}
          {unreadable && <span role="alert">{t('admins.avatarUnreadable')}</span>}
        </div>
      )}
    </FieldFrame>
  )
}
