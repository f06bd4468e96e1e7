-- Configurations kept by earlier versions hold settings that are secret by now. They are taken out
-- at the next start, because which settings are secret is known to the receivers.
ALTER TABLE alerting_configuration ADD COLUMN is_sealed BOOLEAN NOT NULL DEFAULT FALSE;
