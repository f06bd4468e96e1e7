import { Marked } from 'marked';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { PanelProps } from '@vedette/sdk';
import type { TextOptions } from './options';
import { safeFragment } from './sanitise';
import styles from './TextPanel.module.css';

const markdown = new Marked({ gfm: true, async: false });

/** As high as its panel, or as its text where the page around sets `--text-height`. */
export function TextPanel({ options, title, width, height, host }: PanelProps<TextOptions>) {
  const { mode, content, code } = options;
  const text = host.interpolate(content);
  return (
    <div
      className={styles.panel}
      style={{ width, height: `var(--text-height, ${height}px)` }}
      tabIndex={0}
      role="region"
      aria-label={title || 'Text'}
    >
      {mode === 'code' ? (
        <Code text={text} language={code.language} numbered={code.showLineNumbers} />
      ) : (
        <SafeHtml source={text} isMarkdown={mode !== 'html'} />
      )}
    </div>
  );
}

/**
 * The one place where text of users becomes markup: variables are filled in first, then everything
 * is sanitised.
 */
function SafeHtml({ source, isMarkdown }: { source: string; isMarkdown: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  const html = useMemo(
    () => (isMarkdown ? (markdown.parse(source) as string) : source),
    [source, isMarkdown],
  );
  useLayoutEffect(() => element.current?.replaceChildren(safeFragment(html)), [html]);
  return <div ref={element} className={styles.content} dir="auto" />;
}

function Code({ text, language, numbered }: { text: string; language: string; numbered: boolean }) {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    <pre className={styles.code} data-language={language} data-numbered={numbered || undefined}>
      <code>
        {numbered ? lines.map((line, index) => <span key={index}>{`${line}\n`}</span>) : text}
      </code>
    </pre>
  );
}
