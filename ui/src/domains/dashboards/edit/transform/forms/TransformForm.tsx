/** The controls for the options of one transformation. */
import { useMemo, type ReactNode } from 'react';
import type { Frame } from '../../../../../data';
import { currentId } from '../catalogue';
import { Controls } from './Controls';
import type { Options } from './controls';
import { OrganizeForm } from './OrganizeForm';
import { formOf } from './specs';
import styles from './Forms.module.css';

export interface TransformFormProps {
  options: Options;
  onChange: (options: Options) => void;
  /** The frames that the step gets. */
  before: readonly Frame[];
}

export function TransformForm({ id, ...props }: TransformFormProps & { id: string }): ReactNode {
  const spec = formOf(id);
  const { options, before } = props;
  const controls = useMemo(() => {
    if (!spec) return [];
    return typeof spec.controls === 'function' ? spec.controls(before, options) : spec.controls;
  }, [spec, before, options]);
  if (!spec)
    return <p className={styles.note}>This version has no form for the transformation "{id}".</p>;
  if (currentId(id) === 'organize') return <OrganizeForm {...props} />;
  if (controls.length === 0)
    return <p className={styles.note}>This transformation has no options.</p>;
  return <Controls {...props} controls={controls} />;
}
