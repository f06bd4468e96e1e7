import { describe, expect, it } from 'vitest';
import { queryOfTable } from './query';

describe('a query that starts from a table', () => {
  it('is a series where the table has a time and a number', () => {
    const columns = [
      { name: 'id', type: 'uuid' },
      { name: 'created_at', type: 'timestamp with time zone' },
      { name: 'Total', type: 'numeric(10,2)' },
    ];
    expect(queryOfTable('shop.orders', columns, '"')).toEqual({
      format: 'time_series',
      rawSql:
        'SELECT $__timeGroupAlias(created_at, $__interval),\n  avg("Total") AS "Total"\nFROM shop.orders\nWHERE $__timeFilter(created_at)\nGROUP BY 1\nORDER BY 1',
    });
  });

  it('is a list otherwise', () => {
    expect(queryOfTable('t', [{ name: 'a', type: 'text' }], '`').rawSql).toBe(
      'SELECT *\nFROM t\nLIMIT 100',
    );
    const timed = queryOfTable('t', [{ name: 'odd`at', type: 'datetime' }], '`');
    expect(timed).toEqual({
      format: 'table',
      rawSql:
        'SELECT *\nFROM t\nWHERE $__timeFilter(`odd``at`)\nORDER BY `odd``at` DESC\nLIMIT 100',
    });
  });
});
