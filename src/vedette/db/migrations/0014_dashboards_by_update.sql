-- Lists of dashboards by the time of their last change read one page in the order of this index.
CREATE INDEX dashboard_updated ON dashboard (org_id, updated, uid, folder_uid, id);
