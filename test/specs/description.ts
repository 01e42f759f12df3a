/** A vendor's own description of its API, and where it is known to be wrong. */
export interface Description {
  /** Files in the folder of descriptions: OpenAPI as YAML or JSON, a Postman collection, or a table of OData's entity sets. */
  readonly files: readonly DescriptionFile[];
  /** Differences that are the description's fault. */
  readonly excused: readonly Excuse[];
}

export interface DescriptionFile {
  readonly name: string;
  readonly host: string;
  /** What stands between the host and the description's paths: text, or a pattern where it has ids in it. */
  readonly base: string | RegExp;
  /** Whether fields and addresses that it does not name are faults. Not for one of another version. */
  readonly complete: boolean;
}

export interface Excuse {
  /** What the differences' lines look like. */
  readonly about: RegExp;
  readonly reason: string;
}
