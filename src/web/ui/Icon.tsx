/** Icons by the names that menu entries carry. One import each: the whole set would weigh more than the app. */
import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BranchesOutlined,
  CheckSquareOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  EditOutlined,
  EnvironmentOutlined,
  FileTextOutlined,
  FlagOutlined,
  FormOutlined,
  InboxOutlined,
  KeyOutlined,
  QuestionCircleOutlined,
  SafetyOutlined,
  SettingOutlined,
  ShopOutlined,
  TagOutlined,
  TagsOutlined,
  TeamOutlined,
  UnorderedListOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const icons: Record<string, ComponentType> = {
  apps: AppstoreOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  branches: BranchesOutlined,
  chart: BarChartOutlined,
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  edit: EditOutlined,
  file: FileTextOutlined,
  flag: FlagOutlined,
  form: FormOutlined,
  inbox: InboxOutlined,
  key: KeyOutlined,
  list: UnorderedListOutlined,
  place: EnvironmentOutlined,
  question: QuestionCircleOutlined,
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
