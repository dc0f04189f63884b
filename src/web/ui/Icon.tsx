/** Icons by the names that menu entries carry. One import each: the whole set would weigh more than the app. */
import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  CheckSquareOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  EnvironmentOutlined,
  FileTextOutlined,
  FlagOutlined,
  FormOutlined,
  InboxOutlined,
  KeyOutlined,
  SafetyOutlined,
  SettingOutlined,
  ShopOutlined,
  TagOutlined,
  TagsOutlined,
  TeamOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const icons: Record<string, ComponentType> = {
  audit: AuditOutlined,
  bank: BankOutlined,
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  file: FileTextOutlined,
  flag: FlagOutlined,
  form: FormOutlined,
  inbox: InboxOutlined,
  key: KeyOutlined,
  place: EnvironmentOutlined,
  safety: SafetyOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  tag: TagOutlined,
  tags: TagsOutlined,
  task: CheckSquareOutlined,
  team: TeamOutlined,
  tree: ApartmentOutlined,
  user: UserOutlined,
  wallet: WalletOutlined,
}

export function Icon({ name }: { name: string }) {
  const Named = icons[name] ?? AppstoreOutlined
  return <Named />
}
