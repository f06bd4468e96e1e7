/** The form of "Add field from calculation". */
import {
  choicesOf,
  is,
  isOptions,
  operandText,
  optionsAt,
  reducerName,
  textAt,
  textsAt,
  type FormSpec,
  type Options,
} from './controls';

const MODE = ['mode'];
const calculation = {
  binary: is(MODE, 'binary'),
  unary: is(MODE, 'unary'),
  cumulative: is(MODE, 'cumulativeFunctions'),
  window: is(MODE, 'windowFunctions'),
  index: is(MODE, 'index'),
};
const OPERATORS = ['+', '-', '*', '/', '%', '**', '=', '!=', '>', '>=', '<', '<='];

export const calculateField: FormSpec = {
  fresh: { mode: 'binary', binary: { operator: '+' } },
  controls: [
    {
      kind: 'choice',
      path: MODE,
      label: 'Mode',
      choices: [
        ['reduceRow', 'Reduce row'],
        ['binary', 'Binary operation'],
        ['unary', 'Unary operation'],
        ['cumulativeFunctions', 'Cumulative function'],
        ['windowFunctions', 'Window function'],
        ['index', 'Row index'],
      ],
    },
    { kind: 'operand', path: ['binary', 'left'], label: 'Left', when: calculation.binary },
    {
      kind: 'choice',
      path: ['binary', 'operator'],
      label: 'Operator',
      choices: choicesOf(...OPERATORS),
      when: calculation.binary,
    },
    { kind: 'operand', path: ['binary', 'right'], label: 'Right', when: calculation.binary },
    {
      kind: 'choice',
      path: ['unary', 'operator'],
      label: 'Function',
      choices: [
        ['abs', 'Absolute value'],
        ['exp', 'Exponential (e^x)'],
        ['ln', 'Natural logarithm'],
        ['floor', 'Round down'],
        ['ceil', 'Round up'],
        ['round', 'Round'],
      ],
      when: calculation.unary,
    },
    {
      kind: 'field',
      path: ['unary', 'fieldName'],
      label: 'Field',
      types: ['number'],
      when: calculation.unary,
    },
    {
      kind: 'reducer',
      path: ['reduce', 'reducer'],
      label: 'Calculation',
      fallback: 'sum',
      when: (options) => is(MODE, '', 'reduceRow')(options),
    },
    {
      kind: 'fields',
      path: ['reduce', 'include'],
      label: 'Fields',
      types: ['number'],
      placeholder: 'All number fields',
      when: (options) => is(MODE, '', 'reduceRow')(options),
    },
    {
      kind: 'field',
      path: ['cumulative', 'field'],
      label: 'Field',
      types: ['number'],
      placeholder: 'First number field',
      when: calculation.cumulative,
    },
    {
      kind: 'choice',
      path: ['cumulative', 'reducer'],
      label: 'Calculation',
      choices: [
        ['sum', 'Total'],
        ['mean', 'Mean'],
      ],
      when: calculation.cumulative,
    },
    {
      kind: 'field',
      path: ['window', 'field'],
      label: 'Field',
      types: ['number'],
      placeholder: 'First number field',
      when: calculation.window,
    },
    {
      kind: 'choice',
      path: ['window', 'reducer'],
      label: 'Calculation',
      choices: [
        ['mean', 'Mean'],
        ['variance', 'Variance'],
        ['stdDev', 'Standard deviation'],
      ],
      when: calculation.window,
    },
    {
      kind: 'choice',
      path: ['window', 'windowAlignment'],
      label: 'Window',
      choices: [
        ['trailing', 'Rows before'],
        ['centered', 'Rows around'],
      ],
      when: calculation.window,
    },
    {
      kind: 'choice',
      path: ['window', 'windowSizeMode'],
      label: 'Size in',
      choices: [
        ['percentage', 'Share of rows'],
        ['fixed', 'Rows'],
      ],
      when: calculation.window,
    },
    {
      kind: 'number',
      path: ['window', 'windowSize'],
      label: 'Size',
      placeholder: '0.1',
      hint: 'A share is between 0 and 1.',
      when: calculation.window,
    },
    {
      kind: 'switch',
      path: ['index', 'asPercentile'],
      label: 'As a share of all rows',
      when: calculation.index,
    },
    { kind: 'text', path: ['alias'], label: 'Name', placeholder: 'Automatic' },
    { kind: 'switch', path: ['replaceFields'], label: 'Drop all other fields' },
    { kind: 'switch', path: ['timeSeries'], label: 'Join frames on time first', fallback: true },
  ],
  summary: (options) => {
    const name = textAt(options, 'alias');
    const formula = formulaOf(options);
    return name && formula ? `${name} = ${formula}` : name || formula;
  },
  names: (options) => {
    switch (textAt(options, 'mode')) {
      case 'binary':
        return [operandOf(options, 'left'), operandOf(options, 'right')].filter(
          (text) => text !== '' && !Number.isFinite(Number(text)),
        );
      case 'unary':
        return [textAt(options, 'unary', 'fieldName')];
      case 'cumulativeFunctions':
        return [textAt(options, 'cumulative', 'field')];
      case 'windowFunctions':
        return [textAt(options, 'window', 'field')];
      case 'index':
        return [];
      default:
        return textsAt(options, 'reduce', 'include');
    }
  },
};

/** A matcher of a type names no field. */
function operandOf(options: Options, side: 'left' | 'right'): string {
  const value = optionsAt(options, 'binary')[side];
  return isOptions(value) && textAt(value, 'matcher', 'id') === 'byType' ? '' : operandText(value);
}

function formulaOf(options: Options): string {
  switch (textAt(options, 'mode')) {
    case 'binary': {
      const binary = optionsAt(options, 'binary');
      const [left, right] = [operandText(binary['left']), operandText(binary['right'])];
      return left || right ? `${left} ${textAt(binary, 'operator') || '+'} ${right}` : '';
    }
    case 'unary':
      return `${textAt(options, 'unary', 'operator') || 'abs'}(${textAt(options, 'unary', 'fieldName')})`;
    case 'cumulativeFunctions':
      return `cumulative ${textAt(options, 'cumulative', 'reducer') || 'sum'} ${textAt(options, 'cumulative', 'field')}`;
    case 'windowFunctions':
      return `moving ${textAt(options, 'window', 'reducer') || 'mean'} ${textAt(options, 'window', 'field')}`;
    case 'index':
      return 'row index';
    default: {
      const names = textsAt(options, 'reduce', 'include').join(', ') || 'all number fields';
      return `${reducerName(textAt(options, 'reduce', 'reducer') || 'sum')} of ${names}`;
    }
  }
}
