/** What a formatted value is, apart from the table of units that makes it. */
export interface FormattedValue {
  text: string;
  prefix?: string;
  suffix?: string;
}

/** A formatter of one unit; `timeZone` matters to date units only. */
export type Formatter = (
  value: number,
  decimals?: number | null,
  timeZone?: string,
) => FormattedValue;
