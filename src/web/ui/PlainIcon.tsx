/**
 * Draws every icon of @ant-design/icons, also inside antd: the build replaces their component with it (vite.config.ts).
 * Theirs goes through the page's styles for each icon and reads the name of its drawing aloud. Here an icon says
 * nothing unless it is given a name.
 */
import { type ComponentProps, createElement, type ReactElement } from 'react'
import './plain-icon.css'

interface Drawing {
  tag: string
  attrs: Readonly<Record<string, string>>
  children?: readonly Drawing[]
}

interface PlainIconProps extends ComponentProps<'span'> {
  icon: { name: string; icon: Drawing }
  spin?: boolean
  rotate?: number
  /** Theirs; no icon here has two colours. */
  twoToneColor?: unknown
}

// The module that it replaces has it as its default.
// oxlint-disable-next-line import/no-default-export
export default function PlainIcon(props: PlainIconProps) {
  const { icon, spin = icon.name === 'loading', rotate, twoToneColor: _, className, ...rest } = props
  const classes = ['anticon', spin && 'anticon-spin', className].filter(Boolean).join(' ')
  const said = rest['aria-label'] === undefined ? { 'aria-hidden': true } : { role: 'img' }
  return (
    <span {...said} {...rest} className={classes}>
      <svg
        viewBox={icon.icon.attrs['viewBox']}
        width="1em"
        height="1em"
        fill="currentColor"
        focusable="false"
        {...(rotate === undefined ? {} : { style: { rotate: `${rotate}deg` } })}
      >
        {icon.icon.children?.map(drawn)}
      </svg>
    </span>
  )
}

function drawn({ tag, attrs, children }: Drawing, index: number): ReactElement {
  return createElement(tag, { key: index, ...attrs }, children?.map(drawn))
}
