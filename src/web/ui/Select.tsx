/** Ant Design's, whose Tab key would take the option that is marked: here it goes on and changes nothing. */
import { Select as AntSelect, type SelectProps } from 'antd'
import type { KeyboardEvent } from 'react'
import { statusOf } from './antd-status.ts'

export function Select<Value>(props: SelectProps<Value>) {
  return <AntSelect<Value> {...tabPasses} {...props} {...statusOf(props)} />
}

/** Before the select hears of it; the browser moves the focus all the same, and the options close behind it. */
const tabPasses = {
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.key === 'Tab') event.stopPropagation()
  },
}
