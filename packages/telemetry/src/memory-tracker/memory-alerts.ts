import type { JsonObject } from '@stormlog/records';
import type { NodeMemorySample } from './node-memory-collector.ts';

/** Shares of a limit, and growth between two samples, from which an alert is given. */
export interface MemoryThresholds {
  /** Default 80. */
  readonly warningPercent: number;
  /** Default 95. */
  readonly criticalPercent: number;
  /** Default 100 MiB. */
  readonly growthBytes: number;
}

/** An alert that is due. */
export interface MemoryAlert {
  readonly eventType: 'warning' | 'critical';
  readonly context: string;
  readonly metadata: JsonObject;
}

type Level = 'none' | 'warning' | 'critical';

export const STANDARD_MEMORY_THRESHOLDS: MemoryThresholds = {
  warningPercent: 80,
  criticalPercent: 95,
  growthBytes: 100 * 1024 * 1024,
};
const GRAVITY: Readonly<Record<Level, number>> = { none: 0, warning: 1, critical: 2 };
/** How far below a threshold the share must fall before crossing it again is news. */
const REARM_PERCENT = 5;

/**
 * Says when memory comes near a limit: that of the machine or control group, and that of the heap. An alert is given when a
 * threshold is crossed, not with every sample beyond it (docs/formats/memory-tracking.md §6).
 */
export class MemoryAlerts {
  readonly #thresholds: MemoryThresholds;
  readonly #levels = new Map<string, Level>();

  constructor(thresholds: MemoryThresholds) {
    this.#thresholds = thresholds;
  }

  check(sample: NodeMemorySample, changeBytes: number): MemoryAlert[] {
    const alerts = [
      this.#crossing('memory', 'Resident memory', sample.rssBytes, sample.limitBytes),
      this.#crossing('heap', 'Heap', sample.heapUsedBytes, sample.heapLimitBytes),
    ].filter((alert) => alert !== null);
    if (changeBytes > this.#thresholds.growthBytes) {
      alerts.push({
        eventType: 'warning',
        context: 'Resident memory grew much between two samples',
        metadata: { large_allocation: true },
      });
    }
    return alerts;
  }

  #crossing(limit: string, what: string, used: number, limitBytes: number): MemoryAlert | null {
    const percent = (used / limitBytes) * 100;
    const before = this.#levels.get(limit) ?? 'none';
    const level = this.#levelOf(percent);
    if (GRAVITY[level] <= GRAVITY[before]) {
      if (this.#levelOf(percent + REARM_PERCENT) !== before) this.#levels.set(limit, level);
      return null;
    }
    this.#levels.set(limit, level);
    return {
      eventType: level === 'critical' ? 'critical' : 'warning',
      context: `${what} near its limit: ${percent.toFixed(1)} %`,
      metadata: { usage_percent: percent, limit, limit_bytes: limitBytes },
    };
  }

  #levelOf(percent: number): Level {
    if (percent >= this.#thresholds.criticalPercent) return 'critical';
    return percent >= this.#thresholds.warningPercent ? 'warning' : 'none';
  }
}
