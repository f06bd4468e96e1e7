-- Whether a dashboard from a file stays when its file or the file's provider goes.
ALTER TABLE dashboard ADD COLUMN provisioned_kept BOOLEAN NOT NULL DEFAULT FALSE;
