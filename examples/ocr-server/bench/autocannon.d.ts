declare module 'autocannon' {
  /** As far as the bench uses it. */
  export default function autocannon(options: {
    readonly url: string;
    readonly method: string;
    readonly body: Uint8Array;
    readonly connections: number;
    readonly amount: number;
  }): Promise<{ readonly non2xx: number }> & { on(event: 'response', listener: () => void): void };
}
