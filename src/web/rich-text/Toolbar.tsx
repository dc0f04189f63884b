/** What the rich pane offers: each button says its name and whether it is on; arrow keys walk along them. */
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { safeHref } from '#domain/text/rich-text.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { TextInput } from '../ui/TextInput.tsx'

interface Tool {
  label: MessageId
  sign: ReactNode
  isOn: (editor: Editor) => boolean
  press: (editor: Editor) => void
}

const heading = (level: 1 | 2 | 3): Tool => ({
  label: `rich.heading${level}`,
  sign: `H${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  press: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

const tools: readonly Tool[] = [
  {
    label: 'rich.bold',
    sign: <b>B</b>,
    isOn: (editor) => editor.isActive('bold'),
    press: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'rich.italic',
    sign: <i>I</i>,
    isOn: (editor) => editor.isActive('italic'),
    press: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  heading(1),
  heading(2),
  heading(3),
  {
    label: 'rich.bullets',
    sign: '•–',
    isOn: (editor) => editor.isActive('bulletList'),
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'rich.numbers',
    sign: '1.',
    isOn: (editor) => editor.isActive('orderedList'),
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'rich.quote',
    sign: '“ ”',
    isOn: (editor) => editor.isActive('blockquote'),
    press: (editor) => editor.chain().focus().toggleWrap('blockquote').run(),
  },
]

export function Toolbar({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const t = useText()
  const [address, setAddress] = useState<string>()
  const isLink = editor.isActive('link')

  function openLink() {
    setAddress((open) => (open === undefined ? String(editor.getAttributes('link')['href'] ?? 'https://') : undefined))
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus */}
      <div className="rich-tools" role="toolbar" aria-label={t('rich.tools')} onKeyDown={walk}>
        {tools.map(({ label, sign, isOn, press }) => (
          <ToolButton
            key={label}
            label={t(label)}
            isOn={isOn(editor)}
            disabled={disabled}
            onPress={() => press(editor)}
          >
            {sign}
          </ToolButton>
        ))}
        <ToolButton label={t('rich.link')} isOn={isLink} disabled={disabled} onPress={openLink}>
          <u>{t('rich.linkSign')}</u>
        </ToolButton>
      </div>
      {address !== undefined && (
        <LinkRow
          address={address}
          isLink={isLink}
          onChange={setAddress}
          onDone={(href) => {
            const chain = editor.chain().focus().extendMarkRange('link')
            if (href === undefined) chain.unsetLink().run()
            else if (editor.state.selection.empty && !isLink)
              chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
            else chain.setLink({ href }).run()
            setAddress(undefined)
          }}
        />
      )}
    </>
  )
}

interface ToolButtonProps {
  label: string
  isOn: boolean
  disabled: boolean
  onPress: () => void
  children: ReactNode
}

function ToolButton({ label, isOn, disabled, onPress, children }: ToolButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={isOn} disabled={disabled} onClick={onPress}>
      {children}
    </button>
  )
}

interface LinkRowProps {
  address: string
  isLink: boolean
  onChange: (address: string) => void
  /** Undefined: without a link. */
  onDone: (href: string | undefined) => void
}

function LinkRow({ address, isLink, onChange, onDone }: LinkRowProps) {
  const t = useText()
  const [isWrong, setIsWrong] = useState(false)
  function apply() {
    const href = safeHref(address)
    setIsWrong(href === undefined)
    if (href !== undefined) onDone(href)
  }
  return (
    <div className="rich-link">
      <TextInput
        ref={(input) => input?.focus()}
        aria-label={t('rich.address')}
        aria-invalid={isWrong}
        value={address}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would save the whole form.
          event.preventDefault()
          apply()
        }}
      />
      <Button onClick={apply}>{t('rich.linkApply')}</Button>
      {isLink && <Button onClick={() => onDone(undefined)}>{t('rich.linkRemove')}</Button>}
      {isWrong && (
        <p className="field-problem" role="alert">
          {t('problems.TEXT_LINK')}
        </p>
      )}
    </div>
  )
}

function walk({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (step === undefined) return
  const buttons = [...currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(target as HTMLButtonElement)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}
