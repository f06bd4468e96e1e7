/** The design system: what pages are made of. */
export {
  Button,
  ButtonGroup,
  IconButton,
  LinkButton,
  type ButtonProps,
  type ControlSize,
  type IconButtonProps,
} from './components/Button';
export { ColorField, type ColorFieldProps } from './components/ColorField';
export { Combobox, type ComboboxProps } from './components/Combobox';
export { ConfirmDialog, Dialog, Drawer, NativeDialog, type DialogProps } from './components/Dialog';
export { DiffView, type DiffViewProps } from './components/DiffView';
export { Disclosure, type DisclosureProps } from './components/Disclosure';
export { Field, Fields, FieldSet } from './components/Field';
export {
  Input,
  PasswordInput,
  SearchInput,
  Select,
  TextArea,
  type InputProps,
  type Option,
} from './components/Input';
export { Kbd } from './components/Kbd';
export { Logo } from './components/Logo';
export { Menu } from './components/Menu';
export type { MenuAction, MenuItem } from './components/menuItems';
export { NoticeBar, type NoticeBarProps } from './components/NoticeBar';
export { NumberField, type NumberFieldProps } from './components/NumberField';
export { OptionPicker, type OptionPickerProps } from './components/OptionPicker';
export {
  Card,
  PageBody,
  SectionLinks,
  Spacer,
  TopBar,
  TopBarExtras,
  type Crumb,
  type TopBarProps,
} from './components/Page';
export { Pager } from './components/Pager';
export { Pill, type PillProps } from './components/Pill';
export { Popover, type PopoverProps } from './components/Popover';
export { moveFocus } from './components/roving';
export { Segmented, type Segment, type SegmentedProps } from './components/Segmented';
export { Slider, type SliderProps } from './components/Slider';
export { SortableList, type SortableListProps } from './components/SortableList';
export { moved } from './components/sorting';
export { Splitter, type SplitterProps } from './components/Splitter';
export {
  EmptyState,
  ErrorState,
  ProgressBar,
  Skeleton,
  SkeletonRows,
  Spinner,
} from './components/States';
export { Table } from './components/Table';
export { TabPanel, Tabs, type Tab } from './components/Tabs';
export { Avatar, Tag, type Tone } from './components/Tag';
export { Toaster } from './components/Toaster';
export { Checkbox, Switch } from './components/Toggle';
export { Tooltip } from './components/Tooltip';
export type { TreeNode } from './components/tree';
export { TreeView, type TreeViewProps } from './components/TreeView';
export { TooltipLayer } from './components/overlays';
export { useLeaveGuard, type LeaveGuard } from './useLeaveGuard';
export { useTheme, currentTheme, type PageTheme } from './theme';
export type { Placement } from './components/placement';
