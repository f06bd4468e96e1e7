/**
 * Types of the server's HTTP API, generated from its OpenAPI document: `make docs` rewrites them.
 */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AcknowledgeBody: {
      /** @default  */
      comment?: string;
    };
    AcknowledgementAnswer: {
      comment: string;
      created: string;
      fingerprint: string;
      who: string;
    };
    AddedMember: {
      message: string;
      userId: number;
    };
    AdminConfig: {
      alertmanagersChoice: components['schemas']['AlertmanagerChoice'];
    };
    AlertAnswer: {
      annotations: {
        [key: string]: string;
      };
      endsAt: string;
      fingerprint: string;
      generatorURL: string;
      labels: {
        [key: string]: string;
      };
      receivers: components['schemas']['ReceiverName'][];
      startsAt: string;
      status: components['schemas']['AlertStatus'];
      updatedAt: string;
    };
    /** @description `dueAt` is the time of the next flush. */
    AlertGroupAnswer: {
      alerts: components['schemas']['AlertAnswer'][];
      dueAt?: string;
      groupKey: string;
      labels: {
        [key: string]: string;
      };
      mutedBy: string[];
      receiver: components['schemas']['ReceiverName'];
    };
    /**
     * @description The choice of an organization, with the values of `alertmanagersChoice` in Grafana 10.4.
     * @enum {unknown}
     */
    AlertmanagerChoice: 'all' | 'external' | 'internal';
    AlertmanagerConfig: {
      inhibit_rules: components['schemas']['InhibitionAnswer'][];
      mute_time_intervals: components['schemas']['TimingAnswer'][];
      muteTimeProvenances: {
        [key: string]: string;
      };
      receivers: components['schemas']['ConfiguredReceiver'][];
      route: components['schemas']['PoliciesAnswer'];
      templates: string[];
      time_intervals: components['schemas']['TimingAnswer'][];
    };
    /**
     * @description `filter` contains matchers of labels. `receiver` is a regular expression for the whole
     *         name.
     */
    AlertQuery: {
      /** @default true */
      active?: boolean;
      /** @default [] */
      filter?: string[];
      /** @default true */
      inhibited?: boolean;
      /** @default true */
      muted?: boolean;
      /** @default  */
      receiver?: string;
      /** @default true */
      silenced?: boolean;
      /** @default true */
      unprocessed?: boolean;
    };
    AlertStatus: {
      inhibitedBy: string[];
      mutedBy: string[];
      silencedBy: string[];
      /** @enum {unknown} */
      state: 'active' | 'suppressed' | 'unprocessed';
    };
    AnnotationAnswer: {
      alertId: number;
      alertName: string;
      alertUID: string;
      avatarUrl: string;
      created: number;
      dashboardId: number;
      dashboardUID: string;
      data: components['schemas']['AnnotationData'];
      email: string;
      id: number;
      login: string;
      newState: string;
      panelId: number | null;
      prevState: string;
      tags: string[];
      text: string;
      time: number;
      timeEnd: number;
      updated: number;
      userId: number;
    };
    AnnotationData: {
      values: {
        [key: string]: number | string;
      };
    };
    /** @description `type` selects annotations of alerts or of users. There are none of users yet. */
    AnnotationsQuery: {
      /** @default  */
      alertUID?: string;
      /** @default  */
      dashboardUID?: string;
      /** @default null */
      from?: number | null;
      /** @default 100 */
      limit?: number;
      /** @default false */
      matchAny?: boolean;
      /** @default null */
      panelId?: number | null;
      /** @default [] */
      tags?: string[];
      /** @default null */
      to?: number | null;
      /** @default  */
      type?: string;
    };
    AskedRights: {
      /** @default false */
      accesscontrol?: boolean;
    };
    AttemptAnswer: {
      answer: string;
      attempt: number;
      durationMs: number;
      instance: string;
      outcome: string;
      started: string;
    };
    Author: {
      name: string;
    };
    /** @description Times in milliseconds since the epoch. */
    BacktestAnswer: {
      evaluations: components['schemas']['EvaluationCounts'];
      failures: components['schemas']['EvaluationFailure'][];
      messages: components['schemas']['BacktestNotification'][];
      transitions: components['schemas']['BacktestTransition'][];
    };
    /** @description `start` and `end` are in milliseconds. `interval` is that of the group, such as `1m`. */
    BacktestBody: {
      from: number;
      /** @default 1m */
      interval?: string;
      rule: components['schemas']['RuleBody'];
      to: number;
    };
    /** @description `firing` and `resolved` list the first alerts; the counts include all of them. */
    BacktestNotification: {
      at: number;
      firing: {
        [key: string]: string;
      }[];
      firingCount: number;
      group: {
        [key: string]: string;
      };
      receiver: string;
      resolved: {
        [key: string]: string;
      }[];
      resolvedCount: number;
      why: string;
    };
    BacktestTransition: {
      after: string;
      at: number;
      before: string;
      fingerprint: string;
      labels: {
        [key: string]: string;
      };
      reason: string;
      values: {
        [key: string]: number | null;
      };
    };
    BuildInfo: {
      buildstamp: number;
      commit: string;
      edition: string;
      env: string;
      hasUpdate: boolean;
      hideVersion: boolean;
      latestVersion: string;
      vedetteVersion: string;
      version: string;
    };
    ChangedServiceAccount: {
      id: number;
      message: string;
      name: string;
      serviceaccount: components['schemas']['ServiceAccount'];
    };
    /** @description `numExternalAlertmanagers` counts the Alertmanagers that can receive alerts. */
    ChoiceAnswer: {
      alertmanagersChoice: components['schemas']['AlertmanagerChoice'];
      numExternalAlertmanagers: number;
    };
    ClusterStatus: {
      peers: string[];
      status: string;
    };
    Comment: {
      /** @default  */
      comment?: string;
    };
    /** @description The config of a correlation, whose content `model` checks. */
    ConfigBody: {
      field?: unknown;
      target?: unknown;
      transformations?: components['schemas']['TransformationBody'][];
      type?: unknown;
    };
    ConfigPart: {
      /** @default null */
      inhibit_rules?: components['schemas']['InhibitionBody'][] | null;
      /** @default null */
      mute_time_intervals?: components['schemas']['TimingPart'][] | null;
      /** @default null */
      receivers?: components['schemas']['ReceiverPart'][] | null;
      route: components['schemas']['PolicyBody'];
      /** @default null */
      time_intervals?: components['schemas']['TimingPart'][] | null;
    };
    ConfigurationAnswer: {
      alertmanager_config: components['schemas']['AlertmanagerConfig'];
      template_file_provenances: {
        [key: string]: string;
      };
      template_files: {
        [key: string]: string;
      };
    };
    ConfigurationBody: {
      alertmanager_config: components['schemas']['ConfigPart'];
      /** @default null */
      template_files?: {
        [key: string]: string;
      } | null;
    };
    /** @description 0 and below return all versions, as in Grafana 10.4. */
    ConfigurationHistoryQuery: {
      /** @default 0 */
      limit?: number;
    };
    /** @description `secureFields` names the secrets that are stored. */
    ConfiguredIntegration: {
      disableResolveMessage: boolean;
      name: string;
      provenance?: string;
      secureFields: {
        [key: string]: boolean;
      };
      settings: Record<string, unknown>;
      type: string;
      uid: string;
    };
    ConfiguredReceiver: {
      grafana_managed_receiver_configs: components['schemas']['ConfiguredIntegration'][];
      name: string;
    };
    ContactPointAnswer: {
      integrations: components['schemas']['IntegrationWithHealth'][];
      name: string;
      provenance: string;
      usedBy: string[];
    };
    ContactPointExportQuery: {
      /** @default false */
      decrypt?: string;
      /** @default false */
      download?: string;
      /** @default  */
      format?: string;
      /** @default  */
      name?: string;
    };
    ContactPointHealth: {
      active: boolean;
      integrations: components['schemas']['IntegrationHealth'][];
      name: string;
    };
    CorrelationAnswer: {
      config: Record<string, unknown>;
      description: string;
      label: string;
      orgId: number;
      provisioned: boolean;
      sourceUID: string;
      targetUID: string;
      type: string;
      uid: string;
    };
    /** @description Changes of a correlation. Omitted fields stay; `config` is merged by key. */
    CorrelationChanges: {
      /** @default null */
      config?: components['schemas']['ConfigBody'] | null;
      /** @default null */
      description?: string | null;
      /** @default null */
      label?: string | null;
      /** @default null */
      targetUID?: string | null;
    };
    CreateBody: {
      /** @default null */
      parentUid?: string | null;
      /** @default  */
      title?: string;
      /** @default null */
      uid?: string | null;
    };
    Credentials: {
      /** @default  */
      password?: string;
      /** @default  */
      user?: string;
    };
    /** @description The caller with role, permissions and the preferences in effect. */
    CurrentUser: {
      authLabels?: string[];
      avatarUrl?: string;
      createdAt?: string;
      email: string;
      id: number;
      isDisabled?: boolean;
      isExternal?: boolean;
      isExternallySynced?: boolean;
      isGrafanaAdmin: boolean;
      isSignedIn: boolean;
      login: string;
      mustChangePassword: boolean;
      name: string;
      orgId: number;
      orgName: string;
      orgRole: string;
      permissions: string[];
      preferences: components['schemas']['Preferences'];
      theme: string;
      uid?: string;
      updatedAt?: string;
    };
    /**
     * @description `old` is missing where a value was added, `new` where it was removed. For `move` both are
     *         positions in the list, or the paths of a panel that changed its row.
     */
    DashboardChange: {
      /** @enum {unknown} */
      kind: 'add' | 'change' | 'move' | 'remove';
      new?: unknown;
      old?: unknown;
      path: string;
    };
    DashboardChanges: {
      changes: components['schemas']['DashboardChange'][];
    };
    DashboardMeta: {
      annotationsPermissions: {
        [key: string]: components['schemas']['Permitted'];
      };
      canAdmin: boolean;
      canDelete: boolean;
      canEdit: boolean;
      canSave: boolean;
      canStar: boolean;
      created: string;
      createdBy: string;
      expires: string;
      folderId: number;
      folderTitle: string;
      folderUid: string;
      folderUrl: string;
      hasAcl: boolean;
      isFolder: boolean;
      isStarred: boolean;
      provisioned: boolean;
      provisionedExternalId: string;
      publicDashboardEnabled: boolean;
      slug: string;
      type: string;
      updated: string;
      updatedBy: string;
      url: string;
      version: number;
    };
    /** @description `path` is such as `panels[2].gridPos.w`. A model with an `error` cannot be saved. */
    DashboardProblem: {
      message: string;
      path: string;
      /** @enum {unknown} */
      severity: 'error' | 'warning';
    };
    /** @description `message` is that of the first error, or empty. */
    DashboardValidation: {
      isValid: boolean;
      message: string;
      problems: components['schemas']['DashboardProblem'][];
    };
    DateFormats: {
      defaultTimezone: string;
      defaultWeekStart: string;
      fullDate: string;
      interval: components['schemas']['DateIntervals'];
      useBrowserLocale: boolean;
    };
    DateIntervals: {
      day: string;
      hour: string;
      minute: string;
      month: string;
      second: string;
      year: string;
    };
    /** @description A decision about one alert. The content of `detail` depends on the decision. */
    DecisionAnswer: {
      decision: string;
      delivery: components['schemas']['DeliveryAnswer'] | null;
      detail: Record<string, unknown>;
      fingerprint: string;
      groupKey: string;
      id: number;
      integrationUid: string;
      labels: {
        [key: string]: string;
      };
      receiver: string;
      ruleUid: string;
      sentence: string;
      time: string;
    };
    /** @description `next` is the `before` of the next page, or null on the last one. */
    DecisionPage: {
      items: components['schemas']['DecisionAnswer'][];
      next: number | null;
    };
    DefaultTemplates: {
      name: string;
      template: string;
    };
    Deleted: {
      id: number;
      message: string;
      title: string;
    };
    DeletedLibraryElement: {
      id: number;
      message: string;
    };
    DeletedPastQuery: {
      id: number;
      message: string;
    };
    DeletedSource: {
      id: number;
      message: string;
    };
    DeleteQuery: {
      /** @default false */
      forceDeleteRules?: boolean;
    };
    DeliveredAlert: {
      annotations: {
        [key: string]: string;
      };
      endsAt: string | null;
      fingerprint: string;
      labels: {
        [key: string]: string;
      };
      ruleUid: string;
      startsAt: string;
      /** @enum {unknown} */
      status: 'firing' | 'resolved';
      values: {
        [key: string]: number | string;
      };
    };
    /** @description A notification to one integration. `firing` and `resolved` are fingerprints of alerts. */
    DeliveryAnswer: {
      attempts: number;
      created: string;
      due: string | null;
      finished: string | null;
      firing: string[];
      groupKey: string;
      id: number;
      integrationType: string;
      integrationUid: string;
      key: string;
      outcome: string;
      reason: string;
      receiver: string;
      resolved: string[];
      sentence: string;
      sequence: number;
      /** @enum {unknown} */
      state: 'failed' | 'pending' | 'sent' | 'stale' | 'superseded';
    };
    DeliveryDetails: {
      alerts: components['schemas']['DeliveredAlert'][];
      attemptList: components['schemas']['AttemptAnswer'][];
      attempts: number;
      created: string;
      due: string | null;
      finished: string | null;
      firing: string[];
      groupKey: string;
      id: number;
      integrationType: string;
      integrationUid: string;
      key: string;
      outcome: string;
      reason: string;
      receiver: string;
      resolved: string[];
      sentence: string;
      sequence: number;
      /** @enum {unknown} */
      state: 'failed' | 'pending' | 'sent' | 'stale' | 'superseded';
    };
    /** @description `next` is the `before` of the next page, or null on the last one. */
    DeliveryPage: {
      items: components['schemas']['DeliveryAnswer'][];
      next: number | null;
    };
    DiffBody: {
      base: components['schemas']['DiffSide'];
      /**
       * @default json
       * @enum {unknown}
       */
      diffType?: 'basic' | 'json' | 'structured';
      new: components['schemas']['DiffSide'];
    };
    DiffSide: {
      /** @default 0 */
      dashboardId?: number;
      /** @default  */
      dashboardUid?: string;
      unsavedDashboard?: unknown;
      /** @default 0 */
      version?: number;
    };
    DroppedAlertmanager: {
      name: string;
      reason: string;
      uid: string;
      url: string;
    };
    EvalBody: {
      /** @default  */
      condition?: string;
      data: components['schemas']['QueryBody'][];
      /** @default null */
      now?: string | null;
    };
    EvaluationCounts: {
      made: number;
      wanted: number;
    };
    EvaluationFailure: {
      at: number;
      error: string;
    };
    EvaluatorAnswer: {
      from?: string;
      params?: number[];
      type: string;
    };
    /**
     * @description An alert with these labels, or a stored one by its fingerprint.
     *
     *         `policies` is a tree to use instead of the stored one, such as an unsaved edit.
     */
    ExplainBody: {
      /** @default  */
      fingerprint?: string;
      /** @default {} */
      labels?: {
        [key: string]: string;
      };
      /** @default null */
      policies?: components['schemas']['PolicyBody'] | null;
    };
    ExplainedPolicies: {
      inhibitedBy: string[];
      isMuted: boolean;
      labels: {
        [key: string]: string;
      };
      mutedBy: string[];
      routes: components['schemas']['ExplainedRoute'][];
      sentences: string[];
      silencedBy: components['schemas']['SilenceAnswer'][];
      visits: components['schemas']['PolicyVisit'][];
    };
    ExplainedRoute: {
      activeTimings: string[];
      groupBy: string[];
      groupInterval: string;
      groupKey: string;
      groupLabels: {
        [key: string]: string;
      };
      groupWait: string;
      mutedBy: string[];
      muteTimings: string[];
      place: number[];
      receiver: string;
      receiverExists: boolean;
      repeatInterval: string;
    };
    ExplainedSeries: {
      fingerprint: string;
      labels: {
        [key: string]: string;
      };
      sentence: string;
      state: string;
      values: {
        [key: string]: number | null;
      };
    };
    /** @description Flags without a value count as set: `?download`. */
    ExportQuery: {
      /** @default false */
      download?: string;
      /** @default  */
      format?: string;
    };
    ExternalAlertmanager: {
      name: string;
      uid: string;
      url: string;
    };
    ExternalAlertmanagersAnswer: {
      data: components['schemas']['ExternalAlertmanagersData'];
      status: string;
    };
    ExternalAlertmanagersData: {
      activeAlertManagers: components['schemas']['ExternalAlertmanager'][];
      droppedAlertManagers: components['schemas']['DroppedAlertmanager'][];
    };
    Firing: {
      rules: number;
    };
    FolderAbove: {
      id: number;
      parentUid?: string;
      title: string;
      uid: string;
      url: string;
    };
    /** @description `orgId` is missing at the root; `parents` are root first. */
    FolderAnswer: {
      canAdmin: boolean;
      canDelete: boolean;
      canEdit: boolean;
      canSave: boolean;
      created: string;
      createdBy: string;
      hasAcl: boolean;
      id: number;
      orgId?: number;
      parents?: components['schemas']['FolderAbove'][];
      parentUid?: string;
      provisioned: boolean;
      title: string;
      uid: string;
      updated: string;
      updatedBy: string;
      url: string;
      version: number;
    };
    FolderCounts: {
      alertrule: number;
      dashboard: number;
      folder: number;
      librarypanel: number;
    };
    FolderListQuery: {
      /** @default 1000 */
      limit?: number;
      /** @default 1 */
      page?: number;
      /** @default  */
      parentUid?: string;
      /** @default  */
      permission?: string;
    };
    FoundCorrelations: {
      correlations: components['schemas']['CorrelationAnswer'][];
      limit: number;
      page: number;
      totalCount: number;
    };
    /** @description `groupNextToken` is present if more groups follow. */
    FoundGroups: {
      groupNextToken?: string;
      groups: components['schemas']['GroupStatus'][];
      totals: {
        [key: string]: number;
      };
    };
    FoundInstances: {
      alerts: components['schemas']['InstanceAnswer'][];
    };
    /**
     * @description A folder or a dashboard; the keys of its folder are missing at the root.
     *
     *         `updated` is the time of the last change, as in `meta` of a dashboard.
     */
    FoundItem: {
      folderId?: number;
      folderTitle?: string;
      folderUid?: string;
      folderUrl?: string;
      id: number;
      isStarred: boolean;
      slug: string;
      sortMeta: number;
      tags: string[];
      title: string;
      /** @enum {unknown} */
      type: 'dash-db' | 'dash-folder';
      uid: string;
      updated: string;
      uri: string;
      url: string;
    };
    FoundMembers: {
      orgUsers: components['schemas']['OrgUser'][];
      page: number;
      perPage: number;
      totalCount: number;
    };
    FoundPastQueries: {
      page: number;
      perPage: number;
      queryHistory: components['schemas']['PastQueryAnswer'][];
      totalCount: number;
    };
    FoundServiceAccounts: {
      page: number;
      perPage: number;
      serviceAccounts: components['schemas']['ServiceAccount'][];
      totalCount: number;
    };
    FoundUsers: {
      page: number;
      perPage: number;
      totalCount: number;
      users: components['schemas']['ListedUser'][];
    };
    /** @description `schema` has name, refId, meta and fields; `data` has values and, if needed, entities. */
    FrameAnswer: {
      data: Record<string, unknown>;
      schema: Record<string, unknown>;
    };
    FrontendSettings: {
      anonymousEnabled: boolean;
      apps: Record<string, unknown>;
      appSubUrl: string;
      appUrl: string;
      authProxyEnabled: boolean;
      buildInfo: components['schemas']['BuildInfo'];
      dashboardVersionsToKeep: number;
      datasources: {
        [key: string]: components['schemas']['ShownSource'];
      };
      dateFormats: components['schemas']['DateFormats'];
      defaultDatasource: string;
      defaultTheme: string;
      disableLoginForm: boolean;
      disableUserSignUp: boolean;
      editorsCanAdmin: boolean;
      exploreEnabled: boolean;
      featureToggles: {
        [key: string]: boolean;
      };
      ldapEnabled: boolean;
      licenseInfo: components['schemas']['LicenseInfo'];
      loginHint: string;
      minPasswordLength: number;
      minRefreshInterval: string;
      oauth: Record<string, unknown>;
      panels: {
        [key: string]: components['schemas']['PanelType'];
      };
      passwordHint: string;
      publicDashboardsEnabled: boolean;
      queryHistoryEnabled: boolean;
      rbacEnabled: boolean;
      rendererAvailable: boolean;
      rootFolderUID: string;
      sharedWithMeFolderUID: string;
      snapshotEnabled: boolean;
      unifiedAlerting: components['schemas']['UnifiedAlerting'];
      unifiedAlertingEnabled: boolean;
      verifyEmailEnabled: boolean;
      viewersCanEdit: boolean;
    };
    /** @description A source with its settings. `secureJsonFields` names the stored secrets. */
    FullSource: {
      /** @enum {unknown} */
      access: 'direct' | 'proxy';
      basicAuth: boolean;
      basicAuthUser: string;
      database: string;
      id: number;
      isDefault: boolean;
      jsonData: Record<string, unknown>;
      name: string;
      orgId: number;
      readOnly: boolean;
      secureJsonFields: {
        [key: string]: boolean;
      };
      type: string;
      typeLogoUrl: string;
      uid: string;
      url: string;
      user: string;
      version: number;
      withCredentials: boolean;
    };
    /** @description A group in the format of the provisioning API. `interval` is in seconds. */
    GroupBody: {
      folderUid?: unknown;
      interval?: unknown;
      rules?: components['schemas']['RuleBody'][];
      title?: unknown;
    };
    /** @description `interval` in seconds. */
    GroupStatus: {
      evaluationTime: number;
      file: string;
      folderUid: string;
      interval: number;
      intervalText: string;
      lastEvaluation: string;
      name: string;
      rules: components['schemas']['RuleStatus'][];
      totals: {
        [key: string]: number;
      };
    };
    /** @description The response body. Versions can be hidden from anonymous callers. */
    HealthReport: {
      commit?: string;
      database: string;
      failingServices?: string[];
      outages?: components['schemas']['OutageReport'][];
      state?: string;
      vedetteVersion?: string;
      version?: string;
      warnings?: string[];
    };
    /** @description Three columns: times in milliseconds, transitions, and labels of their streams. */
    HistoryData: {
      values: unknown[][];
    };
    HistoryField: {
      name: string;
      type: string;
      typeInfo: components['schemas']['HistoryTypeInfo'];
    };
    HistoryFrame: {
      data: components['schemas']['HistoryData'];
      schema: components['schemas']['HistorySchema'];
    };
    HistorySchema: {
      fields: components['schemas']['HistoryField'][];
      name: string;
    };
    HistorySearch: {
      /** @default [] */
      datasourceUid?: string[];
      /** @default null */
      from?: number | null;
      /** @default 100 */
      limit?: number;
      /** @default false */
      onlyStarred?: boolean;
      /** @default 1 */
      page?: number;
      /** @default  */
      searchString?: string;
      /** @default time-desc */
      sort?: string;
      /** @default null */
      to?: number | null;
    };
    HistoryTypeInfo: {
      frame: string;
    };
    /** @description The home dashboard, or in `redirectUri` the path of the one that the caller chose. */
    HomeDashboard: {
      dashboard?: Record<string, unknown>;
      meta?: components['schemas']['HomeMeta'];
      redirectUri?: string;
    };
    HomeMeta: {
      canAdmin: boolean;
      canDelete: boolean;
      canEdit: boolean;
      canSave: boolean;
      canStar: boolean;
      created: string;
      folderTitle: string;
      isHome: boolean;
      slug: string;
      updated: string;
      url: string;
    };
    /** @description `warnings` list differences between the sent and the imported rules. */
    ImportAnswer: {
      error: string;
      errorType: string;
      status: string;
      warnings?: string[];
    };
    ImportBody: {
      dashboard?: unknown;
      /** @default null */
      folderId?: number | null;
      /** @default null */
      folderUid?: string | null;
      /** @default null */
      inputs?: components['schemas']['ImportInput'][] | null;
      /** @default null */
      message?: string | null;
      /** @default null */
      overwrite?: boolean | null;
    };
    ImportedDashboard: {
      dashboardId: number;
      description: string;
      folderId: number;
      folderUid: string;
      imported: boolean;
      importedRevision: number;
      importedUri: string;
      importedUrl: string;
      path: string;
      pluginId: string;
      removed: boolean;
      revision: number;
      slug: string;
      title: string;
      uid: string;
    };
    ImportInput: {
      name: string;
      /** @default null */
      pluginId?: string | null;
      /** @default  */
      type?: string;
      /** @default  */
      value?: string;
    };
    InhibitionAnswer: {
      equal?: string[];
      name?: string;
      source_matchers: string[];
      target_matchers: string[];
    };
    InhibitionBody: {
      equal?: unknown;
      name?: unknown;
      source_match?: unknown;
      source_match_re?: unknown;
      source_matchers?: unknown;
      target_match?: unknown;
      target_match_re?: unknown;
      target_matchers?: unknown;
    };
    InhibitionsAnswer: {
      inhibit_rules: components['schemas']['InhibitionAnswer'][];
      provenance: string;
      version: number;
    };
    /**
     * @description `version` is the one that was read. Without it, the stored rules are replaced
     *         unconditionally.
     */
    InhibitionsBody: {
      inhibit_rules: components['schemas']['InhibitionBody'][];
      /** @default null */
      version?: number | null;
    };
    /** @description `value` is that of the condition. Numbers that are not finite are strings in `values`. */
    InstanceAnswer: {
      activeAt: string;
      annotations: {
        [key: string]: string;
      };
      fingerprint: string;
      labels: {
        [key: string]: string;
      };
      ruleUid: string;
      state: string;
      value: string;
      values: {
        [key: string]: number | string;
      };
    };
    InstancesStatus: {
      data: components['schemas']['FoundInstances'];
      status: string;
    };
    /** @description Secrets in `settings` are redacted. */
    IntegrationAnswer: {
      disableResolveMessage: boolean;
      name: string;
      provenance?: string;
      settings: Record<string, unknown>;
      type: string;
      uid: string;
    };
    /** @description Fields that clients send back, such as `provenance`, are ignored. */
    IntegrationBody: {
      /** @default null */
      disableResolveMessage?: boolean | null;
      /** @default  */
      name?: string;
      /** @default null */
      secureSettings?: {
        [key: string]: string | null;
      } | null;
      /** @default null */
      settings?: Record<string, unknown> | null;
      /** @default  */
      type?: string;
      /** @default null */
      uid?: string | null;
    };
    IntegrationHealth: {
      lastNotifyAttempt: string;
      lastNotifyAttemptDuration: string;
      lastNotifyAttemptError?: string;
      name: string;
      sendResolved: boolean;
      uid: string;
    };
    /** @description `secure_fields` names secrets to keep; those set to false are deleted. */
    IntegrationPart: {
      /** @default false */
      disableResolveMessage?: boolean;
      /** @default null */
      secureFields?: {
        [key: string]: boolean;
      } | null;
      /** @default null */
      secureSettings?: {
        [key: string]: string;
      } | null;
      /** @default {} */
      settings?: Record<string, unknown>;
      type: string;
      /** @default  */
      uid?: string | null;
    };
    IntegrationWithHealth: {
      disableResolveMessage: boolean;
      health: components['schemas']['IntegrationHealth'];
      name: string;
      provenance?: string;
      settings: Record<string, unknown>;
      type: string;
      uid: string;
    };
    /** @description Parts without a restriction are missing; ranges are written `monday:friday` or `1:15`. */
    IntervalAnswer: {
      days_of_month?: string[];
      location?: string;
      months?: string[];
      times?: components['schemas']['TimesAnswer'][];
      weekdays?: string[];
      years?: string[];
    };
    IntervalBody: {
      days_of_month?: unknown;
      location?: unknown;
      months?: unknown;
      times?: components['schemas']['TimesBody'][];
      weekdays?: unknown;
      years?: unknown;
    };
    KeyListing: {
      /** @default false */
      includeExpired?: boolean;
    };
    /** @description One severity: the labels that it adds, and where it begins and ends. */
    LevelAnswer: {
      evaluator: components['schemas']['EvaluatorAnswer'];
      labels: {
        [key: string]: string;
      };
      unloadEvaluator?: components['schemas']['EvaluatorAnswer'] | null;
    };
    /** @description `connectionId` and `connectionUid` are of the dashboard. */
    LibraryConnectionAnswer: {
      connectionId: number;
      connectionUid: string;
      created: string;
      createdBy: components['schemas']['LibraryUser'];
      elementId: number;
      id: number;
      kind: number;
    };
    LibraryConnectionList: {
      result: components['schemas']['LibraryConnectionAnswer'][];
    };
    LibraryElementAnswer: {
      description: string;
      folderId: number;
      folderUid: string;
      id: number;
      kind: number;
      meta: components['schemas']['LibraryElementMeta'];
      model: Record<string, unknown>;
      name: string;
      orgId: number;
      type: string;
      uid: string;
      version: number;
    };
    LibraryElementBody: {
      /** @default null */
      folderId?: number | null;
      /** @default null */
      folderUid?: string | null;
      /** @default 0 */
      kind?: number;
      model?: unknown;
      /** @default null */
      name?: string | null;
      /** @default null */
      uid?: string | null;
    };
    LibraryElementList: {
      result: components['schemas']['LibraryElementPage'];
    };
    /** @description `connectedDashboards` is the number of dashboards that use the element. */
    LibraryElementMeta: {
      connectedDashboards: number;
      created: string;
      createdBy: components['schemas']['LibraryUser'];
      folderName: string;
      folderUid: string;
      updated: string;
      updatedBy: components['schemas']['LibraryUser'];
    };
    LibraryElementPage: {
      elements: components['schemas']['LibraryElementAnswer'][];
      page: number;
      perPage: number;
      totalCount: number;
    };
    LibraryElementPatch: {
      /** @default null */
      folderId?: number | null;
      /** @default null */
      folderUid?: string | null;
      /** @default 0 */
      kind?: number;
      model?: unknown;
      /** @default null */
      name?: string | null;
      /** @default null */
      uid?: string | null;
      /** @default 0 */
      version?: number;
    };
    LibraryElementsOfName: {
      result: components['schemas']['LibraryElementAnswer'][];
    };
    LibraryListQuery: {
      /** @default  */
      excludeUid?: string;
      /** @default  */
      folderFilter?: string;
      /** @default  */
      folderFilterUIDs?: string;
      /** @default 0 */
      kind?: number;
      /** @default 1 */
      page?: number;
      /** @default 100 */
      perPage?: number;
      /** @default  */
      searchString?: string;
      /** @default  */
      sortDirection?: string;
      /** @default  */
      typeFilter?: string;
    };
    LibraryUser: {
      avatarUrl: string;
      id: number;
      name: string;
    };
    LicenseInfo: {
      edition: string;
      enabledFeatures: Record<string, unknown>;
      expiry: number;
      licenseUrl: string;
      stateInfo: string;
    };
    ListedFolder: {
      id: number;
      parentUid?: string;
      title: string;
      uid: string;
    };
    ListedKey: {
      expiration: string | null;
      id: number;
      lastUsedAt: string | null;
      name: string;
      /** @enum {unknown} */
      role: 'Admin' | 'Editor' | 'None' | 'Viewer';
    };
    ListedOrg: {
      id: number;
      name: string;
    };
    ListedPlugin: {
      angularDetected: boolean;
      category: string;
      defaultNavUrl: string;
      dependencies: components['schemas']['PluginDependencies'];
      enabled: boolean;
      hasUpdate: boolean;
      id: string;
      info: components['schemas']['PluginInfo'];
      latestVersion: string;
      name: string;
      pinned: boolean;
      signature: string;
      signatureOrg: string;
      signatureType: string;
      state: string;
      type: string;
    };
    /** @description `isActive` marks the session of the request. */
    ListedSession: {
      browser: string;
      browserVersion: string;
      clientIp: string;
      createdAt: string;
      device: string;
      id: number;
      isActive: boolean;
      os: string;
      osVersion: string;
      seenAt: string;
    };
    ListedSource: {
      /** @enum {unknown} */
      access: 'direct' | 'proxy';
      basicAuth: boolean;
      database: string;
      id: number;
      isDefault: boolean;
      jsonData: Record<string, unknown>;
      name: string;
      orgId: number;
      readOnly: boolean;
      type: string;
      typeLogoUrl: string;
      typeName: string;
      uid: string;
      url: string;
      user: string;
    };
    ListedUser: {
      authLabels: string[];
      avatarUrl: string;
      email: string;
      id: number;
      isAdmin: boolean;
      isDisabled: boolean;
      lastSeenAt: string;
      lastSeenAtAge: string;
      login: string;
      name: string;
      uid: string;
    };
    ListedVersion: {
      created: string;
      createdBy: string;
      dashboardId: number;
      id: number;
      message: string;
      parentVersion: number;
      restoredFrom: number;
      uid: string;
      version: number;
    };
    LoggedIn: {
      message: string;
      mustChangePassword: boolean;
      redirectUrl: string;
    };
    MadeOrg: {
      message: string;
      orgId: number;
    };
    MadeToken: {
      id: number;
      key: string;
      name: string;
    };
    MadeUser: {
      id: number;
      message: string;
    };
    MatcherAnswer: {
      isEqual: boolean;
      isRegex: boolean;
      name: string;
      value: string;
    };
    MatcherBody: {
      isEqual?: unknown;
      isRegex?: unknown;
      name?: unknown;
      value?: unknown;
    };
    MemberName: {
      avatarUrl: string;
      login: string;
      userId: number;
    };
    /** @description A response that only confirms an operation. */
    MessageAnswer: {
      message: string;
    };
    MoveBody: {
      /** @default null */
      parentUid?: string | null;
    };
    NameFilter: {
      /** @default  */
      name?: string;
    };
    NameLookup: {
      /** @default  */
      loginOrEmail?: string;
    };
    Navbar: {
      savedItems?: unknown;
    };
    NavbarBody: {
      savedItems?: unknown;
    };
    NewCorrelation: {
      config?: components['schemas']['ConfigBody'];
      /** @default  */
      description?: string;
      /** @default  */
      label?: string;
      /** @default  */
      targetUID?: string;
    };
    NewKey: {
      name: string;
      role: string;
      /** @default null */
      secondsToLive?: number | null;
    };
    NewMember: {
      loginOrEmail: string;
      role: string;
    };
    NewOrg: {
      name: string;
    };
    NewPassword: {
      password: string;
    };
    NewPastQuery: {
      /** @default  */
      datasourceUid?: string;
      queries: Record<string, unknown>[];
    };
    NewServiceAccount: {
      /** @default false */
      isDisabled?: boolean;
      name: string;
      /** @default Viewer */
      role?: string;
    };
    NewTokenBody: {
      name: string;
      /** @default null */
      secondsToLive?: number | null;
    };
    NewUser: {
      /** @default  */
      email?: string;
      /** @default  */
      login?: string;
      /** @default  */
      name?: string;
      /** @default 0 */
      OrgId?: number;
      password: string;
    };
    NotificationBody: {
      active_time_intervals?: unknown;
      group_by?: unknown;
      group_interval?: unknown;
      group_wait?: unknown;
      mute_time_intervals?: unknown;
      receiver?: unknown;
      repeat_interval?: unknown;
    };
    /**
     * @description Filters. `receiver` is the name of a contact point. `before` is the id of an entry, for the
     *         next page. `search` holds words of labels, or whole labels such as `team=web`.
     */
    NotificationHistoryQuery: {
      /** @default null */
      before?: number | null;
      /** @default  */
      fingerprint?: string;
      /** @default now-30d */
      from?: string;
      /** @default 100 */
      limit?: number;
      /** @default  */
      receiver?: string;
      /** @default  */
      ruleUid?: string;
      /** @default  */
      search?: string;
      /** @default  */
      state?: string;
      /** @default now */
      to?: string;
    };
    NotificationSettingsAnswer: {
      active_time_intervals?: string[] | null;
      group_by?: string[] | null;
      group_interval?: string;
      group_wait?: string;
      mute_time_intervals?: string[] | null;
      receiver?: string;
      repeat_interval?: string;
    };
    Notifier: {
      description: string;
      heading: string;
      info: string;
      name: string;
      options: components['schemas']['NotifierOption'][];
      type: string;
    };
    NotifierOption: {
      dependsOn: string;
      description: string;
      element: string;
      inputType: string;
      label: string;
      placeholder: string;
      propertyName: string;
      required: boolean;
      secure: boolean | null;
      selectOptions: components['schemas']['SelectOption'][] | null;
      showWhen: components['schemas']['ShowWhen'];
      subformOptions: components['schemas']['NotifierOption'][] | null;
      validationRule: string;
    };
    /** @description `subtype` is the ruler of a Prometheus data source: mimir or cortex. */
    OfKind: {
      /** @default  */
      subtype?: string;
    };
    OfPanel: {
      /** @default  */
      dashboard_uid?: string;
      /** @default null */
      panel_id?: number | null;
    };
    OpenedDashboard: {
      dashboard: Record<string, unknown>;
      meta: components['schemas']['DashboardMeta'];
    };
    OpenedLibraryElement: {
      result: components['schemas']['LibraryElementAnswer'];
    };
    /** @description A source with the permissions of the caller. `provisionedFrom` is its provisioning file. */
    OpenedSource: {
      /** @enum {unknown} */
      access: 'direct' | 'proxy';
      basicAuth: boolean;
      basicAuthUser: string;
      database: string;
      id: number;
      isDefault: boolean;
      jsonData: Record<string, unknown>;
      name: string;
      orgId: number;
      provisionedFrom?: string;
      readOnly: boolean;
      secureJsonFields: {
        [key: string]: boolean;
      };
      type: string;
      typeLogoUrl: string;
      uid: string;
      url: string;
      user: string;
      version: number;
      withCredentials: boolean;
    };
    OpenedVersion: {
      created: string;
      createdBy: string;
      dashboardId: number;
      data: Record<string, unknown>;
      id: number;
      message: string;
      parentVersion: number;
      restoredFrom: number;
      uid: string;
      version: number;
    };
    Org: {
      address: {
        [key: string]: string;
      };
      id: number;
      name: string;
    };
    /** @description Pages start at 0, as in Grafana 10.4 for organizations. */
    OrgListing: {
      /** @default  */
      name?: string;
      /** @default 0 */
      page?: number;
      /** @default 0 */
      perpage?: number;
      /** @default  */
      query?: string;
    };
    OrgMembership: {
      name: string;
      orgId: number;
      /** @enum {unknown} */
      role: 'Admin' | 'Editor' | 'None' | 'Viewer';
    };
    OrgName: {
      name: string;
    };
    OrgUser: {
      authLabels: string[];
      avatarUrl: string;
      email: string;
      isDisabled: boolean;
      isExternallySynced: boolean;
      lastSeenAt: string;
      lastSeenAtAge: string;
      login: string;
      name: string;
      orgId: number;
      /** @enum {unknown} */
      role: 'Admin' | 'Editor' | 'None' | 'Viewer';
      uid: string;
      userId: number;
    };
    OriginalConfiguration: {
      original: string;
    };
    OutageReport: {
      reason: string;
      service: string;
      since: string;
    };
    OwnChanges: {
      /** @default null */
      email?: string | null;
      /** @default null */
      login?: string | null;
      /** @default null */
      name?: string | null;
      /** @default null */
      theme?: string | null;
    };
    PageOf: {
      /** @default 100 */
      limit?: number;
      /** @default 1 */
      page?: number;
      /** @default [] */
      sourceUID?: string[];
    };
    PanelLoad: {
      seconds: number;
      type: string;
    };
    PanelLoads: {
      panels: components['schemas']['PanelLoad'][];
    };
    PanelType: {
      id: string;
      name: string;
    };
    PasswordChange: {
      /** @default  */
      confirmNew?: string;
      newPassword: string;
      oldPassword: string;
    };
    PastQueriesResult: {
      result: components['schemas']['FoundPastQueries'];
    };
    /** @description A query of the history. `createdAt` is in seconds since the epoch. */
    PastQueryAnswer: {
      comment: string;
      createdAt: number;
      createdBy: number;
      datasourceUid: string;
      queries: Record<string, unknown>[];
      starred: boolean;
      uid: string;
    };
    PastQueryResult: {
      result: components['schemas']['PastQueryAnswer'];
    };
    Pause: {
      isPaused: boolean;
    };
    PermissionBody: {
      /** @default 0 */
      permission?: number;
      /** @default  */
      role?: string;
      /** @default 0 */
      teamId?: number;
      /** @default 0 */
      userId?: number;
    };
    PermissionRow: {
      created: string;
      dashboardId?: number;
      folderId?: number;
      folderUid?: string;
      inherited: boolean;
      isFolder: boolean;
      permission: number;
      permissionName: string;
      role: string;
      slug: string;
      team: string;
      teamAvatarUrl: string;
      teamEmail: string;
      teamId: number;
      title: string;
      uid: string;
      updated: string;
      url: string;
      userAvatarUrl: string;
      userEmail: string;
      userId: number;
      userLogin: string;
    };
    PermissionsBody: {
      /** @default [] */
      items?: components['schemas']['PermissionBody'][];
    };
    Permitted: {
      canAdd: boolean;
      canDelete: boolean;
      canEdit: boolean;
    };
    PluginAuthor: {
      name: string;
      url: string;
    };
    PluginDependencies: {
      plugins: string[];
      sdk: string;
    };
    PluginDetails: {
      aliases: string[];
      angularDetected: boolean;
      baseUrl: string;
      category: string;
      defaultNavUrl: string;
      dependencies: components['schemas']['PluginDependencies'];
      enabled: boolean;
      hasUpdate: boolean;
      id: string;
      includes: string[];
      info: components['schemas']['PluginInfo'];
      jsonData: {
        [key: string]: string;
      };
      latestVersion: string;
      loadError: string;
      module: string;
      name: string;
      pinned: boolean;
      querySchema: Record<string, unknown> | null;
      secureJsonFields: {
        [key: string]: boolean;
      };
      settingsSchema: Record<string, unknown> | null;
      signature: string;
      signatureOrg: string;
      signatureType: string;
      state: string;
      type: string;
    };
    PluginError: {
      errorCode: string;
      pluginId: string;
    };
    /** @description `core` and `enabled` are 1, 0 or not given. */
    PluginFilter: {
      /** @default null */
      core?: boolean | null;
      /** @default null */
      enabled?: boolean | null;
      /** @default  */
      type?: string;
    };
    PluginInfo: {
      author: components['schemas']['PluginAuthor'];
      description: string;
      links: string[];
      logos: components['schemas']['PluginLogos'];
      updated: string;
      version: string;
    };
    PluginLogos: {
      large: string;
      small: string;
    };
    /** @description `name` is the new name, if it changes. */
    PointBody: {
      integrations: components['schemas']['IntegrationBody'][];
      /** @default  */
      name?: string;
    };
    /** @description The whole tree. */
    PoliciesAnswer: {
      active_time_intervals?: string[];
      continue?: boolean;
      group_by?: string[];
      group_interval?: string;
      group_wait?: string;
      mute_time_intervals?: string[];
      object_matchers?: [string, string, string][];
      provenance?: string;
      receiver?: string;
      repeat_interval?: string;
      routes?: components['schemas']['PolicyAnswer'][];
      version?: number;
    };
    /** @description The whole tree. `version` is the one that was read. */
    PoliciesBody: {
      active_time_intervals?: unknown;
      continue?: unknown;
      group_by?: unknown;
      group_interval?: unknown;
      group_wait?: unknown;
      match?: unknown;
      match_re?: unknown;
      matchers?: unknown;
      mute_time_intervals?: unknown;
      object_matchers?: unknown;
      receiver?: unknown;
      repeat_interval?: unknown;
      routes?: components['schemas']['PolicyBody'][];
      version?: unknown;
    };
    PolicyAnswer: {
      active_time_intervals?: string[];
      continue?: boolean;
      group_by?: string[];
      group_interval?: string;
      group_wait?: string;
      mute_time_intervals?: string[];
      object_matchers?: [string, string, string][];
      receiver?: string;
      repeat_interval?: string;
      routes?: components['schemas']['PolicyAnswer'][];
    };
    PolicyBody: {
      active_time_intervals?: unknown;
      continue?: unknown;
      group_by?: unknown;
      group_interval?: unknown;
      group_wait?: unknown;
      match?: unknown;
      match_re?: unknown;
      matchers?: unknown;
      mute_time_intervals?: unknown;
      object_matchers?: unknown;
      receiver?: unknown;
      repeat_interval?: unknown;
      routes?: components['schemas']['PolicyBody'][];
    };
    /** @description `failing` lists the matchers that do not match. */
    PolicyVisit: {
      failing: string[];
      handles: boolean;
      matched: boolean;
      name: string;
      place: number[];
      receiver: string;
      sentence: string;
    };
    PostedAlert: {
      /** @default {} */
      annotations?: {
        [key: string]: string;
      };
      /** @default null */
      endsAt?: string | null;
      /** @default  */
      generatorURL?: string;
      labels: {
        [key: string]: string;
      };
      /** @default null */
      startsAt?: string | null;
    };
    /** @description Preferences that are set. The description of the signed-in user contains all of them. */
    Preferences: {
      cookiePreferences?: Record<string, unknown>;
      homeDashboardUID?: string;
      language?: string;
      navbar?: components['schemas']['Navbar'];
      palette?: string;
      queryHistory?: components['schemas']['QueryHistoryPreferences'];
      shortcuts?: boolean;
      theme?: string;
      timezone?: string;
      weekStart?: string;
    };
    /** @description Preferences of a request. `Profile` validates the values. */
    PreferencesBody: {
      cookiePreferences?: unknown;
      homeDashboardId?: unknown;
      homeDashboardUID?: unknown;
      language?: unknown;
      navbar?: components['schemas']['NavbarBody'];
      palette?: unknown;
      queryHistory?: components['schemas']['QueryHistoryBody'];
      shortcuts?: unknown;
      theme?: unknown;
      timezone?: unknown;
      weekStart?: unknown;
    };
    /** @description The results of the queries, and the instances that the rule makes of them. */
    PreviewAnswer: {
      failure: string;
      /** @enum {unknown} */
      health: 'error' | 'nodata' | 'ok';
      instances: components['schemas']['PreviewedInstance'][];
      results: {
        [key: string]: components['schemas']['QueryAnswer'];
      };
    };
    /** @description `rule` has the format of the provisioning API. Its title, folder and group are optional. */
    PreviewBody: {
      /** @default null */
      now?: string | null;
      rule: components['schemas']['RuleBody'];
    };
    PreviewedInstance: {
      annotations: {
        [key: string]: string;
      };
      fingerprint: string;
      labels: {
        [key: string]: string;
      };
      reason: string;
      series: {
        [key: string]: string;
      };
      since: string;
      state: string;
      values: {
        [key: string]: number | null;
      };
    };
    Problem: {
      /** @description One sentence that describes the error. */
      message: string;
      /** @description Stable code of the error. */
      messageId?: string;
      /** @description Identifies this request in the log. */
      requestId?: string;
      statusCode?: number;
      traceID?: string;
    };
    /** @description `line` is where the error is; `lastApplied` is null until the file was applied. */
    ProvisionedFile: {
      file: string;
      items: number;
      kind: string;
      lastApplied: string | null;
      line: number | null;
      message: string;
      /** @enum {unknown} */
      state: 'error' | 'ignored' | 'ok';
    };
    /** @description `interval` in seconds. */
    ProvisionedGroup: {
      folderUid: string;
      interval: number;
      rules: components['schemas']['ProvisionedRule'][];
      title: string;
    };
    ProvisionedRule: {
      annotations: {
        [key: string]: string;
      };
      condition: string;
      data: components['schemas']['QueryPart'][];
      /** @enum {unknown} */
      execErrState: 'Alerting' | 'Error' | 'KeepLast' | 'OK';
      folderUID: string;
      for: string;
      id: number;
      isPaused: boolean;
      keep_firing_for?: string;
      labels: {
        [key: string]: string;
      };
      missing_series_evals_to_resolve?: number;
      /** @enum {unknown} */
      noDataState: 'Alerting' | 'KeepLast' | 'NoData' | 'OK';
      notification_settings?: components['schemas']['NotificationSettingsAnswer'];
      orgID: number;
      /** @enum {unknown} */
      outage?: 'rule' | 'shared';
      provenance?: string;
      record?: components['schemas']['RecordAnswer'];
      ruleGroup: string;
      thresholds?: components['schemas']['ThresholdsAnswer'] | null;
      title: string;
      uid: string;
      updated: string;
      version: number;
    };
    ProvisioningStatus: {
      sources: components['schemas']['ProvisionedFile'][];
    };
    QueryAnswer: {
      error?: string;
      errorCode?: string;
      errorSource?: string;
      frames: components['schemas']['FrameAnswer'][];
      status: number;
    };
    /** @description The response. `results` are by refId. */
    QueryAnswers: {
      results: {
        [key: string]: components['schemas']['QueryAnswer'];
      };
    };
    QueryBody: {
      datasourceUid?: unknown;
      model?: unknown;
      queryType?: unknown;
      refId?: unknown;
      relativeTimeRange?: components['schemas']['QuerySpan'];
    };
    QueryHistoryBody: {
      homeTab?: unknown;
    };
    QueryHistoryPreferences: {
      homeTab?: unknown;
    };
    /** @description A rule that queries a data source. */
    QueryingRule: {
      folderTitle: string;
      folderUid: string;
      ruleGroup: string;
      title: string;
      uid: string;
    };
    /** @description A query or an expression of a rule. `model` is defined by its data source. */
    QueryPart: {
      datasourceUid: string;
      model: Record<string, unknown>;
      queryType: string;
      refId: string;
      relativeTimeRange: components['schemas']['QuerySpanAnswer'];
    };
    /** @description The request. `queries` are not decoded further, because most keys belong to a plugin. */
    QueryRequest: {
      /** @default null */
      from?: string | number | null;
      queries: Record<string, unknown>[];
      /** @default null */
      to?: string | number | null;
    };
    QuerySpan: {
      from?: unknown;
      to?: unknown;
    };
    QuerySpanAnswer: {
      from: number;
      to: number;
    };
    /** @description A limit and its usage. `limit` is -1 if there is no limit. */
    Quota: {
      limit: number;
      org_id: number;
      target: string;
      used: number;
    };
    RaisedAlert: {
      annotations: {
        [key: string]: string;
      };
      endsAt: string;
      generatorURL: string;
      labels: {
        [key: string]: string;
      };
      startsAt: string;
    };
    ReceiverBody: {
      /** @default [] */
      grafana_managed_receiver_configs?: components['schemas']['IntegrationBody'][];
      /** @default  */
      name?: string;
    };
    /** @description A receiver type with the fields of its settings. */
    ReceiverForm: {
      aliases: string[];
      description: string;
      fields: components['schemas']['SettingField'][];
      name: string;
      type: string;
    };
    ReceiverName: {
      name: string;
    };
    ReceiverPart: {
      /** @default null */
      grafana_managed_receiver_configs?: components['schemas']['IntegrationPart'][] | null;
      name: string;
    };
    RecordAnswer: {
      from: string;
      metric: string;
      target_datasource_uid?: string;
    };
    RecordBody: {
      from?: unknown;
      metric?: unknown;
      target_datasource_uid?: unknown;
    };
    /** @description `sources` are the files with errors. */
    Reloaded: {
      message: string;
      sources: components['schemas']['ProvisionedFile'][];
    };
    RenameBody: {
      /** @default false */
      overwrite?: boolean;
      /** @default  */
      title?: string;
      /** @default 0 */
      version?: number;
    };
    RestoreBody: {
      version: number;
    };
    RestoredDashboard: {
      folderUid: string;
      id: number;
      message: string;
      slug: string;
      status: string;
      title: string;
      uid: string;
      url: string;
      version: number;
    };
    /** @description `id` selects one of several deleted dashboards with the uid. */
    RestoreFromTrashBody: {
      /** @default null */
      folderUid?: string | null;
      /** @default null */
      id?: number | null;
    };
    RoleChange: {
      role: string;
    };
    RuleBody: {
      annotations?: unknown;
      condition?: unknown;
      dashboardUid?: unknown;
      data?: components['schemas']['QueryBody'][];
      execErrState?: unknown;
      folderTitle?: unknown;
      folderUID?: unknown;
      for?: unknown;
      isPaused?: unknown;
      keep_firing_for?: unknown;
      keepFiringFor?: unknown;
      labels?: unknown;
      missing_series_evals_to_resolve?: unknown;
      missingSeriesEvalsToResolve?: unknown;
      noDataState?: unknown;
      notification_settings?: components['schemas']['NotificationBody'];
      notificationSettings?: components['schemas']['NotificationBody'];
      outage?: unknown;
      panelId?: unknown;
      record?: components['schemas']['RecordBody'];
      ruleGroup?: unknown;
      thresholds?: unknown;
      title?: unknown;
      uid?: unknown;
    };
    /** @description `slot` is the time of the evaluation, in milliseconds since the epoch. */
    RuleExplanation: {
      next: string;
      results: {
        [key: string]: components['schemas']['QueryAnswer'];
      };
      series: components['schemas']['ExplainedSeries'][];
      slot: number | null;
      summary: string;
    };
    /** @description `folder_uid` can contain several uids, separated by commas. */
    RuleExportQuery: {
      /** @default false */
      download?: string;
      /** @default  */
      folderUid?: string;
      /** @default  */
      format?: string;
      /** @default  */
      group?: string;
      /** @default  */
      ruleUid?: string;
    };
    RuleHistoryQuery: {
      /** @default  */
      current?: string;
      /** @default  */
      dashboardUID?: string;
      /** @default null */
      from?: number | null;
      /** @default 0 */
      limit?: number;
      /** @default null */
      panelID?: number | null;
      /** @default  */
      previous?: string;
      /** @default  */
      ruleUID?: string;
      /** @default null */
      to?: number | null;
    };
    RulerAlert: {
      condition?: unknown;
      data?: components['schemas']['QueryBody'][];
      exec_err_state?: unknown;
      is_paused?: unknown;
      missing_series_evals_to_resolve?: unknown;
      no_data_state?: unknown;
      notification_settings?: components['schemas']['NotificationBody'];
      outage?: unknown;
      record?: components['schemas']['RecordBody'];
      thresholds?: unknown;
      title?: unknown;
      uid?: unknown;
    };
    RulerAlertAnswer: {
      condition: string;
      data: components['schemas']['QueryPart'][];
      /** @enum {unknown} */
      exec_err_state: 'Alerting' | 'Error' | 'KeepLast' | 'OK';
      id: number;
      intervalSeconds: number;
      is_paused: boolean;
      missing_series_evals_to_resolve?: number;
      namespace_uid: string;
      /** @enum {unknown} */
      no_data_state: 'Alerting' | 'KeepLast' | 'NoData' | 'OK';
      notification_settings?: components['schemas']['NotificationSettingsAnswer'];
      orgId: number;
      /** @enum {unknown} */
      outage?: 'rule' | 'shared';
      provenance?: string;
      record?: components['schemas']['RecordAnswer'];
      rule_group: string;
      thresholds?: components['schemas']['ThresholdsAnswer'] | null;
      title: string;
      uid: string;
      updated: string;
      updated_by: components['schemas']['Author'];
      version: number;
    };
    /** @description The uids of the rules that changed; empty lists are missing. */
    RulerChange: {
      created?: string[];
      deleted?: string[];
      message: string;
      updated?: string[];
    };
    /** @description `interval` is a duration such as 1m. */
    RulerGroup: {
      /** @default null */
      interval?: string | null;
      /** @default  */
      message?: string;
      name: string;
      /** @default [] */
      rules?: components['schemas']['RulerRule'][];
    };
    /** @description `interval` is missing if the group does not exist. */
    RulerGroupAnswer: {
      interval?: string;
      name: string;
      rules: components['schemas']['RulerRuleAnswer'][];
    };
    RulerRule: {
      annotations?: unknown;
      for?: unknown;
      grafana_alert?: components['schemas']['RulerAlert'];
      keep_firing_for?: unknown;
      labels?: unknown;
    };
    RulerRuleAnswer: {
      annotations: {
        [key: string]: string;
      };
      expr: string;
      for: string;
      grafana_alert: components['schemas']['RulerAlertAnswer'];
      keep_firing_for?: string;
      labels: {
        [key: string]: string;
      };
    };
    RulerTestBody: {
      /** @default  */
      folderTitle?: string;
      /** @default  */
      folderUid?: string;
      rule: components['schemas']['RulerRule'];
      /** @default  */
      ruleGroup?: string;
    };
    RulesQuery: {
      /** @default  */
      dashboard_uid?: string;
      /** @default false */
      exclude_alerts?: boolean;
      /** @default  */
      folder_uid?: string;
      /** @default null */
      group_limit?: number | null;
      /** @default  */
      group_next_token?: string;
      /** @default [] */
      health?: string[];
      /** @default null */
      limit_alerts?: number | null;
      /** @default null */
      limit_rules?: number | null;
      /** @default [] */
      matcher?: string[];
      /** @default null */
      panel_id?: number | null;
      /** @default [] */
      rule_group?: string[];
      /** @default [] */
      rule_name?: string[];
      /** @default  */
      rule_uid?: string;
      /** @default  */
      search?: string;
      /** @default [] */
      state?: string[];
      /** @default  */
      type?: string;
    };
    RulesStatus: {
      data: components['schemas']['FoundGroups'];
      status: string;
    };
    /** @description Recording rules have no `state` and no `alerts`. */
    RuleStatus: {
      activeAt?: string;
      alerts?: components['schemas']['InstanceAnswer'][];
      annotations: {
        [key: string]: string;
      };
      duration: number;
      evaluationTime: number;
      folderUid: string;
      /** @enum {unknown} */
      health: 'error' | 'nodata' | 'ok' | 'unknown';
      isPaused: boolean;
      keepFiringFor: number;
      labels: {
        [key: string]: string;
      };
      lastError?: string;
      lastErrorReason?: string;
      lastEvaluation: string;
      missedEvaluations?: number;
      name: string;
      notificationSettings?: components['schemas']['NotificationSettingsAnswer'];
      provenance: string;
      queriedDatasourceUIDs: string[];
      query: string;
      /** @enum {unknown} */
      state?: 'firing' | 'inactive' | 'pending' | 'recovering';
      totals: {
        [key: string]: number;
      };
      totalsFiltered: {
        [key: string]: number;
      };
      /** @enum {unknown} */
      type: 'alerting' | 'recording';
      uid: string;
      version: number;
    };
    /** @description `created` in milliseconds since the epoch; `rule` is the stored form. */
    RuleVersionAnswer: {
      created: number;
      createdBy: string;
      message: string;
      rule: Record<string, unknown>;
      version: number;
    };
    RuleVersionsQuery: {
      /** @default 100 */
      limit?: number;
    };
    /** @description An alert in the format of the Alertmanager API. Unknown fields are ignored. */
    SampleAlert: {
      /** @default {} */
      annotations?: {
        [key: string]: string;
      };
      /** @default  */
      dashboardURL?: string;
      /** @default null */
      endsAt?: string | null;
      /** @default  */
      generatorURL?: string;
      /** @default {} */
      labels?: {
        [key: string]: string;
      };
      /** @default  */
      panelURL?: string;
      /** @default  */
      silenceURL?: string;
      /** @default null */
      startsAt?: string | null;
      /** @default  */
      status?: string | Record<string, unknown>;
      /** @default null */
      values?: {
        [key: string]: number;
      } | null;
    };
    SaveBody: {
      dashboard: unknown;
      /** @default null */
      folderId?: number | null;
      /** @default null */
      folderUid?: string | null;
      /** @default null */
      message?: string | null;
      /** @default null */
      overwrite?: boolean | null;
    };
    SavedBody: {
      /** @default  */
      datasourceUid?: string;
      /** @default  */
      description?: string;
      queries: Record<string, unknown>[];
      title: string;
      /** @default null */
      version?: number | null;
    };
    SavedDashboard: {
      folderUid: string;
      id: number;
      slug: string;
      status: string;
      uid: string;
      url: string;
      version: number;
    };
    /** @description A saved query. Times are in milliseconds since the epoch. */
    SavedQueryAnswer: {
      created: number;
      createdBy: string;
      datasourceUid: string;
      description: string;
      queries: Record<string, unknown>[];
      title: string;
      uid: string;
      updated: number;
      updatedBy: string;
      version: number;
    };
    SavedSilence: {
      silenceID: string;
    };
    SearchParams: {
      /** @default null */
      dashboardIds?: number[] | null;
      /** @default null */
      dashboardUID?: string[] | null;
      /** @default null */
      dashboardUIDs?: string[] | null;
      /** @default null */
      folderIds?: number[] | null;
      /** @default null */
      folderUIDs?: string[] | null;
      /** @default 0 */
      limit?: number;
      /** @default 1 */
      page?: number;
      /** @default  */
      permission?: string;
      /** @default  */
      query?: string;
      /** @default  */
      sort?: string;
      /** @default false */
      starred?: boolean;
      /** @default [] */
      tag?: string[];
      /** @default  */
      type?: string;
    };
    SelectOption: {
      label: string;
      value: string;
    };
    ServerPermissions: {
      /** @default false */
      isGrafanaAdmin?: boolean;
    };
    ServiceAccount: {
      accessControl?: {
        [key: string]: boolean;
      };
      avatarUrl: string;
      createdAt: string;
      id: number;
      isDisabled: boolean;
      login: string;
      name: string;
      orgId: number;
      /** @enum {unknown} */
      role: 'Admin' | 'Editor' | 'None' | 'Viewer';
      tokens: number;
      uid: string;
      updatedAt: string;
    };
    ServiceAccountChanges: {
      /** @default null */
      isDisabled?: boolean | null;
      /** @default null */
      name?: string | null;
      /** @default null */
      role?: string | null;
    };
    ServiceAccountListing: {
      /** @default false */
      accesscontrol?: boolean;
      /** @default false */
      disabled?: boolean;
      /** @default false */
      expiredTokens?: boolean;
      /** @default 0 */
      limit?: number;
      /** @default 0 */
      page?: number;
      /** @default 0 */
      perpage?: number;
      /** @default  */
      query?: string;
      /** @default  */
      sort?: string;
    };
    /** @description One field of the form of a receiver's settings. */
    SettingField: {
      /** @default false */
      advanced?: boolean;
      /** @default [] */
      choices?: string[];
      /** @default  */
      default?: string;
      /** @default  */
      help?: string;
      key: string;
      /**
       * @default text
       * @enum {unknown}
       */
      kind?: 'choice' | 'lines' | 'list' | 'number' | 'pairs' | 'switch' | 'text';
      label: string;
      /** @default  */
      placeholder?: string;
      /** @default false */
      required?: boolean;
      /** @default null */
      secret?: boolean | null;
      /** @default false */
      template?: boolean;
    };
    /**
     * @description Silences alerts that have all these `labels` and match the `matchers`.
     *
     *         It starts now or at `starts_at`, and ends at `ends_at` or after a `duration` such as `2h`.
     *         `recurring` contains intervals as in mute timings; the silence is active only in these.
     */
    ShortSilence: {
      /** @default  */
      comment?: string;
      /** @default  */
      duration?: string;
      /** @default null */
      endsAt?: string | null;
      /** @default {} */
      labels?: {
        [key: string]: string;
      };
      /** @default  */
      matchers?: string;
      /** @default [] */
      recurring?: components['schemas']['IntervalBody'][];
      /** @default null */
      startsAt?: string | null;
    };
    ShownSource: {
      access: string;
      hasCorrelations?: boolean;
      id: number;
      isDefault: boolean;
      jsonData: Record<string, unknown>;
      meta: components['schemas']['SourceMeta'];
      name: string;
      readOnly: boolean;
      type: string;
      uid: string;
      url: string;
    };
    ShowWhen: {
      field: string;
      is: string;
    };
    /** @description `ruleUID` is present if the silence applies to the alerts of one rule. */
    SilenceAnswer: {
      comment: string;
      createdBy: string;
      endsAt: string;
      id: string;
      matchers: components['schemas']['MatcherAnswer'][];
      recurring?: components['schemas']['IntervalAnswer'][];
      ruleUID?: string;
      startsAt: string;
      status: components['schemas']['SilenceStatus'];
      updatedAt: string;
    };
    SilenceBody: {
      comment?: unknown;
      createdBy?: unknown;
      endsAt?: unknown;
      id?: unknown;
      matchers?: components['schemas']['MatcherBody'][];
      recurring?: components['schemas']['IntervalBody'][];
      startsAt?: unknown;
    };
    /** @description `filter` contains matchers, which apply to the values of the silence's own matchers. */
    SilenceQuery: {
      /** @default true */
      active?: boolean;
      /** @default true */
      expired?: boolean;
      /** @default [] */
      filter?: string[];
      /** @default true */
      pending?: boolean;
      /** @default  */
      ruleUID?: string;
    };
    SilenceStatus: {
      /** @enum {unknown} */
      state: 'active' | 'expired' | 'pending';
    };
    Sorting: {
      description: string;
      displayName: string;
      meta: string;
      name: string;
    };
    Sortings: {
      sortOptions: components['schemas']['Sorting'][];
    };
    /**
     * @description The body of a save. Fields that clients send back, such as `id` and `readOnly`, are
     *         ignored.
     */
    SourceBody: {
      /** @default null */
      access?: string | null;
      /** @default null */
      basicAuth?: boolean | null;
      /** @default null */
      basicAuthUser?: string | null;
      /** @default null */
      database?: string | null;
      /** @default null */
      isDefault?: boolean | null;
      /** @default null */
      jsonData?: Record<string, unknown> | null;
      /** @default  */
      name?: string;
      /** @default null */
      secureJsonData?: {
        [key: string]: string | null;
      } | null;
      /** @default  */
      type?: string;
      /** @default null */
      uid?: string | null;
      /** @default null */
      url?: string | null;
      /** @default null */
      user?: string | null;
      /** @default null */
      version?: number | null;
      /** @default null */
      withCredentials?: boolean | null;
    };
    SourceGroup: {
      interval?: string;
      name?: string;
      rules?: components['schemas']['SourceRule'][];
    };
    SourceHealthAnswer: {
      details?: unknown;
      message: string;
      status: string;
    };
    /** @description The plugin of a source; only the first three keys if it is not installed. */
    SourceMeta: {
      builtIn?: boolean;
      category?: string;
      id: string;
      name: string;
      queryText?: string;
      type: string;
      variableFormat?: string;
    };
    SourceNumber: {
      id: number;
    };
    SourceRule: {
      alert?: string;
      annotations?: {
        [key: string]: string;
      };
      expr?: string;
      for?: string;
      labels?: {
        [key: string]: string;
      };
      record?: string;
    };
    /**
     * @description The users of a data source. `totalCount` counts all dashboards, including those beyond the
     *         limit.
     */
    SourceUsage: {
      alertRules: components['schemas']['UsingRule'][];
      dashboards: components['schemas']['UsingDashboard'][];
      totalCount: number;
    };
    /**
     * @description Counts of resources. Active users were active in the last 30 days, daily active users in the
     *         last 24 hours.
     *
     *         `admins`, `editors` and `viewers` count each user once, with the highest role in any
     *         organization. Users without a role are counted in `users` only. `alerts` counts alert rules.
     *         Snapshots, playlists and devices do not exist and are 0.
     */
    Statistics: {
      activeAdmins: number;
      activeDevices: number;
      activeEditors: number;
      activeSessions: number;
      activeUsers: number;
      activeViewers: number;
      admins: number;
      alerts: number;
      dailyActiveAdmins: number;
      dailyActiveEditors: number;
      dailyActiveSessions: number;
      dailyActiveUsers: number;
      dailyActiveViewers: number;
      dashboards: number;
      datasources: number;
      editors: number;
      monthlyActiveUsers: number;
      orgs: number;
      playlists: number;
      snapshots: number;
      stars: number;
      tags: number;
      users: number;
      viewers: number;
    };
    StatusAnswer: {
      cluster: components['schemas']['ClusterStatus'];
      config: components['schemas']['OriginalConfiguration'];
      uptime: string;
      versionInfo: components['schemas']['VersionInfo'];
    };
    /** @description A configuration of the history. */
    StoredConfiguration: {
      alertmanager_config: components['schemas']['AlertmanagerConfig'];
      id: number;
      last_applied: string;
      template_file_provenances: {
        [key: string]: string;
      };
      template_files: {
        [key: string]: string;
      };
    };
    TagCount: {
      count: number;
      term: string;
    };
    TemplateAnswer: {
      name: string;
      provenance: string;
      template: string;
      version: string;
    };
    TemplateBody: {
      /** @default  */
      template?: string;
      /** @default  */
      version?: string | number;
    };
    TemplatePreview: {
      errors: components['schemas']['TemplateProblem'][];
      results: components['schemas']['TemplateResult'][];
    };
    /** @description `kind` is `invalid_template` or `execution_error`. */
    TemplateProblem: {
      column: number;
      kind: string;
      line: number;
      message: string;
      name: string;
    };
    TemplateResult: {
      name: string;
      scope: string;
      text: string;
    };
    TestBody: {
      /** @default [] */
      alerts?: components['schemas']['SampleAlert'][];
      /** @default  */
      name?: string;
      /** @default  */
      template?: string;
    };
    TestedAlert: {
      annotations: {
        [key: string]: string;
      };
      labels: {
        [key: string]: string;
      };
    };
    TestedIntegration: {
      answer: string;
      error?: string;
      name: string;
      status: string;
      uid: string;
    };
    TestedReceiver: {
      grafana_managed_receiver_configs: components['schemas']['TestedIntegration'][];
      name: string;
    };
    TestedReceivers: {
      alert: components['schemas']['TestedAlert'];
      notified_at: string;
      receivers: components['schemas']['TestedReceiver'][];
    };
    TestIntegration: {
      /** @default null */
      alert?: components['schemas']['SampleAlert'] | null;
      /** @default null */
      disableResolveMessage?: boolean | null;
      /** @default  */
      name?: string;
      /** @default null */
      secureSettings?: {
        [key: string]: string | null;
      } | null;
      /** @default null */
      settings?: Record<string, unknown> | null;
      /** @default  */
      type?: string;
      /** @default null */
      uid?: string | null;
    };
    TestReceivers: {
      /** @default null */
      alert?: components['schemas']['SampleAlert'] | null;
      /** @default [] */
      receivers?: components['schemas']['ReceiverBody'][];
    };
    /** @description `answer` is the response of the receiver. */
    TestResult: {
      answer: string;
      durationMs: number;
      error: string;
      /** @enum {unknown} */
      status: 'failed' | 'ok';
    };
    /** @description Several severities of one rule, the most severe first, instead of a condition. */
    ThresholdsAnswer: {
      levels: components['schemas']['LevelAnswer'][];
      of: string;
    };
    /**
     * @description The events of an alert. Each has `time`, `kind` and `sentence`, and the details of its kind:
     *         states and values of a transition, the receiver of a decision, the outcome of an attempt, the
     *         user and the comment of an acknowledgement.
     */
    TimelineAnswer: {
      acknowledgement: components['schemas']['AcknowledgementAnswer'] | null;
      events: Record<string, unknown>[];
      fingerprint: string;
      labels: {
        [key: string]: string;
      };
      ruleUid: string;
      /** @enum {unknown} */
      state: 'firing' | 'normal' | 'resolved';
    };
    /** @description Times of day such as `08:30`. */
    TimesAnswer: {
      end_time: string;
      start_time: string;
    };
    TimesBody: {
      end_time?: unknown;
      start_time?: unknown;
    };
    TimingAnswer: {
      name: string;
      provenance?: string;
      time_intervals: components['schemas']['IntervalAnswer'][];
    };
    TimingBody: {
      /** @default  */
      name?: string;
      /** @default [] */
      time_intervals?: components['schemas']['IntervalBody'][];
    };
    TimingPart: {
      name: string;
      /** @default [] */
      time_intervals?: components['schemas']['IntervalBody'][];
    };
    /** @description A token without its key. */
    TokenAnswer: {
      created: string;
      expiration: string | null;
      hasExpired: boolean;
      id: number;
      isRevoked: boolean;
      lastUsedAt: string | null;
      name: string;
      secondsUntilExpiration: number;
    };
    TokenChoice: {
      authTokenId: number;
    };
    TransformationBody: {
      expression?: unknown;
      field?: unknown;
      mapValue?: unknown;
      type?: unknown;
    };
    /**
     * @description `expires` is when it is deleted for good. `isFolderGone` says that restoring it needs a
     *         folder.
     */
    TrashedDashboard: {
      deleted: string;
      deletedBy: string;
      expires: string;
      folderTitle: string;
      folderUid: string;
      id: number;
      isFolderGone: boolean;
      title: string;
      uid: string;
      version: number;
    };
    TrashEntryQuery: {
      /** @default 0 */
      id?: number;
    };
    TrashPage: {
      dashboards: components['schemas']['TrashedDashboard'][];
      limit: number;
      page: number;
      totalCount: number;
    };
    TrashQuery: {
      /** @default 100 */
      limit?: number;
      /** @default 1 */
      page?: number;
      /** @default  */
      query?: string;
    };
    UnifiedAlerting: {
      minInterval: string;
    };
    /**
     * @description A part of the configuration that cannot be read. `name` is that of a mute timing or the id of
     *         a silence. `message` names the cause and the remedy.
     */
    UnreadableConfiguration: {
      message: string;
      name: string;
      /** @enum {unknown} */
      part: 'Alertmanager choice' | 'inhibitions' | 'mute timing' | 'policies' | 'silence';
    };
    UnsavedGroup: {
      /** @default 1m */
      interval?: string;
      name: string;
      /** @default [] */
      rules?: components['schemas']['RulerRule'][];
    };
    UsageQuery: {
      /** @default 100 */
      limit?: number;
    };
    UserAnswer: {
      authLabels: string[];
      avatarUrl: string;
      createdAt: string;
      email: string;
      id: number;
      isDisabled: boolean;
      isExternal: boolean;
      isExternallySynced: boolean;
      isGrafanaAdmin: boolean;
      login: string;
      name: string;
      orgId: number;
      theme: string;
      uid: string;
      updatedAt: string;
    };
    UserChanges: {
      /** @default null */
      email?: string | null;
      /** @default null */
      login?: string | null;
      /** @default null */
      name?: string | null;
    };
    UserListing: {
      /** @default  */
      filter?: string;
      /** @default 0 */
      limit?: number;
      /** @default 0 */
      page?: number;
      /** @default 0 */
      perpage?: number;
      /** @default  */
      query?: string;
      /** @default  */
      sort?: string;
    };
    UserListQuery: {
      /** @default 0 */
      limit?: number;
      /** @default 0 */
      page?: number;
      /** @default 0 */
      perpage?: number;
      /** @default  */
      query?: string;
      /** @default  */
      sort?: string;
    };
    UsingDashboard: {
      folderTitle: string;
      folderUid: string;
      panels: number;
      title: string;
      uid: string;
      url: string;
    };
    /** @description An alert rule that queries a data source. */
    UsingRule: {
      folderTitle: string;
      folderUid: string;
      title: string;
      uid: string;
    };
    /** @description `dashboard` is the model, or as in Grafana 10.4 a text with its JSON. */
    ValidateBody: {
      dashboard: unknown;
    };
    VersionInfo: {
      branch: string;
      buildDate: string;
      buildUser: string;
      goVersion: string;
      revision: string;
      version: string;
    };
    VersionListQuery: {
      /** @default 0 */
      limit?: number;
      /** @default 0 */
      start?: number;
    };
    WrittenCorrelation: {
      message: string;
      result: components['schemas']['CorrelationAnswer'];
    };
    WrittenSource: {
      datasource: components['schemas']['FullSource'];
      id: number;
      message: string;
      name: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AcknowledgeBody = components['schemas']['AcknowledgeBody'];
export type AcknowledgementAnswer = components['schemas']['AcknowledgementAnswer'];
export type AddedMember = components['schemas']['AddedMember'];
export type AdminConfig = components['schemas']['AdminConfig'];
export type AlertAnswer = components['schemas']['AlertAnswer'];
export type AlertGroupAnswer = components['schemas']['AlertGroupAnswer'];
export type AlertmanagerChoice = components['schemas']['AlertmanagerChoice'];
export type AlertmanagerConfig = components['schemas']['AlertmanagerConfig'];
export type AlertQuery = components['schemas']['AlertQuery'];
export type AlertStatus = components['schemas']['AlertStatus'];
export type AnnotationAnswer = components['schemas']['AnnotationAnswer'];
export type AnnotationData = components['schemas']['AnnotationData'];
export type AnnotationsQuery = components['schemas']['AnnotationsQuery'];
export type AskedRights = components['schemas']['AskedRights'];
export type AttemptAnswer = components['schemas']['AttemptAnswer'];
export type Author = components['schemas']['Author'];
export type BacktestAnswer = components['schemas']['BacktestAnswer'];
export type BacktestBody = components['schemas']['BacktestBody'];
export type BacktestNotification = components['schemas']['BacktestNotification'];
export type BacktestTransition = components['schemas']['BacktestTransition'];
export type BuildInfo = components['schemas']['BuildInfo'];
export type ChangedServiceAccount = components['schemas']['ChangedServiceAccount'];
export type ChoiceAnswer = components['schemas']['ChoiceAnswer'];
export type ClusterStatus = components['schemas']['ClusterStatus'];
export type Comment = components['schemas']['Comment'];
export type ConfigBody = components['schemas']['ConfigBody'];
export type ConfigPart = components['schemas']['ConfigPart'];
export type ConfigurationAnswer = components['schemas']['ConfigurationAnswer'];
export type ConfigurationBody = components['schemas']['ConfigurationBody'];
export type ConfigurationHistoryQuery = components['schemas']['ConfigurationHistoryQuery'];
export type ConfiguredIntegration = components['schemas']['ConfiguredIntegration'];
export type ConfiguredReceiver = components['schemas']['ConfiguredReceiver'];
export type ContactPointAnswer = components['schemas']['ContactPointAnswer'];
export type ContactPointExportQuery = components['schemas']['ContactPointExportQuery'];
export type ContactPointHealth = components['schemas']['ContactPointHealth'];
export type CorrelationAnswer = components['schemas']['CorrelationAnswer'];
export type CorrelationChanges = components['schemas']['CorrelationChanges'];
export type CreateBody = components['schemas']['CreateBody'];
export type Credentials = components['schemas']['Credentials'];
export type CurrentUser = components['schemas']['CurrentUser'];
export type DashboardChange = components['schemas']['DashboardChange'];
export type DashboardChanges = components['schemas']['DashboardChanges'];
export type DashboardMeta = components['schemas']['DashboardMeta'];
export type DashboardProblem = components['schemas']['DashboardProblem'];
export type DashboardValidation = components['schemas']['DashboardValidation'];
export type DateFormats = components['schemas']['DateFormats'];
export type DateIntervals = components['schemas']['DateIntervals'];
export type DecisionAnswer = components['schemas']['DecisionAnswer'];
export type DecisionPage = components['schemas']['DecisionPage'];
export type DefaultTemplates = components['schemas']['DefaultTemplates'];
export type Deleted = components['schemas']['Deleted'];
export type DeletedLibraryElement = components['schemas']['DeletedLibraryElement'];
export type DeletedPastQuery = components['schemas']['DeletedPastQuery'];
export type DeletedSource = components['schemas']['DeletedSource'];
export type DeleteQuery = components['schemas']['DeleteQuery'];
export type DeliveredAlert = components['schemas']['DeliveredAlert'];
export type DeliveryAnswer = components['schemas']['DeliveryAnswer'];
export type DeliveryDetails = components['schemas']['DeliveryDetails'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DiffBody = components['schemas']['DiffBody'];
export type DiffSide = components['schemas']['DiffSide'];
export type DroppedAlertmanager = components['schemas']['DroppedAlertmanager'];
export type EvalBody = components['schemas']['EvalBody'];
export type EvaluationCounts = components['schemas']['EvaluationCounts'];
export type EvaluationFailure = components['schemas']['EvaluationFailure'];
export type EvaluatorAnswer = components['schemas']['EvaluatorAnswer'];
export type ExplainBody = components['schemas']['ExplainBody'];
export type ExplainedPolicies = components['schemas']['ExplainedPolicies'];
export type ExplainedRoute = components['schemas']['ExplainedRoute'];
export type ExplainedSeries = components['schemas']['ExplainedSeries'];
export type ExportQuery = components['schemas']['ExportQuery'];
export type ExternalAlertmanager = components['schemas']['ExternalAlertmanager'];
export type ExternalAlertmanagersAnswer = components['schemas']['ExternalAlertmanagersAnswer'];
export type ExternalAlertmanagersData = components['schemas']['ExternalAlertmanagersData'];
export type Firing = components['schemas']['Firing'];
export type FolderAbove = components['schemas']['FolderAbove'];
export type FolderAnswer = components['schemas']['FolderAnswer'];
export type FolderCounts = components['schemas']['FolderCounts'];
export type FolderListQuery = components['schemas']['FolderListQuery'];
export type FoundCorrelations = components['schemas']['FoundCorrelations'];
export type FoundGroups = components['schemas']['FoundGroups'];
export type FoundInstances = components['schemas']['FoundInstances'];
export type FoundItem = components['schemas']['FoundItem'];
export type FoundMembers = components['schemas']['FoundMembers'];
export type FoundPastQueries = components['schemas']['FoundPastQueries'];
export type FoundServiceAccounts = components['schemas']['FoundServiceAccounts'];
export type FoundUsers = components['schemas']['FoundUsers'];
export type FrameAnswer = components['schemas']['FrameAnswer'];
export type FrontendSettings = components['schemas']['FrontendSettings'];
export type FullSource = components['schemas']['FullSource'];
export type GroupBody = components['schemas']['GroupBody'];
export type GroupStatus = components['schemas']['GroupStatus'];
export type HealthReport = components['schemas']['HealthReport'];
export type HistoryData = components['schemas']['HistoryData'];
export type HistoryField = components['schemas']['HistoryField'];
export type HistoryFrame = components['schemas']['HistoryFrame'];
export type HistorySchema = components['schemas']['HistorySchema'];
export type HistorySearch = components['schemas']['HistorySearch'];
export type HistoryTypeInfo = components['schemas']['HistoryTypeInfo'];
export type HomeDashboard = components['schemas']['HomeDashboard'];
export type HomeMeta = components['schemas']['HomeMeta'];
export type ImportAnswer = components['schemas']['ImportAnswer'];
export type ImportBody = components['schemas']['ImportBody'];
export type ImportedDashboard = components['schemas']['ImportedDashboard'];
export type ImportInput = components['schemas']['ImportInput'];
export type InhibitionAnswer = components['schemas']['InhibitionAnswer'];
export type InhibitionBody = components['schemas']['InhibitionBody'];
export type InhibitionsAnswer = components['schemas']['InhibitionsAnswer'];
export type InhibitionsBody = components['schemas']['InhibitionsBody'];
export type InstanceAnswer = components['schemas']['InstanceAnswer'];
export type InstancesStatus = components['schemas']['InstancesStatus'];
export type IntegrationAnswer = components['schemas']['IntegrationAnswer'];
export type IntegrationBody = components['schemas']['IntegrationBody'];
export type IntegrationHealth = components['schemas']['IntegrationHealth'];
export type IntegrationPart = components['schemas']['IntegrationPart'];
export type IntegrationWithHealth = components['schemas']['IntegrationWithHealth'];
export type IntervalAnswer = components['schemas']['IntervalAnswer'];
export type IntervalBody = components['schemas']['IntervalBody'];
export type KeyListing = components['schemas']['KeyListing'];
export type LevelAnswer = components['schemas']['LevelAnswer'];
export type LibraryConnectionAnswer = components['schemas']['LibraryConnectionAnswer'];
export type LibraryConnectionList = components['schemas']['LibraryConnectionList'];
export type LibraryElementAnswer = components['schemas']['LibraryElementAnswer'];
export type LibraryElementBody = components['schemas']['LibraryElementBody'];
export type LibraryElementList = components['schemas']['LibraryElementList'];
export type LibraryElementMeta = components['schemas']['LibraryElementMeta'];
export type LibraryElementPage = components['schemas']['LibraryElementPage'];
export type LibraryElementPatch = components['schemas']['LibraryElementPatch'];
export type LibraryElementsOfName = components['schemas']['LibraryElementsOfName'];
export type LibraryListQuery = components['schemas']['LibraryListQuery'];
export type LibraryUser = components['schemas']['LibraryUser'];
export type LicenseInfo = components['schemas']['LicenseInfo'];
export type ListedFolder = components['schemas']['ListedFolder'];
export type ListedKey = components['schemas']['ListedKey'];
export type ListedOrg = components['schemas']['ListedOrg'];
export type ListedPlugin = components['schemas']['ListedPlugin'];
export type ListedSession = components['schemas']['ListedSession'];
export type ListedSource = components['schemas']['ListedSource'];
export type ListedUser = components['schemas']['ListedUser'];
export type ListedVersion = components['schemas']['ListedVersion'];
export type LoggedIn = components['schemas']['LoggedIn'];
export type MadeOrg = components['schemas']['MadeOrg'];
export type MadeToken = components['schemas']['MadeToken'];
export type MadeUser = components['schemas']['MadeUser'];
export type MatcherAnswer = components['schemas']['MatcherAnswer'];
export type MatcherBody = components['schemas']['MatcherBody'];
export type MemberName = components['schemas']['MemberName'];
export type MessageAnswer = components['schemas']['MessageAnswer'];
export type MoveBody = components['schemas']['MoveBody'];
export type NameFilter = components['schemas']['NameFilter'];
export type NameLookup = components['schemas']['NameLookup'];
export type Navbar = components['schemas']['Navbar'];
export type NavbarBody = components['schemas']['NavbarBody'];
export type NewCorrelation = components['schemas']['NewCorrelation'];
export type NewKey = components['schemas']['NewKey'];
export type NewMember = components['schemas']['NewMember'];
export type NewOrg = components['schemas']['NewOrg'];
export type NewPassword = components['schemas']['NewPassword'];
export type NewPastQuery = components['schemas']['NewPastQuery'];
export type NewServiceAccount = components['schemas']['NewServiceAccount'];
export type NewTokenBody = components['schemas']['NewTokenBody'];
export type NewUser = components['schemas']['NewUser'];
export type NotificationBody = components['schemas']['NotificationBody'];
export type NotificationHistoryQuery = components['schemas']['NotificationHistoryQuery'];
export type NotificationSettingsAnswer = components['schemas']['NotificationSettingsAnswer'];
export type Notifier = components['schemas']['Notifier'];
export type NotifierOption = components['schemas']['NotifierOption'];
export type OfKind = components['schemas']['OfKind'];
export type OfPanel = components['schemas']['OfPanel'];
export type OpenedDashboard = components['schemas']['OpenedDashboard'];
export type OpenedLibraryElement = components['schemas']['OpenedLibraryElement'];
export type OpenedSource = components['schemas']['OpenedSource'];
export type OpenedVersion = components['schemas']['OpenedVersion'];
export type Org = components['schemas']['Org'];
export type OrgListing = components['schemas']['OrgListing'];
export type OrgMembership = components['schemas']['OrgMembership'];
export type OrgName = components['schemas']['OrgName'];
export type OrgUser = components['schemas']['OrgUser'];
export type OriginalConfiguration = components['schemas']['OriginalConfiguration'];
export type OutageReport = components['schemas']['OutageReport'];
export type OwnChanges = components['schemas']['OwnChanges'];
export type PageOf = components['schemas']['PageOf'];
export type PanelLoad = components['schemas']['PanelLoad'];
export type PanelLoads = components['schemas']['PanelLoads'];
export type PanelType = components['schemas']['PanelType'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type PastQueriesResult = components['schemas']['PastQueriesResult'];
export type PastQueryAnswer = components['schemas']['PastQueryAnswer'];
export type PastQueryResult = components['schemas']['PastQueryResult'];
export type Pause = components['schemas']['Pause'];
export type PermissionBody = components['schemas']['PermissionBody'];
export type PermissionRow = components['schemas']['PermissionRow'];
export type PermissionsBody = components['schemas']['PermissionsBody'];
export type Permitted = components['schemas']['Permitted'];
export type PluginAuthor = components['schemas']['PluginAuthor'];
export type PluginDependencies = components['schemas']['PluginDependencies'];
export type PluginDetails = components['schemas']['PluginDetails'];
export type PluginError = components['schemas']['PluginError'];
export type PluginFilter = components['schemas']['PluginFilter'];
export type PluginInfo = components['schemas']['PluginInfo'];
export type PluginLogos = components['schemas']['PluginLogos'];
export type PointBody = components['schemas']['PointBody'];
export type PoliciesAnswer = components['schemas']['PoliciesAnswer'];
export type PoliciesBody = components['schemas']['PoliciesBody'];
export type PolicyAnswer = components['schemas']['PolicyAnswer'];
export type PolicyBody = components['schemas']['PolicyBody'];
export type PolicyVisit = components['schemas']['PolicyVisit'];
export type PostedAlert = components['schemas']['PostedAlert'];
export type Preferences = components['schemas']['Preferences'];
export type PreferencesBody = components['schemas']['PreferencesBody'];
export type PreviewAnswer = components['schemas']['PreviewAnswer'];
export type PreviewBody = components['schemas']['PreviewBody'];
export type PreviewedInstance = components['schemas']['PreviewedInstance'];
export type Problem = components['schemas']['Problem'];
export type ProvisionedFile = components['schemas']['ProvisionedFile'];
export type ProvisionedGroup = components['schemas']['ProvisionedGroup'];
export type ProvisionedRule = components['schemas']['ProvisionedRule'];
export type ProvisioningStatus = components['schemas']['ProvisioningStatus'];
export type QueryAnswer = components['schemas']['QueryAnswer'];
export type QueryAnswers = components['schemas']['QueryAnswers'];
export type QueryBody = components['schemas']['QueryBody'];
export type QueryHistoryBody = components['schemas']['QueryHistoryBody'];
export type QueryHistoryPreferences = components['schemas']['QueryHistoryPreferences'];
export type QueryingRule = components['schemas']['QueryingRule'];
export type QueryPart = components['schemas']['QueryPart'];
export type QueryRequest = components['schemas']['QueryRequest'];
export type QuerySpan = components['schemas']['QuerySpan'];
export type QuerySpanAnswer = components['schemas']['QuerySpanAnswer'];
export type Quota = components['schemas']['Quota'];
export type RaisedAlert = components['schemas']['RaisedAlert'];
export type ReceiverBody = components['schemas']['ReceiverBody'];
export type ReceiverForm = components['schemas']['ReceiverForm'];
export type ReceiverName = components['schemas']['ReceiverName'];
export type ReceiverPart = components['schemas']['ReceiverPart'];
export type RecordAnswer = components['schemas']['RecordAnswer'];
export type RecordBody = components['schemas']['RecordBody'];
export type Reloaded = components['schemas']['Reloaded'];
export type RenameBody = components['schemas']['RenameBody'];
export type RestoreBody = components['schemas']['RestoreBody'];
export type RestoredDashboard = components['schemas']['RestoredDashboard'];
export type RestoreFromTrashBody = components['schemas']['RestoreFromTrashBody'];
export type RoleChange = components['schemas']['RoleChange'];
export type RuleBody = components['schemas']['RuleBody'];
export type RuleExplanation = components['schemas']['RuleExplanation'];
export type RuleExportQuery = components['schemas']['RuleExportQuery'];
export type RuleHistoryQuery = components['schemas']['RuleHistoryQuery'];
export type RulerAlert = components['schemas']['RulerAlert'];
export type RulerAlertAnswer = components['schemas']['RulerAlertAnswer'];
export type RulerChange = components['schemas']['RulerChange'];
export type RulerGroup = components['schemas']['RulerGroup'];
export type RulerGroupAnswer = components['schemas']['RulerGroupAnswer'];
export type RulerRule = components['schemas']['RulerRule'];
export type RulerRuleAnswer = components['schemas']['RulerRuleAnswer'];
export type RulerTestBody = components['schemas']['RulerTestBody'];
export type RulesQuery = components['schemas']['RulesQuery'];
export type RulesStatus = components['schemas']['RulesStatus'];
export type RuleStatus = components['schemas']['RuleStatus'];
export type RuleVersionAnswer = components['schemas']['RuleVersionAnswer'];
export type RuleVersionsQuery = components['schemas']['RuleVersionsQuery'];
export type SampleAlert = components['schemas']['SampleAlert'];
export type SaveBody = components['schemas']['SaveBody'];
export type SavedBody = components['schemas']['SavedBody'];
export type SavedDashboard = components['schemas']['SavedDashboard'];
export type SavedQueryAnswer = components['schemas']['SavedQueryAnswer'];
export type SavedSilence = components['schemas']['SavedSilence'];
export type SearchParams = components['schemas']['SearchParams'];
export type SelectOption = components['schemas']['SelectOption'];
export type ServerPermissions = components['schemas']['ServerPermissions'];
export type ServiceAccount = components['schemas']['ServiceAccount'];
export type ServiceAccountChanges = components['schemas']['ServiceAccountChanges'];
export type ServiceAccountListing = components['schemas']['ServiceAccountListing'];
export type SettingField = components['schemas']['SettingField'];
export type ShortSilence = components['schemas']['ShortSilence'];
export type ShownSource = components['schemas']['ShownSource'];
export type ShowWhen = components['schemas']['ShowWhen'];
export type SilenceAnswer = components['schemas']['SilenceAnswer'];
export type SilenceBody = components['schemas']['SilenceBody'];
export type SilenceQuery = components['schemas']['SilenceQuery'];
export type SilenceStatus = components['schemas']['SilenceStatus'];
export type Sorting = components['schemas']['Sorting'];
export type Sortings = components['schemas']['Sortings'];
export type SourceBody = components['schemas']['SourceBody'];
export type SourceGroup = components['schemas']['SourceGroup'];
export type SourceHealthAnswer = components['schemas']['SourceHealthAnswer'];
export type SourceMeta = components['schemas']['SourceMeta'];
export type SourceNumber = components['schemas']['SourceNumber'];
export type SourceRule = components['schemas']['SourceRule'];
export type SourceUsage = components['schemas']['SourceUsage'];
export type Statistics = components['schemas']['Statistics'];
export type StatusAnswer = components['schemas']['StatusAnswer'];
export type StoredConfiguration = components['schemas']['StoredConfiguration'];
export type TagCount = components['schemas']['TagCount'];
export type TemplateAnswer = components['schemas']['TemplateAnswer'];
export type TemplateBody = components['schemas']['TemplateBody'];
export type TemplatePreview = components['schemas']['TemplatePreview'];
export type TemplateProblem = components['schemas']['TemplateProblem'];
export type TemplateResult = components['schemas']['TemplateResult'];
export type TestBody = components['schemas']['TestBody'];
export type TestedAlert = components['schemas']['TestedAlert'];
export type TestedIntegration = components['schemas']['TestedIntegration'];
export type TestedReceiver = components['schemas']['TestedReceiver'];
export type TestedReceivers = components['schemas']['TestedReceivers'];
export type TestIntegration = components['schemas']['TestIntegration'];
export type TestReceivers = components['schemas']['TestReceivers'];
export type TestResult = components['schemas']['TestResult'];
export type ThresholdsAnswer = components['schemas']['ThresholdsAnswer'];
export type TimelineAnswer = components['schemas']['TimelineAnswer'];
export type TimesAnswer = components['schemas']['TimesAnswer'];
export type TimesBody = components['schemas']['TimesBody'];
export type TimingAnswer = components['schemas']['TimingAnswer'];
export type TimingBody = components['schemas']['TimingBody'];
export type TimingPart = components['schemas']['TimingPart'];
export type TokenAnswer = components['schemas']['TokenAnswer'];
export type TokenChoice = components['schemas']['TokenChoice'];
export type TransformationBody = components['schemas']['TransformationBody'];
export type TrashedDashboard = components['schemas']['TrashedDashboard'];
export type TrashEntryQuery = components['schemas']['TrashEntryQuery'];
export type TrashPage = components['schemas']['TrashPage'];
export type TrashQuery = components['schemas']['TrashQuery'];
export type UnifiedAlerting = components['schemas']['UnifiedAlerting'];
export type UnreadableConfiguration = components['schemas']['UnreadableConfiguration'];
export type UnsavedGroup = components['schemas']['UnsavedGroup'];
export type UsageQuery = components['schemas']['UsageQuery'];
export type UserAnswer = components['schemas']['UserAnswer'];
export type UserChanges = components['schemas']['UserChanges'];
export type UserListing = components['schemas']['UserListing'];
export type UserListQuery = components['schemas']['UserListQuery'];
export type UsingDashboard = components['schemas']['UsingDashboard'];
export type UsingRule = components['schemas']['UsingRule'];
export type ValidateBody = components['schemas']['ValidateBody'];
export type VersionInfo = components['schemas']['VersionInfo'];
export type VersionListQuery = components['schemas']['VersionListQuery'];
export type WrittenCorrelation = components['schemas']['WrittenCorrelation'];
export type WrittenSource = components['schemas']['WrittenSource'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
