import type { AnnotationHover } from '../../charts/annotations';
import { timeTitle } from '../../charts/timeAxis';
import styles from './AnnotationTooltip.module.css';
import { TooltipBox } from './TooltipBox';

export interface AnnotationTooltipProps {
  hover: AnnotationHover;
  timeZone: string;
}

/**
 * What an annotation says, beside its mark. Its text is shown as text; markup of the source is left
 * out.
 */
export function AnnotationTooltip({
  hover: { annotation, x, y },
  timeZone,
}: AnnotationTooltipProps) {
  const { time, timeEnd, title, text, tags } = annotation;
  const until = timeEnd && timeEnd > time ? ` – ${timeTitle(timeEnd, timeZone)}` : '';
  return (
    <TooltipBox x={x} y={y}>
      <div className={styles.time}>
        {timeTitle(time, timeZone)}
        {until}
      </div>
      {title && <div className={styles.title}>{title}</div>}
      {text && <div className={styles.text}>{text.replace(/<[^>]*>/g, ' ').trim()}</div>}
      {tags.length > 0 && (
        <div className={styles.tags}>
          {tags.map((tag) => (
            <span key={tag}>{tag}</span>
          ))}
        </div>
      )}
    </TooltipBox>
  );
}
