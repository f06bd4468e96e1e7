/** What the transformations do and which data they need. */
import { transformName } from './names';

export interface TransformInfo {
  id: string;
  name: string;
  /** One sentence. */
  description: string;
  /** Other words that users look for. */
  synonyms: string;
  needs?: Need;
  /** Tables before and after: rows apart by `/`, tables by `+`, cells by spaces. */
  sketch: readonly [before: string, after: string];
}

export type Need =
  | 'frames'
  | 'oneFrame'
  | 'queries'
  | 'twoFields'
  | 'matrix'
  | 'series'
  | 'time'
  | 'number'
  | 'text'
  | 'source'
  | 'labels';

type Row = readonly [
  id: string,
  description: string,
  synonyms: string,
  before: string,
  after: string,
  needs?: Need,
];

const ROWS: readonly Row[] = [
  [
    'calculateField',
    'Adds a field that is calculated from other fields of the row, or over rows before it.',
    'math formula expression ratio divide sum difference moving average window cumulative running total row number binary unary',
    'err req/2 40/3 60',
    'err req ratio/2 40 0.05/3 60 0.05',
  ],
  [
    'concatenate',
    'Places the fields of all frames side by side in one frame.',
    'combine append columns zip',
    'cpu/1/2+mem/5/6',
    'cpu mem/1 5/2 6',
    'frames',
  ],
  [
    'configFromData',
    'Takes units, limits, thresholds or colors of fields from the result of another query.',
    'configuration dynamic threshold min max unit settings',
    'cpu/40/60+max/80',
    'cpu(max=80)/40/60',
    'queries',
  ],
  [
    'convertFieldType',
    'Changes the type of fields, for example from text to number or time.',
    'cast parse number string date boolean enum',
    'day/"2024-01-01"/"2024-01-02"',
    'day/01-01/01-02',
  ],
  [
    'heatmap',
    'Counts the points of series in cells of time and value.',
    'bucket density distribution',
    'time ms/10:00 12/10:00 14',
    'xMin yMin Count/10:00 10 2',
    'series',
  ],
  [
    'extractFields',
    'Makes fields of the parts of a text or JSON field.',
    'json parse split key value logfmt regex delimiter object',
    'line/{"a":1}/{"a":2}',
    'line a/{…} 1/{…} 2',
    'source',
  ],
  [
    'filterByRefId',
    'Keeps or drops the results of some queries.',
    'refId hide source frame',
    'A/1/2+B/3/4',
    'A/1/2',
    'queries',
  ],
  [
    'filterByValue',
    'Keeps or drops rows by the values of their fields.',
    'where rows greater lower equal null regex condition',
    'host cpu/a 5/b 90',
    'host cpu/b 90',
  ],
  [
    'filterFieldsByName',
    'Keeps or drops fields by name, pattern or variable.',
    'columns hide select include exclude regex',
    'host cpu mem/a 1 2/b 3 4',
    'host cpu/a 1/b 3',
  ],
  [
    'formatString',
    'Changes the case of a text field, trims it or cuts a part of it.',
    'upper lower case trim substring text',
    'host/api-one/api-two',
    'host/API-ONE/API-TWO',
    'text',
  ],
  [
    'formatTime',
    'Writes a time field as text in a format of your choice.',
    'date moment string timezone',
    'time cpu/10:00:07 1/10:01:07 2',
    'time cpu/10:00 1/10:01 2',
    'time',
  ],
  [
    'groupBy',
    'Makes one row of all rows with equal values and calculates other fields over them.',
    'aggregate sum mean count distinct unique sql',
    'host cpu/a 1/a 3/b 5',
    'host cpu(mean)/a 2/b 5',
    'twoFields',
  ],
  [
    'groupToNestedTable',
    'Groups rows and keeps the rows of each group in a table inside its row.',
    'subtable expand aggregate hierarchy',
    'host cpu/a 1/a 3/b 5',
    'host rows/a ▸2/b ▸1',
    'twoFields',
  ],
  [
    'groupingToMatrix',
    'Spreads three fields over a table: values of one are the columns, of another the rows.',
    'pivot crosstab cross table wide spread',
    'day host cpu/mon a 1/mon b 2/tue a 3',
    'day\\host a b/mon 1 2/tue 3 –',
    'matrix',
  ],
  [
    'histogram',
    'Counts how many values fall into ranges of equal width.',
    'distribution bucket frequency bin',
    'ms/12/14/27',
    'xMin xMax ms/10 20 2/20 30 1',
    'number',
  ],
  [
    'joinByField',
    'Joins frames on a field that they share, such as the time.',
    'outer inner merge combine series to columns lookup vlookup sql',
    'host cpu/a 1/b 2+host mem/a 5/b 6',
    'host cpu mem/a 1 5/b 2 6',
    'frames',
  ],
  [
    'joinByLabels',
    'Makes one row for each set of labels, with a field for each value of one label.',
    'prometheus table pivot series',
    'cpu{host=a}/1+mem{host=a}/5',
    'host cpu mem/a 1 5',
    'labels',
  ],
  [
    'labelsToFields',
    'Makes fields of the labels of series.',
    'tags columns prometheus extract',
    'cpu{host=a}/1/2',
    'cpu host/1 a/2 a',
    'labels',
  ],
  [
    'limit',
    'Keeps the first rows of each frame.',
    'top head first rows number',
    'host cpu/a 9/b 7/c 5',
    'host cpu/a 9/b 7',
  ],
  [
    'fieldLookup',
    'Adds names and positions of the countries or states that a field names.',
    'geo gazetteer country coordinates map',
    'code/DE/FR',
    'code name lat/DE Germany 51.2/FR France 46.2',
    'text',
  ],
  [
    'merge',
    'Makes one table of several; rows that agree in their shared fields become one.',
    'union combine join stack append tables',
    'host cpu/a 1+host mem/a 5/b 6',
    'host cpu mem/a 1 5/b – 6',
    'frames',
  ],
  [
    'organize',
    'Reorders, hides and renames fields.',
    'order rename hide columns sort arrange',
    'mem cpu id/5 1 x/6 2 y',
    'CPU Memory/1 5/2 6',
    'oneFrame',
  ],
  [
    'partitionByValues',
    'Splits a frame into one frame for each value of a field.',
    'split series group facet',
    'host cpu/a 1/b 2',
    'cpu{host=a}/1+cpu{host=b}/2',
  ],
  [
    'prepareTimeSeries',
    'Changes the layout of time series to wide, multi-frame or long.',
    'reshape pivot wide long multi unpivot melt',
    'time host cpu/10:00 a 1/10:00 b 2',
    'time cpu{a} cpu{b}/10:00 1 2',
    'time',
  ],
  [
    'reduce',
    'Calculates single values such as the last, mean or maximum of each field.',
    'aggregate max min mean last total stat calculation',
    'time cpu/10:00 1/10:01 3',
    'Field Max/cpu 3',
  ],
  [
    'regression',
    'Adds a straight line or a polynomial that is fitted to the values.',
    'trend line fit linear polynomial forecast predict',
    'x y/1 2/2 4',
    'x predicted/1 2/2 4/3 6',
    'number',
  ],
  [
    'renameByRegex',
    'Renames fields whose name matches a regular expression.',
    'regular expression replace pattern name',
    'sum_cpu sum_mem/1 5',
    'cpu mem/1 5',
  ],
  [
    'rowsToFields',
    'Makes a field of each row, with its name, value and settings from the columns.',
    'transpose pivot gauge thresholds',
    'name value/cpu 40/mem 60',
    'cpu mem/40 60',
    'text',
  ],
  [
    'seriesToRows',
    'Stacks the points of all series in one table with the name of the series.',
    'unpivot melt long stack combine metric',
    'time cpu/10:00 1+time mem/10:00 5',
    'Time Metric Value/10:00 cpu 1/10:00 mem 5',
    'frames',
  ],
  [
    'smoothing',
    'Adds a line without noise next to each series.',
    'noise average asap filter trend',
    'time cpu/10:00 1/10:01 9/10:02 2',
    'time cpu smooth/10:00 1 3/10:01 9 4/10:02 2 4',
    'series',
  ],
  [
    'sortBy',
    'Sorts the rows of each frame by one field.',
    'order ascending descending rank',
    'host cpu/a 1/b 9',
    'host cpu/b 9/a 1',
  ],
  [
    'spatial',
    'Makes points and lines of coordinates and measures them.',
    'geo location map distance heading area geohash latitude longitude',
    'lat lng/52.5 13.4',
    'Point lat lng/● 52.5 13.4',
  ],
  [
    'timeSeriesTable',
    'Makes one row for each series, with its labels and a small chart.',
    'sparkline trend cell table',
    'cpu{host=a}/1/2+cpu{host=b}/5/4',
    'host Trend/a ⟋/b ⟍',
    'series',
  ],
  [
    'transpose',
    'Turns rows into columns and columns into rows.',
    'pivot rotate flip swap',
    'env jan feb/dev 1 2/prod 3 4',
    'Field dev prod/jan 1 3/feb 2 4',
  ],
];

export const transformInfos: readonly TransformInfo[] = ROWS.map(
  ([id, description, synonyms, before, after, needs]) => ({
    id,
    name: transformName(id),
    description,
    synonyms,
    sketch: [before, after],
    needs,
  }),
);
