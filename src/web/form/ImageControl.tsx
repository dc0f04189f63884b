/** The picture of a record: what is stored, what was chosen instead, and a plain file field. */
import { useEffect, useMemo } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { StoredImage } from '../ui/StoredImage.tsx'
import type { ImageProps } from './controls.tsx'
import { FieldFrame } from './Field.tsx'
import { useForm } from './form-context.ts'

const edge = 72

export function ImageControl({ stored, help }: ImageProps) {
  const t = useText()
  const { row, file, fileField, setFile, readOnly } = useForm()
  const preview = useObjectUrl(file)
  return (
    <FieldFrame name={fileField} help={help}>
      {(control) => (
        <div className="field-image">
          {preview ? (
            <span className="stored-image" style={{ width: edge, height: edge }}>
              <img
                key={preview}
                src={preview}
                alt=""
                width={edge}
                height={edge}
                // Not a picture at all: the server will say so, a broken sign would not help.
                onError={(event) => (event.currentTarget.hidden = true)}
              />
            </span>
          ) : (
            <StoredImage fileId={(row && stored(row)) ?? undefined} size={edge} />
          )}
          {!readOnly && (
            <FileButton
              {...control}
              accept="image/png,image/jpeg,image/webp,image/svg+xml"
              onFiles={([chosen]) => setFile(chosen)}
            >
              {t('form.chooseFile')}
            </FileButton>
          )}
          {file && <span>{file.name}</span>}
          {file && (
            <Button look="text" onClick={() => setFile(undefined)}>
              {t('form.dropFile')}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

function useObjectUrl(file: File | undefined): string | undefined {
  const url = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}
