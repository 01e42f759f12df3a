/** The part of autocannon that we use. It has no types. */
declare module "autocannon" {
  interface Options {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    readonly method?: "GET" | "POST";
    readonly body?: string;
    /** In turn. */
    readonly requests?: readonly { readonly headers: Readonly<Record<string, string>> }[];
    /** Seconds. */
    readonly duration?: number;
    /** Milliseconds between checks of the clock. */
    readonly sampleInt?: number;
    /** The maximum number of requests. */
    readonly maxOverallRequests?: number;
    /** A number of requests instead of a duration. */
    readonly amount?: number;
  }
  interface Result {
    readonly "2xx": number;
    readonly non2xx: number;
    readonly errors: number;
    /** Seconds. */
    readonly duration: number;
    readonly latency: { readonly p99: number };
  }
  const autocannon: (options: Options) => Promise<Result>;
  export default autocannon;
}
