/** What the organisation is called and looks like to those who answer, sign in and read prints. */
import { useState } from 'react'
import { brand, type BrandRow } from '#contract/brand.ts'
import { type Brand, colourProblem, contrast, inColour, leastContrast, longestBrandName } from '#domain/brand.ts'
import { dark, light, type Palette } from '#domain/palette.ts'
import { useCall, useSend } from '../../api/query.ts'
import { FieldBox } from '../../form/FieldBox.tsx'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { StoredImage } from '../../ui/StoredImage.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

export function OrganisationPage() {
  const t = useText()
  const { data, error, refetch } = useCall(brand.get, {})
  return (
    <Stack>
      <title>{`${t('organisation.title')} · Canvass`}</title>
      <PageHead title={t('organisation.title')} />
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data && <BrandFields key={data.data.version} row={data.data} />}
    </Stack>
  )
}

function BrandFields({ row }: { row: BrandRow }) {
  const t = useText()
  const format = useFormat()
  const [changes, setChanges] = useState<Partial<Brand>>({})
  const [logo, setLogo] = useState<File>()
  const send = useSend(brand.update, { refreshes: [brand.get] })
  const { name, colour, logoId } = { ...row, ...changes }
  const own = colour ?? light.accent
  const tooLight = colourProblem(own) && t('organisation.tooLight')
  const reached = format.number(Math.floor(contrast(own, '#ffffff') * 10) / 10)
  const change = (further: Partial<Brand>) => setChanges({ ...changes, ...further })

  async function save() {
    await send.mutateAsync({ body: { ...changes, version: row.version }, ...(logo ? { file: logo } : {}) })
    // The look of the page was written into it by the server.
    location.reload()
  }

  function dropLogo() {
    setLogo(undefined)
    change({ logoId: null })
  }

  return (
    <Panel style={{ maxWidth: 720 }}>
      <p>{t('organisation.what')}</p>
      <FieldBox label={t('organisation.name')}>
        <TextInput
          value={name ?? ''}
          maxLength={longestBrandName}
          placeholder="Canvass"
          onChange={({ target }) => change({ name: target.value === '' ? null : target.value })}
        />
      </FieldBox>
      <div className="field-image">
        {logo ? <span>{logo.name}</span> : <StoredImage fileId={logoId ?? undefined} size={72} />}
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          busy={send.isPending}
          onFiles={([file]) => setLogo(file)}
        >
          {t('organisation.logo')}
        </FileButton>
        {(logo ?? logoId) !== null && (
          <Button look="text" onClick={dropLogo}>
            {t('organisation.noLogo')}
          </Button>
        )}
      </div>
      <p className="blank">{t('organisation.logoHelp')}</p>
      <FieldBox
        label={t('organisation.colour')}
        problem={tooLight}
        help={t('organisation.contrast', { contrast: reached, least: leastContrast })}
      >
        <input type="color" value={own} onChange={({ target }) => change({ colour: target.value })} />
      </FieldBox>
      <div className="field-image">
        {[light, dark].map((palette) => (
          <Sample key={palette.paper} name={name ?? 'Canvass'} palette={inColour(palette, colour)} />
        ))}
        {colour !== null && (
          <Button look="text" onClick={() => change({ colour: null })}>
            {t('organisation.noColour')}
          </Button>
        )}
      </div>
      <ErrorNote error={send.error} />
      <div>
        <Button
          look="primary"
          disabled={Object.keys(changes).length === 0 && !logo}
          refusal={tooLight}
          loading={send.isPending}
          onClick={() => void save().catch(() => undefined)}
        >
          {t('action.save')}
        </Button>
      </div>
    </Panel>
  )
}

/** How it is shown in a theme. */
function Sample({ name, palette }: { name: string; palette: Palette }) {
  const t = useText()
  const { paper, text, accent, onAccent } = palette
  return (
    <div className="panel" aria-hidden="true" style={{ background: paper, color: text }}>
      <strong>{name}</strong>
      <span style={{ color: accent }}>{t('organisation.sample')}</span>
      <span className="button primary" style={{ background: accent, color: onAccent }}>
        {t('action.save')}
      </span>
    </div>
  )
}
