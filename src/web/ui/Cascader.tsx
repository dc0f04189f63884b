/** Ant Design's columns to walk down a tree, with a search over it. */
import { Cascader as AntCascader, type CascaderProps } from 'antd'
import { statusOf } from './antd-status.ts'

interface Node {
  value: number
  label: string
}

export function Cascader<Option extends Node>(props: CascaderProps<Option, keyof Option, false>) {
  return <AntCascader<Option> {...props} {...statusOf(props)} />
}
