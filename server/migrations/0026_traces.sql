-- The span that caused a row, as a W3C traceparent. Empty while tracing is off.
alter table events add column trace text;
alter table jobs add column trace text;
alter table tasks add column trace text;
alter table webhook_deliveries add column trace text;
