/** The fields of an expression, by its kind. */
import type { ReactNode } from 'react';
import { ClassicFields } from './ClassicFields';
import {
  MathFields,
  ReduceFields,
  ResampleFields,
  SqlFields,
  type ExpressionFieldsProps,
} from './ExpressionFields';
import { ThresholdFields } from './ThresholdFields';

export function ExpressionEditor(props: ExpressionFieldsProps): ReactNode {
  switch (props.model.type) {
    case 'reduce':
      return <ReduceFields {...props} />;
    case 'threshold':
      return <ThresholdFields {...props} />;
    case 'resample':
      return <ResampleFields {...props} />;
    case 'classic_conditions':
      return <ClassicFields {...props} />;
    case 'sql':
      return <SqlFields {...props} />;
    default:
      return <MathFields {...props} />;
  }
}
