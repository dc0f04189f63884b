/** What the organisation is called and looks like to those who answer, sign in and read prints. */
import { useState } from 'react'
import { brand, type BrandRow } from '#contract/brand.ts'
import { accentsOf, colourProblem, contrast, leastContrast, longestBrandName } from '#domain/brand.ts'
import { useCall, useSend } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { dark, light, type Palette } from '#domain/palette.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { StoredImage } from '../../ui/StoredImage.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import './organisation.css'

export function OrganisationPage() {
  const t = useText()
  const { data, error, refetch } = useCall(brand.get, {})
  return (
    <section className="organisation">
      <title>{`${t('organisation.title')} · Canvass`}</title>
      <PageHead title={t('organisation.title')} />
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data && <BrandFields key={data.data.version} row={data.data} />}
    </section>
  )
}

function BrandFields({ row }: { row: BrandRow }) {
  const t = useText()
  const [changes, setChanges] = useState<Partial<Pick<BrandRow, 'name' | 'colour' | 'logoId'>>>({})
  const [logo, setLogo] = useState<File>()
  const send = useSend(brand.update, { refreshes: [brand.get] })
  const { name, colour, logoId } = { ...row, ...changes }
  const wrong = colour === null ? undefined : colourProblem(colour)

  async function save() {
    await send.mutateAsync({ body: { ...changes, version: row.version }, ...(logo ? { file: logo } : {}) })
    // The look of the page was written into it by the server.
    location.reload()
  }

  return (
    <Panel>
      <Stack>
        <p>{t('organisation.what')}</p>
        <label>
          {t('organisation.name')}
          <TextInput
            value={name ?? ''}
            maxLength={longestBrandName}
            placeholder="Canvass"
            onChange={({ target }) => setChanges({ ...changes, name: target.value === '' ? null : target.value })}
          />
        </label>
        <div className="organisation-row">
          {logo ? <span>{logo.name}</span> : <StoredImage fileId={logoId ?? undefined} size={72} />}
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            busy={send.isPending}
            onFiles={([file]) => setLogo(file)}
          >
            {t('organisation.logo')}
          </FileButton>
          {(logo ?? logoId) !== null && (
            <Button
              look="text"
              onClick={() => {
                setLogo(undefined)
                setChanges({ ...changes, logoId: null })
              }}
            >
              {t('organisation.noLogo')}
            </Button>
          )}
        </div>
        <p className="blank">{t('organisation.logoHelp')}</p>
        <div className="organisation-row">
          <label>
            {t('organisation.colour')}
            <input
              type="color"
              value={colour ?? light.accent}
              aria-describedby="organisation-contrast"
              onChange={({ target }) => setChanges({ ...changes, colour: target.value })}
            />
          </label>
          {colour !== null && (
            <Button look="text" onClick={() => setChanges({ ...changes, colour: null })}>
              {t('organisation.noColour')}
            </Button>
          )}
        </div>
        <Contrast colour={colour ?? light.accent} isLow={wrong !== undefined} />
        <div className="organisation-row" aria-hidden="true">
          {[light, dark].map((palette) => (
            <Sample key={palette.paper} name={name ?? 'Canvass'} colour={colour} palette={palette} />
          ))}
        </div>
        <ErrorNote error={send.error} />
        <Button
          look="primary"
          disabled={Object.keys(changes).length === 0 && !logo}
          refusal={wrong && t('organisation.tooLight')}
          loading={send.isPending}
          onClick={() => void save().catch(() => undefined)}
        >
          {t('action.save')}
        </Button>
      </Stack>
    </Panel>
  )
}

function Contrast({ colour, isLow }: { colour: string; isLow: boolean }) {
  const t = useText()
  const format = useFormat()
  const values = { contrast: format.number(Math.floor(contrast(colour, '#ffffff') * 10) / 10), least: leastContrast }
  return (
    <output id="organisation-contrast" className={isLow ? 'note tone-danger' : 'blank'}>
      {t('organisation.contrast', values)} {isLow && t('organisation.tooLight')}
    </output>
  )
}

/** How it is shown in a theme. */
function Sample({ name, colour, palette }: { name: string; colour: string | null; palette: Palette }) {
  const t = useText()
  const { accent, onAccent } = colour === null ? palette : { ...palette, ...accentsOf(colour, palette) }
  return (
    <div className="organisation-sample" style={{ background: palette.paper, color: palette.text }}>
      <strong>{name}</strong>
      <span style={{ color: accent }}>{t('organisation.sample')}</span>
      <span className="organisation-button" style={{ background: accent, color: onAccent }}>
        {t('action.save')}
      </span>
    </div>
  )
}
