/** Values that every dashboard has, such as `$__from` and `${__user.login}`. */
import { globalVariables, type DashboardModel, type TimeRange } from '../../../data';
import type { CurrentUser } from '../../../kernel/bootData';
import type { VariableValues } from '../../../querying/fill';

export interface GlobalContext {
  model: Pick<DashboardModel, 'uid' | 'title'>;
  range: TimeRange;
  /** IANA name. */
  timeZone: string;
  user: CurrentUser | null;
}

export function globalValues({ model, range, timeZone, user }: GlobalContext): VariableValues {
  return globalVariables({
    range,
    timeZone,
    dashboard: { uid: model.uid, title: model.title },
    user: user ? { id: user.id, login: user.login, email: user.email } : undefined,
    org: user ? { id: user.orgId, name: '' } : undefined,
  });
}

/** The dashboard's own values and the global ones, `$__all_variables` included. */
export function withGlobalValues(
  own: VariableValues,
  globals: VariableValues,
  { model, range, timeZone }: Pick<GlobalContext, 'model' | 'range' | 'timeZone'>,
): VariableValues {
  const { __all_variables: all } = globalVariables({
    range,
    timeZone,
    dashboard: model,
    variables: own,
  });
  return { ...globals, ...own, ...(all ? { __all_variables: all } : {}) };
}
