import { ConfigProvider } from 'antd'
import type { ReactNode, RefObject } from 'react'

interface PopupsWithinProps {
  box: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Puts the popups of Ant Design inside the box: under a modal dialog they could not be pressed. */
export function PopupsWithin({ box, children }: PopupsWithinProps) {
  return <ConfigProvider getPopupContainer={() => box.current ?? document.body}>{children}</ConfigProvider>
}
