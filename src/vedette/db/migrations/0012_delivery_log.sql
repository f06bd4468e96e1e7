-- For what the notification history is filtered by, each newest first.
CREATE INDEX alert_decision_receiver ON alert_decision (org_id, receiver, created);
CREATE INDEX alert_decision_kind ON alert_decision (org_id, decision, created);
CREATE INDEX alert_decision_delivery ON alert_decision (delivery_id)
    WHERE delivery_id IS NOT NULL;
CREATE INDEX alert_delivery_receiver ON alert_delivery (org_id, receiver, created);
CREATE INDEX alert_delivery_state ON alert_delivery (org_id, state, created);
