/** The rich pane: what is typed and pasted, held to the same set of forms as the stored text. */
import { EditorContent, mergeAttributes, Node, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { parseMarkdown, writeMarkdown } from '#domain/text/markdown.ts'
import { type LeftOut, parseHtml, writeHtml } from '#domain/text/rich-html.ts'
import { safeHref } from '#domain/text/rich-text.ts'
import { type DocNode, docOf, textOf } from './editor-doc.ts'
import { Toolbar } from './Toolbar.tsx'

/** Blocks do not nest: an entry of a list is one paragraph, a quote holds paragraphs. */
const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', mergeAttributes(HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})
const Quote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'paragraph+',
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', mergeAttributes(HTMLAttributes), 0],
})

const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    heading: { levels: [1, 2, 3] },
    horizontalRule: false,
    link: { openOnClick: false, isAllowedUri: (address) => safeHref(address) !== undefined },
    listItem: false,
    strike: false,
    trailingNode: false,
    underline: false,
  }),
  ListItem,
  Quote,
]

export interface PaneProps {
  markdown: string
  label: string
  language: string
  disabled: boolean
  onChange: (markdown: string) => void
  onLeftOut: (kinds: readonly LeftOut[]) => void
}

export function VisualEditor({ markdown, label, language, disabled, onChange, onLeftOut }: PaneProps) {
  const editor = useEditor({
    extensions,
    content: docOf(parseMarkdown(markdown).text),
    editable: !disabled,
    // The page lets in no style of others (its CSP): rich-editor.css has what it needs.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'rich-text rich-editor-page',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        lang: language,
      },
      transformPastedHTML(html) {
        const { text, leftOut } = parseHtml(html)
        onLeftOut(leftOut)
        return writeHtml(text)
      },
    },
    onUpdate: ({ editor }) => onChange(writeMarkdown(textOf(editor.getJSON() as DocNode))),
  })
  // The toolbar follows the place of the cursor.
  useEditorState({ editor, selector: ({ transactionNumber }) => transactionNumber })
  return (
    <div className="rich-editor">
      <Toolbar editor={editor} disabled={disabled} />
      <EditorContent editor={editor} />
    </div>
  )
}
