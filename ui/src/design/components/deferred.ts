/** Parts of the page whose code comes when it is first needed. */
import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { notify } from '../../kernel/events';

/**
 * Nothing in its place until it is here, no wait once it is; a failure to fetch it leaves the page
 * as it is.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  let part: ComponentType<Props> | undefined;
  return function Deferred(props: Props): ReactNode {
    const [, redraw] = useState(false);
    const isHere = part !== undefined;
    useEffect(() => {
      if (isHere) return;
      load().then(
        (loaded) => {
          part = loaded;
          redraw(true);
        },
        () =>
          notify(
            'Part of this page could not be loaded. Check your connection, or reload the page.',
            'error',
          ),
      );
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- once it is here it stays
    }, []);
    return part ? createElement(part, props) : null;
  };
}
