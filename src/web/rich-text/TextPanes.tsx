/** One text in three ways, rich, HTML and Markdown, each of which changes the same text; and as a phone shows it. */
import { Suspense, useState } from 'react'
import { parseMarkdown, writeMarkdown } from '#domain/text/markdown.ts'
import { type LeftOut, parseHtml, writeHtml } from '#domain/text/rich-html.ts'
import { useText } from '../i18n/text.ts'
import { lazyComponent } from '../lazy-component.ts'
import { Note } from '../ui/Note.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { TextArea } from '../ui/TextInput.tsx'
import { RichText } from './RichText.tsx'
import type { PaneProps } from './VisualEditor.tsx'
import './rich-editor.css'

const VisualEditor = lazyComponent(async () => (await import('./VisualEditor.tsx')).VisualEditor)

const panes = ['rich', 'html', 'markdown', 'preview'] as const
type Pane = (typeof panes)[number]

export function TextPanes(props: Omit<PaneProps, 'onLeftOut'>) {
  const t = useText()
  const [pane, setPane] = useState<Pane>('rich')
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const { markdown, label, language, disabled, onChange } = props
  const area = { 'aria-label': label, lang: language, disabled, rows: 10, spellCheck: false }
  return (
    <div className="text-panes">
      <RadioGroup
        label={t('rich.panes')}
        legend="unseen"
        options={panes.map((value) => ({ value, label: t(`rich.pane.${value}`) }))}
        value={pane}
        onChange={(next) => {
          setPane(next)
          setLeftOut([])
        }}
      />
      {leftOut.length > 0 && (
        <Note tone="warning" said="politely">
          {t('rich.leftOut', { things: leftOut.map((kind) => t(`rich.leftOut.${kind}`)).join(', ') })}
        </Note>
      )}
      {pane === 'rich' && (
        <Suspense fallback={<output>{t('form.loading')}</output>}>
          <VisualEditor {...props} onLeftOut={setLeftOut} />
        </Suspense>
      )}
      {pane === 'html' && <HtmlPane {...props} onLeftOut={setLeftOut} />}
      {pane === 'markdown' && <TextArea {...area} value={markdown} onChange={({ target }) => onChange(target.value)} />}
      {pane === 'preview' && (
        <div className="text-preview">
          {markdown === '' ? (
            <p className="blank">{t('rich.empty')}</p>
          ) : (
            <RichText markdown={markdown} lang={language} />
          )}
        </div>
      )}
    </div>
  )
}

/** The source stays as it is typed; the text is what of it fits. */
function HtmlPane({ markdown, label, language, disabled, onChange, onLeftOut }: PaneProps) {
  const [source, setSource] = useState(() => writeHtml(parseMarkdown(markdown).text))
  return (
    <TextArea
      aria-label={label}
      lang={language}
      disabled={disabled}
      rows={10}
      spellCheck={false}
      value={source}
      onChange={({ target }) => {
        const { text, leftOut } = parseHtml(target.value)
        setSource(target.value)
        onLeftOut(leftOut)
        onChange(writeMarkdown(text))
      }}
    />
  )
}
