/** Looks for expressions beside the page, so that a slow one can be given up. */
import { expressionOf, rangesIn, type Range, type Search } from './search';

export interface SearchRequest {
  search: Search;
  texts: string[];
}

self.addEventListener('message', ({ data: { search, texts } }: MessageEvent<SearchRequest>) => {
  const expression = expressionOf(search);
  const found: (Range[] | undefined)[] =
    typeof expression === 'string' ? [] : rangesIn(texts, expression);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  self.postMessage(found);
});
