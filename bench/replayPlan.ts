/** What the proxy does for each request: which requests it sends to which vendor, and which work it does besides. */

export interface ReplayedRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ReplayPlan {
  readonly vendor: string;
  readonly requests: readonly ReplayedRequest[];
  /**
   * `bare`: nothing besides. `small`: what a service with callers cannot omit. It looks two keys up in a map, decrypts a
   * secret and writes a sample of a metric. A write also stores a row before the vendor is called, and another after its
   * answer.
   */
  readonly work: "bare" | "small";
}
