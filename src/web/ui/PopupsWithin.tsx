import { ConfigProvider } from 'antd'
import type { ReactNode, RefObject } from 'react'

interface PopupsWithinProps {
  box: RefObject<HTMLElement | null>
  children: ReactNode
}

/** What Ant Design lets float lies inside the box: under a modal dialog nothing can be pressed. */
export function PopupsWithin({ box, children }: PopupsWithinProps) {
  return <ConfigProvider getPopupContainer={() => box.current ?? document.body}>{children}</ConfigProvider>
}
