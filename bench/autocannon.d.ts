/** The part of autocannon that we use; it brings no types of its own. */
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
    /** Milliseconds between looks at the clock. */
    readonly sampleInt?: number;
    /** Requests at most. */
    readonly maxOverallRequests?: number;
    /** Requests, instead of a time. */
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
