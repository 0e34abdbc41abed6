/** What an event or a synthesised timeline tells about who takes part. */
export interface RankMember {
  readonly rank: number;
  readonly world_size: number;
}

/**
 * Remembers the ranks seen during one load, so that a timeline which names no rank can be given the smallest free one
 * (docs/formats/distributed-diagnostics.md §4.2).
 */
export class RankAllocator {
  readonly #used = new Set<number>();
  #maxWorldSize = 1;
  #lowestFree = 0;

  get maxWorldSize(): number {
    return this.#maxWorldSize;
  }

  register(sighting: RankMember): void {
    this.#used.add(sighting.rank);
    if (sighting.world_size > this.#maxWorldSize) this.#maxWorldSize = sighting.world_size;
  }

  registerAll(sightings: Iterable<RankMember>): void {
    let last: RankMember | null = null;
    for (const sighting of sightings) {
      // Neighbouring events mostly come from one rank.
      if (last !== null && last.rank === sighting.rank && last.world_size === sighting.world_size) continue;
      this.register(sighting);
      last = sighting;
    }
  }

  /** The smallest rank from 0 that nobody has. */
  nextFree(): number {
    while (this.#used.has(this.#lowestFree)) this.#lowestFree++;
    return this.#lowestFree;
  }

  /** How many distinct ranks there are, `rank` included. */
  countWith(rank: number): number {
    return this.#used.size + (this.#used.has(rank) ? 0 : 1);
  }
}
