export * from '@stormlog/distributed-diagnostics';
export * from '@stormlog/files';
export * from '@stormlog/gap-analysis';
export * from '@stormlog/records';
export * from '@stormlog/report';
export * from '@stormlog/sessions';
export * from '@stormlog/telemetry';
export * from '@stormlog/timeline';
