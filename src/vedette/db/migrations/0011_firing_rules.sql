-- For the number of rules that fire, which every open page asks for.
CREATE INDEX alert_instance_firing ON alert_instance (org_id, rule_uid)
    WHERE state IN ('firing', 'recovering');
